import type { ConfigRow } from '../../shared/models/package';
import type { Place } from '../../shared/result';
import type { YamlNode } from '../yaml/node';
import { mapGet, startOf, untagged } from '../yaml/node';
import { CONFIG_LIMIT, type LoweredConfig, lowerConfig } from './config';
import { type ManifestDocument, scalarText } from './read';
import { weigher } from './weight';

/** One entry of `artifacts:`, as far as it can be read. */
export interface ArtifactEntry {
  /** From 0, in the order of the manifest. */
  readonly index: number;
  /** Empty where it has none. */
  readonly name: string;
  readonly version: string | null;
  readonly runtime: string | null;
  /** Null without a `source:`, or with an empty one. */
  readonly source: string | null;
  /** Present as soon as the key is written, also with nothing under it. */
  readonly config: YamlNode | undefined;
  readonly node: YamlNode;
}

/** A path that a manifest names, in the order of Murmur's block. */
export interface DeclaredFile {
  readonly key: string;
  readonly declared: string;
  /** A skill's source may be a folder. */
  readonly wanted: 'file' | 'file-or-folder';
  readonly place: Place;
}

/**
 * What a launch reads of a manifest that concerns this program. Where Murmur refuses the manifest this is what can be
 * shown of it; `launchRefusals` says why it is refused.
 */
export interface LaunchManifest {
  readonly artifacts: readonly ArtifactEntry[];
  readonly files: readonly DeclaredFile[];
}

/** Reads `artifacts:` and the declared paths (S1); values of a wrong shape are passed over. */
export function readLaunch(document: ManifestDocument): LaunchManifest {
  const root = untagged(document.root);
  const artifacts = readArtifacts(document, root);
  return { artifacts, files: declaredFiles(document, root, artifacts) };
}

function readArtifacts(document: ManifestDocument, root: YamlNode): ArtifactEntry[] {
  const list = mapGet(root, 'artifacts');
  const inner = list && untagged(list);
  if (inner?.kind !== 'seq') return [];
  const text = (node: YamlNode, key: string) => scalarText(document, mapGet(node, key));
  return inner.items.map((item, index) => {
    const node = untagged(item);
    return {
      index,
      name: text(node, 'name') ?? '',
      version: text(node, 'version'),
      runtime: text(node, 'runtime'),
      source: text(node, 'source') || null,
      config: mapGet(node, 'config'),
      node,
    };
  });
}

/** Keys of prompts that are read from a file, in the order of Murmur's block. */
const PROMPTS: readonly (readonly string[])[] = [
  ['inference', 'system_prompt_file'],
  ['inference', 'compaction', 'system_prompt_file'],
];

function declaredFiles(
  document: ManifestDocument,
  root: YamlNode,
  artifacts: readonly ArtifactEntry[],
): DeclaredFile[] {
  const files: DeclaredFile[] = [];
  for (const path of PROMPTS) {
    const node = nodeAt(root, path);
    const declared = scalarText(document, node);
    if (node && declared) files.push({ key: path.join('.'), declared, wanted: 'file', place: startOf(node) });
  }
  for (const { name, source, node } of artifacts) {
    if (source === null) continue;
    const place = startOf(mapGet(node, 'source') ?? node);
    files.push({ key: `artifacts[${name}].source`, declared: source, wanted: 'file-or-folder', place });
  }
  return files;
}

/** The node at a path of string keys; undefined where a step is missing or no mapping. */
export function nodeAt(root: YamlNode, path: readonly string[]): YamlNode | undefined {
  let node: YamlNode | undefined = root;
  for (const key of path) node = node && mapGet(untagged(node), key);
  return node;
}

/** The entries that may have a `config:` (S0). */
export const CONFIGURABLE: ReadonlySet<string> = new Set(['hook', 'tool', 'driver']);

/** Why an entry's `config:` is refused before it is looked at, in Murmur's words; null for a hook, tool or driver. */
export function configMisplaced(artifact: ArtifactEntry): string | null {
  if (artifact.config === undefined || artifact.runtime === null || CONFIGURABLE.has(artifact.runtime)) return null;
  return `invalid artifact declaration at index ${artifact.index}: artifact '${artifact.name}' declares 'config:' but has 'runtime: ${artifact.runtime}'; the key is recognized only on 'runtime: hook', 'runtime: tool', and 'runtime: driver' entries`;
}

/** Lowers one entry's block: what the artifact receives, or Murmur's refusal; undefined when it has none. */
export function lowerEntry(artifact: ArtifactEntry): LoweredConfig | { readonly refused: string } | undefined {
  if (artifact.config === undefined) return undefined;
  const misplaced = configMisplaced(artifact);
  if (misplaced !== null) return { refused: `murmur.yaml: ${misplaced}` };
  const lowered = lowerConfig(artifact.name, artifact.config);
  return lowered.ok ? lowered.value : { refused: lowered.error };
}

/** A block of this weight is far over the limit; of so many its exact size is told, which takes a while for each. */
const HEAVY = 16 * CONFIG_LIMIT;
const HEAVY_MEASURED = 5;

/** One row per entry with a `config:`, in manifest order, without values. */
export function configRows(launch: LaunchManifest): ConfigRow[] {
  const weigh = weigher();
  let heavy = 0;
  // Entries may share a block through an alias; it is lowered once.
  const known = new Map<YamlNode, { readonly artifact: string; readonly row: ConfigRow }>();
  const rowOf = (entry: ArtifactEntry, config: YamlNode): ConfigRow => {
    if (configMisplaced(entry) !== null) return configRow(entry);
    const before = known.get(config);
    if (before !== undefined) return renamed(before.row, before.artifact, entry.name);
    const row = weigh(config) > HEAVY && ++heavy > HEAVY_MEASURED ? unmeasured(entry.name) : configRow(entry);
    known.set(config, { artifact: entry.name, row });
    return row;
  };
  return launch.artifacts.flatMap((entry) => (entry.config === undefined ? [] : [rowOf(entry, entry.config)]));
}

function unmeasured(artifact: string): ConfigRow {
  const why = `'config:' is far over the ${CONFIG_LIMIT}-byte limit and was not measured`;
  return { artifact, refused: `invalid config for artifact '${artifact}': ${why}` };
}

function configRow(entry: ArtifactEntry): ConfigRow {
  const lowered = lowerEntry(entry);
  if (lowered && 'bytes' in lowered) return { artifact: entry.name, bytes: lowered.bytes, limit: CONFIG_LIMIT };
  return { artifact: entry.name, refused: lowered?.refused ?? '' };
}

/** A row of the same block for another artifact: the name stands in the refusal. */
function renamed(row: ConfigRow, from: string, artifact: string): ConfigRow {
  if (!('refused' in row)) return { ...row, artifact };
  const start = `invalid config for artifact '`;
  return { artifact, refused: start + artifact + row.refused.slice(start.length + from.length) };
}

/** The names of the configured artifacts in manifest order; one bad block refuses the whole list (S0). */
export function configured(rows: readonly ConfigRow[]): readonly string[] | { readonly refused: string } {
  for (const row of rows) if ('refused' in row) return { refused: row.refused };
  return rows.map((row) => row.artifact);
}
