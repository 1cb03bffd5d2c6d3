import type { Grant } from '../../shared/models/package';
import type { YamlNode } from '../yaml/node';
import { mapGet, untagged } from '../yaml/node';
import type { LaunchManifest } from './launch';
import { type ManifestDocument, scalarText } from './read';

/** Rows, values and characters of values that are listed at most over all grants; a person writes a few dozen. */
const MOST_ROWS = 10_000;
const MOST_VALUES = 20_000;
const MOST_CHARACTERS = 1 << 20;
const DEEPEST = 6;

/** Counts what was listed: aliases make a large list out of a short text. */
class Budget {
  values = 0;
  characters = 0;

  /** Whether one more value may be listed. */
  allows(value: string): boolean {
    this.values++;
    this.characters += value.length;
    return this.values <= MOST_VALUES && this.characters <= MOST_CHARACTERS;
  }
}

/**
 * What `capabilities:` grants, capsule-wide first, then per artifact in manifest order: one row per key that holds a
 * value. A key with nothing under it grants nothing it could be shown with, and has no values.
 */
export function readGrants(document: ManifestDocument, launch: LaunchManifest): Grant[] {
  const grants: Grant[] = [];
  const budget = new Budget();
  const of = (node: YamlNode | undefined, artifact: string | null) => {
    if (node) collect(document, node, artifact, [], grants, budget);
  };
  of(mapGet(untagged(document.root), 'capabilities'), null);
  for (const artifact of launch.artifacts) of(mapGet(artifact.node, 'capabilities'), artifact.name);
  return grants;
}

function collect(
  document: ManifestDocument,
  node: YamlNode,
  artifact: string | null,
  path: readonly string[],
  grants: Grant[],
  budget: Budget,
): void {
  if (grants.length >= MOST_ROWS) return;
  const inner = untagged(node);
  if (inner.kind === 'map' && path.length < DEEPEST) {
    for (const { key, value } of inner.entries) {
      collect(document, value, artifact, [...path, scalarText(document, key) ?? '?'], grants, budget);
    }
    return;
  }
  const group = path[0];
  if (group === undefined) return;
  grants.push({ artifact, group, key: path.join('.'), values: valuesOf(document, inner, budget) });
}

/** The values of a key; `…` stands where there are more than are listed. */
function valuesOf(document: ManifestDocument, node: YamlNode, budget: Budget): string[] {
  const values: string[] = [];
  for (const item of node.kind === 'seq' ? node.items : [node]) {
    const value = valueText(document, item);
    if (value === null) continue;
    if (!budget.allows(value)) return [...values, '…'];
    values.push(value);
  }
  return values;
}

function valueText(document: ManifestDocument, node: YamlNode): string | null {
  const { kind } = untagged(node);
  if (kind === 'map') return '(a mapping)';
  return kind === 'seq' ? '(a list)' : scalarText(document, node);
}

/** Whether grants of a group are there at all, capsule-wide. A `false` or an empty list grants nothing. */
export function granted(grants: readonly Grant[], group: string): boolean {
  return grants.some(
    (grant) => grant.artifact === null && grant.group === group && grant.values.some((value) => value !== 'false'),
  );
}
