import type { Grant } from '../../shared/models/package';
import type { YamlNode } from '../yaml/node';
import { mapGet, untagged } from '../yaml/node';
import type { LaunchManifest } from './launch';
import { type ManifestDocument, scalarText } from './read';

/** Grants and values of one grant that are listed at most; a manifest of a person has a few dozen. */
const MOST = 10_000;
const DEEPEST = 6;

/**
 * What `capabilities:` grants, capsule-wide first, then per artifact in manifest order: one row per key that holds a
 * value. A key with nothing under it grants nothing it could be shown with, and has no values.
 */
export function readGrants(document: ManifestDocument, launch: LaunchManifest): Grant[] {
  const grants: Grant[] = [];
  const of = (node: YamlNode | undefined, artifact: string | null) => {
    if (node) collect(document, node, artifact, [], grants);
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
): void {
  if (grants.length >= MOST) return;
  const inner = untagged(node);
  if (inner.kind === 'map' && path.length < DEEPEST) {
    for (const { key, value } of inner.entries) {
      collect(document, value, artifact, [...path, scalarText(document, key) ?? '?'], grants);
    }
    return;
  }
  const group = path[0];
  if (group === undefined) return;
  grants.push({ artifact, group, key: path.join('.'), values: valuesOf(document, inner) });
}

function valuesOf(document: ManifestDocument, node: YamlNode): string[] {
  const one = (item: YamlNode) => {
    const kind = untagged(item).kind;
    return kind === 'map' || kind === 'seq'
      ? `(${kind === 'map' ? 'a mapping' : 'a list'})`
      : scalarText(document, item);
  };
  const given = node.kind === 'seq' ? node.items.slice(0, MOST).map(one) : [one(node)];
  return given.filter((value) => value !== null);
}

/** Whether grants of a group are there at all, capsule-wide. A `false` or an empty list grants nothing. */
export function granted(grants: readonly Grant[], group: string): boolean {
  return grants.some(
    (grant) => grant.artifact === null && grant.group === group && grant.values.some((value) => value !== 'false'),
  );
}
