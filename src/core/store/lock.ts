import type { Finding } from '../../shared/models/finding';
import { scalarText } from '../manifest/read';
import { decodeUtf8, utf8FaultText } from '../text/utf8';
import { showName } from '../text/visible';
import { mapGet, parseYaml, untagged, type YamlMapping, type YamlNode } from '../yaml';
import { projectFinding } from './project-findings';

/** The only lock version that Murmur reads (spec 2.2). */
export const LOCK_VERSION = 3;
/** Bytes of a lock file that are read at most; a real one has a few hundred for each artifact. */
export const LOCK_LIMIT = 4 * 1024 * 1024;

/** What a lock file pins of one artifact. */
export interface LockEntry {
  /** `scope/name`. */
  readonly name: string;
  readonly version: string;
  /** By platform; `any` is the one archive of every platform. */
  readonly digests: ReadonlyMap<string, string>;
  /** Who pinned it: `operator`, `runtime`. */
  readonly origin: string | null;
  readonly line: number;
}

export interface LockFile {
  readonly entries: readonly LockEntry[];
  /** As written; null where there is none to be read. */
  readonly version: string | null;
  /** Not empty where Murmur refuses the file; then `entries` are what could be made out. */
  readonly findings: readonly Finding[];
}

/** Reads the bytes of a `murmur.lock`. Never fails: what is wrong is a finding, what could be read is shown. */
export function readLock(bytes: Uint8Array): LockFile {
  const refused = (message: string): LockFile => ({
    entries: [],
    version: null,
    findings: [projectFinding('lock-refused', `murmur.lock ${message}`)],
  });
  if (bytes.length > LOCK_LIMIT) return refused(`has more than ${LOCK_LIMIT} bytes and is not read`);
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) return refused(`is not UTF-8: ${utf8FaultText(decoded.fault)}`);
  const { text } = decoded;
  const parsed = parseYaml(text);
  if (!parsed.ok) {
    const { line, message } = parsed.error;
    return refused(`is not YAML${line === null ? '' : `, line ${line}`}: ${message}`);
  }
  const root = untagged(parsed.value);
  if (root.kind !== 'map') return refused('is no mapping');
  const reading: Reading = { text, entries: [], names: new Set(), findings: [] };
  const version = readVersion(root, reading);
  const list = mapGet(root, 'artifacts');
  const inner = list && untagged(list);
  if (inner?.kind === 'seq') for (const [index, item] of inner.items.entries()) readEntry(item, index, reading);
  else reading.findings.push(projectFinding('lock-refused', "murmur.lock has no list 'artifacts'"));
  return { entries: reading.entries, version, findings: reading.findings };
}

interface Reading {
  readonly text: string;
  readonly entries: LockEntry[];
  readonly names: Set<string>;
  readonly findings: Finding[];
}

function readVersion(root: YamlMapping, { text, findings }: Reading): string | null {
  const node = mapGet(root, 'lock_version');
  const version = node === undefined ? null : scalarText({ text, root }, node);
  if (node !== undefined && node.kind === 'int' && node.value === BigInt(LOCK_VERSION)) return version;
  const what = version === null ? 'has no lock_version' : `has lock_version ${showName(version)}`;
  findings.push(projectFinding('lock-refused', `murmur.lock ${what}; Murmur reads ${LOCK_VERSION}`));
  return version;
}

function readEntry(node: YamlNode, index: number, reading: Reading): void {
  const { text, entries, names, findings } = reading;
  const field = (key: string) => scalarText({ text, root: node }, mapGet(node, key)) ?? '';
  const name = field('name');
  const called = name === '' ? `entry ${index + 1}` : showName(name);
  const line = node.range.line;
  const broken = (why: string) =>
    findings.push(projectFinding('lock-entry-broken', `murmur.lock line ${line}: ${called} ${why}`));
  if (untagged(node).kind !== 'map') return void broken('is no mapping');
  if (name.trim() === '') return void broken('has no name');
  const version = field('resolved_version');
  if (version.trim() === '') return void broken('has no resolved_version');
  const digests = readDigests(mapGet(node, 'sha256'), text);
  if (digests.size === 0) broken('pins no digest');
  if (digests.has('any') && digests.size > 1) broken('pins both one digest for all platforms and one for each');
  for (const [platform, digest] of digests)
    if (!/^[0-9a-f]{64}$/.test(digest)) broken(`pins no SHA-256 for ${showName(platform)}`);
  if (names.has(name))
    findings.push(projectFinding('lock-entry-twice', `murmur.lock line ${line}: ${called} stands there twice`));
  else entries.push({ name, version, digests, origin: field('origin') || null, line });
  names.add(name);
}

/** `any` or platforms, either straight below `sha256` or, as lock version 2 had them, below `platforms`. */
function readDigests(node: YamlNode | undefined, text: string): Map<string, string> {
  const digests = new Map<string, string>();
  const inner = node && untagged(node);
  if (inner?.kind !== 'map') return digests;
  for (const { key, value } of inner.entries) {
    const platform = scalarText({ text, root: inner }, key) ?? '';
    const below = untagged(value);
    if (below.kind === 'map') for (const [name, digest] of readDigests(below, text)) digests.set(name, digest);
    else digests.set(platform, scalarText({ text, root: inner }, value) ?? '');
  }
  return digests;
}
