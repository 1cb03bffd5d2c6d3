import type {
  ConfigChange,
  ConfigState,
  GrantChange,
  InterfaceChanges,
  KeyChanges,
  PayloadChange,
} from '../../shared/models/compare';
import type { Grant, Payload } from '../../shared/models/package';
import type { Failure } from '../../shared/result';
import { type ArtifactEntry, lowerEntry } from '../manifest/launch';
import type { PackageModel } from '../model/model';
import { keyChanges, sameValue } from './keys';

const NO_KEYS: KeyChanges = { added: [], removed: [], changed: [], more: false };

/** Where two manifests differ, as paths of keys; of one that cannot be read why, and no paths. */
export function manifestChanges(a: PackageModel, b: PackageModel) {
  const [left, right] = [a.parts.manifest, b.parts.manifest];
  const isRead = left.document !== null && right.document !== null;
  const changes = isRead ? keyChanges(left.document?.root, right.document?.root, { manifest: true }) : NO_KEYS;
  const why = ({ document, packed }: typeof left) => (document === null && !packed.ok ? failureOf(packed.error) : null);
  return { ...changes, unreadable: { from: why(left), to: why(right) } };
}

const failureOf = ({ message, hint }: Failure) => ({ code: null, message, ...(hint === undefined ? {} : { hint }) });

/** The grants that came, went, or allow other values, by artifact and key. Rows of one artifact and key count together. */
export function grantChanges(from: readonly Grant[], to: readonly Grant[]): GrantChange[] {
  const [left, right] = [byKey(from), byKey(to)];
  const changes: GrantChange[] = [];
  for (const [key, { artifact, key: path, values }] of left) {
    const other = right.get(key);
    if (other === undefined) {
      changes.push({ artifact, key: path, change: 'removed', added: [], removed: [...values] });
      continue;
    }
    const added = without(other.values, values);
    const removed = without(values, other.values);
    if (added.length + removed.length > 0) changes.push({ artifact, key: path, change: 'changed', added, removed });
  }
  for (const [key, { artifact, key: path, values }] of right)
    if (!left.has(key)) changes.push({ artifact, key: path, change: 'added', added: [...values], removed: [] });
  return changes;
}

interface Granted {
  readonly artifact: string | null;
  readonly key: string;
  readonly values: Set<string>;
}

function byKey(grants: readonly Grant[]): Map<string, Granted> {
  const map = new Map<string, Granted>();
  for (const { artifact, key, values } of grants) {
    const id = JSON.stringify([artifact, key]);
    const held = map.get(id);
    if (held === undefined) map.set(id, { artifact, key, values: new Set(values) });
    else for (const value of values) held.values.add(value);
  }
  return map;
}

/** What one list has and the other has not, in the list's order. */
function without(list: Iterable<string>, other: Iterable<string>): string[] {
  const known = new Set(other);
  return [...new Set(list)].filter((value) => !known.has(value));
}

/** Interfaces that the payload asks for or gives on one side only. */
export function interfaceChanges(from: Payload, to: Payload): InterfaceChanges {
  const names = (payload: Payload, which: 'imports' | 'exports') => ('error' in payload ? [] : (payload[which] ?? []));
  const between = (which: 'imports' | 'exports') => ({
    added: without(names(to, which), names(from, which)),
    removed: without(names(from, which), names(to, which)),
  });
  const why = (payload: Payload) => ('error' in payload ? null : (payload.interfaces?.error ?? null));
  return { imports: between('imports'), exports: between('exports'), unreadable: { from: why(from), to: why(to) } };
}

/** What would run on each side, where that differs. */
export function payloadChange(from: Payload, to: Payload): PayloadChange | null {
  const text = (payload: Payload) =>
    'error' in payload ? `none: ${payload.error.message}` : `${payload.entry ?? '(no file)'} (${payload.kind})`;
  return text(from) === text(to) ? null : { from: text(from), to: text(to) };
}

/** The artifacts whose `config:` differs: sizes and paths of keys, never a value. Artifacts are told by name. */
export function configChanges(a: PackageModel, b: PackageModel): ConfigChange[] {
  const [left, right] = [configured(a), configured(b)];
  const changes: ConfigChange[] = [];
  const say = (from: ArtifactEntry | undefined, to: ArtifactEntry | undefined) => {
    const artifact = (to ?? from)?.name ?? '';
    const [before, after] = [stateOf(from), stateOf(to)];
    const isEqual = from?.config && to?.config && sameValue(from.config, to.config);
    if (isEqual && JSON.stringify(before) === JSON.stringify(after)) return;
    const isBoth = from !== undefined && to !== undefined;
    const keys = isBoth ? keyChanges(from.config, to.config, { manifest: false }) : NO_KEYS;
    changes.push({ artifact, from: before, to: after, keys });
  };
  for (const [key, artifact] of left) say(artifact, right.get(key));
  for (const [key, artifact] of right) if (!left.has(key)) say(undefined, artifact);
  return changes;
}

/** Artifacts with a `config:`, by name and how often it stood before. */
function configured({ parts }: PackageModel): Map<string, ArtifactEntry> {
  const map = new Map<string, ArtifactEntry>();
  const counts = new Map<string, number>();
  for (const artifact of parts.manifest.launch?.artifacts ?? []) {
    if (artifact.config === undefined) continue;
    const count = (counts.get(artifact.name) ?? 0) + 1;
    counts.set(artifact.name, count);
    map.set(`${count} ${artifact.name}`, artifact);
  }
  return map;
}

/** Characters of a refusal that are told; it may quote a key of any length. */
const REFUSAL = 500;

function stateOf(artifact: ArtifactEntry | undefined): ConfigState | null {
  const lowered = artifact && lowerEntry(artifact);
  if (lowered === undefined) return null;
  if (!('refused' in lowered)) return { bytes: lowered.bytes };
  const { refused } = lowered;
  return { refused: refused.length <= REFUSAL ? refused : `${refused.slice(0, REFUSAL)}…` };
}
