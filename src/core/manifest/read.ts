import { err, failure, ok, type Result } from '../../shared/result';
import { decodeUtf8, utf8FaultText } from '../text/utf8';
import { parseYaml } from '../yaml';
import type { YamlNode } from '../yaml/node';
import { mapGet, untagged } from '../yaml/node';
import { expandedWeight } from './weight';

/** A manifest is read up to this many bytes (spec 6.2). */
export const MANIFEST_LIMIT = 4 * 1024 * 1024;

/** A `murmur.yaml` that is YAML for Murmur. The text is kept because a typed field takes a scalar as it is spelled. */
export interface ManifestDocument {
  readonly text: string;
  readonly root: YamlNode;
}

/** The manifest inside a package, as an installer and `mur list` read it. */
export interface PackedManifest {
  readonly name: string;
  readonly version: string;
  readonly runtime: string;
  readonly implementation: string | null;
  /** In lower case, however it is spelled. */
  readonly execution: string | null;
  readonly description: string | null;
  /** As written; for a skill that writes none, `skill.md`. */
  readonly requiresFiles: readonly string[];
  readonly requiresWritten: boolean;
}

const refuse = (message: string, hint?: string) => err(failure(null, `murmur.yaml: ${message}`, hint));

/** The failure of a manifest over the limit, which is ours and not Murmur's. */
export function tooLarge(): Result<never> {
  return refuse(`has more than ${MANIFEST_LIMIT} bytes and is not read`, 'A manifest is a short text.');
}

/** Bytes of a `murmur.yaml` as a document. Fails with the place where there is one; the wording is ours. */
export function parseManifest(bytes: Uint8Array): Result<ManifestDocument> {
  if (bytes.length > MANIFEST_LIMIT) return tooLarge();
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) return refuse(`is not UTF-8: ${utf8FaultText(decoded.fault)}`, 'Save it as UTF-8.');
  const parsed = parseYaml(decoded.text);
  if (parsed.ok) return bounded({ text: decoded.text, root: parsed.value });
  // A key that stands twice is told with the second one's place, which is the one to change.
  const { message } = parsed.error;
  const { line, column } = parsed.error.repeated ?? parsed.error;
  if (line === null || column === null) return refuse(`YAML syntax error: ${message}`);
  const given = failure(null, `murmur.yaml: YAML syntax error at line ${line}, column ${column}: ${message}`);
  return err({ ...given, place: { line, column } });
}

/** What a manifest may come to once its aliases are followed; without any, 4 MiB come to far less. */
const EXPANDED_LIMIT = 32 * 1024 * 1024;

function bounded(document: ManifestDocument): Result<ManifestDocument> {
  if (expandedWeight(document.root) <= EXPANDED_LIMIT) return ok(document);
  return refuse(
    'grows beyond all measure through its aliases and is not read',
    'Write out what the aliases stand for.',
  );
}

const SHAPES: Readonly<Record<YamlNode['kind'], string>> = {
  null: 'null',
  bool: 'boolean',
  int: 'number',
  float: 'number',
  string: 'string',
  seq: 'sequence',
  map: 'mapping',
  tagged: 'tagged value',
};

/** What a value is, in the words of Murmur's refusals. */
export function shapeOf(node: YamlNode): string {
  return SHAPES[node.kind];
}

const EXECUTIONS: ReadonlySet<string> = new Set(['wasm', 'native', 'static']);

/** The manifest inside a package, or the first reason why Murmur refuses it. */
export function readPacked(document: ManifestDocument): Result<PackedManifest> {
  const root = untagged(document.root);
  if (root.kind !== 'map') return refuse(wrongType('<root>', 'mapping', root));
  if (mapGet(root, 'registry')) return refuse("'registry' is not a manifest key", 'Remove it.');
  const name = required(root, 'name');
  if (!name.ok) return name;
  const version = required(root, 'version');
  if (!version.ok) return version;
  const runtime = required(root, 'runtime');
  if (!runtime.ok) return runtime;
  const execution = readExecution(root);
  if (!execution.ok) return execution;
  const files = readRequires(root, runtime.value);
  if (!files.ok) return files;
  return ok({
    name: name.value,
    version: version.value,
    runtime: runtime.value,
    implementation: stringOf(mapGet(root, 'implementation')),
    execution: execution.value,
    description: stringOf(mapGet(root, 'description')),
    ...files.value,
  });
}

const wrongType = (field: string, expected: string, node: YamlNode) =>
  `field '${field}' has invalid type (expected ${expected}, got ${shapeOf(node)})`;

function stringOf(node: YamlNode | undefined): string | null {
  return node?.kind === 'string' ? node.value : null;
}

function required(root: YamlNode, field: string): Result<string> {
  const node = mapGet(root, field);
  if (node === undefined || node.kind === 'null' || (node.kind === 'string' && node.value === ''))
    return refuse(`missing required field '${field}'`, `Add ${field}: to it.`);
  if (node.kind === 'string') return ok(node.value);
  const hint = node.kind === 'map' || node.kind === 'seq' ? undefined : 'Put it in quotes.';
  return refuse(wrongType(field, 'string', node), hint);
}

function readExecution(root: YamlNode): Result<string | null> {
  const node = mapGet(root, 'execution');
  if (node === undefined || node.kind === 'null') return ok(null);
  if (node.kind !== 'string') return refuse(wrongType('execution', 'string', node));
  const lower = node.value.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  if (EXECUTIONS.has(lower)) return ok(lower);
  return refuse(`field 'execution' has invalid type (expected one of: wasm, native, static, got ${node.value})`);
}

function readRequires(
  root: YamlNode,
  runtime: string,
): Result<Pick<PackedManifest, 'requiresFiles' | 'requiresWritten'>> {
  const node = mapGet(root, 'requires_files');
  if (node === undefined || node.kind === 'null')
    return ok({ requiresFiles: runtime === 'skill' ? ['skill.md'] : [], requiresWritten: false });
  if (node.kind !== 'seq') return refuse(wrongType('requires_files', 'sequence of strings', node));
  const odd = node.items.find((item) => item.kind !== 'string');
  if (odd) return refuse(wrongType('requires_files', 'sequence of strings', odd));
  return ok({ requiresFiles: node.items.map((item) => stringOf(item) ?? ''), requiresWritten: true });
}

/** The name and version a manifest gives, whatever else is wrong with it; empty where it gives none. */
export function identityOf(document: ManifestDocument): { readonly name: string; readonly version: string } {
  const root = untagged(document.root);
  return {
    name: scalarText(document, mapGet(root, 'name')) ?? '',
    version: scalarText(document, mapGet(root, 'version')) ?? '',
  };
}

/**
 * The text of a scalar as a typed text field takes it: a number or a boolean as it is spelled. Null for nothing and for
 * collections.
 */
export function scalarText(document: ManifestDocument, node: YamlNode | undefined): string | null {
  if (node === undefined) return null;
  const inner = untagged(node);
  if (inner.kind === 'string') return inner.value;
  if (inner.kind === 'null' || inner.kind === 'seq' || inner.kind === 'map') return null;
  return document.text.slice(inner.range.start, inner.range.end);
}
