import { err, failure, type Result } from '../../shared/result';
import type { Archive } from '../package/archive';
import { readEntry, streamEntry } from '../package/read';
import { type Interfaces, readInterfaces } from '../package/wasm';
import { outermostInterfaces } from './wasm-stream';

/** A payload of up to so many bytes is read whole; a larger one is streamed, or left when little is to be read. */
export const WHOLE_PAYLOAD = 64 * 1024 * 1024;

export interface InterfaceOptions {
  /** Bytes that one read may give. */
  readonly ceiling: number;
  /** Whether a payload over 64 MiB is read too. */
  readonly large: boolean;
  readonly signal?: AbortSignal;
}

/** What a wasm payload asks for and gives; fails for bytes that are no wasm, and for a large one that is not read. */
export async function payloadInterfaces(
  archive: Archive,
  index: number,
  options: InterfaceOptions,
): Promise<Result<Interfaces>> {
  const { ceiling, large, signal } = options;
  if (archive.sizeOf(index) <= WHOLE_PAYLOAD) {
    const bytes = readEntry(archive, index, { limit: Math.min(ceiling, WHOLE_PAYLOAD) });
    if (bytes.ok) return readInterfaces(bytes.value);
    if (bytes.error.code !== 'over-ceiling' || ceiling <= WHOLE_PAYLOAD) return bytes;
  }
  if (!large)
    return err(
      failure(
        'not-read',
        `the payload has more than ${WHOLE_PAYLOAD} bytes and was not read`,
        'Leave out --no-digest.',
      ),
    );
  return outermostInterfaces(streamEntry(archive, index, { limit: ceiling, ...(signal ? { signal } : {}) }));
}

/** What a group of interfaces lets a payload do, in the words of the overview. */
export type InterfaceGroup = 'network' | 'files' | 'environment' | 'clocks' | 'random' | 'tools' | 'other';

/** Which interface belongs to which group; the first match counts. `wasi:io` and the like carry no power of their own. */
const GROUPS: readonly (readonly [RegExp, InterfaceGroup])[] = [
  [/^wasi:(?:http|sockets|tls)\//, 'network'],
  [/^wasi:(?:filesystem|blobstore)\//, 'files'],
  [/^wasi:(?:cli\/environment|config\/|runtime-config\/)/, 'environment'],
  [/^wasi:clocks\//, 'clocks'],
  [/^wasi:random\//, 'random'],
  [/^murmur:/, 'tools'],
];

/** The group of an imported interface, as `wasi:http/types@0.2.0`. */
export function groupOf(name: string): InterfaceGroup {
  return GROUPS.find(([pattern]) => pattern.test(name))?.[1] ?? 'other';
}

/** Interfaces by group, each in the order given. */
export function byGroup(names: readonly string[]): ReadonlyMap<InterfaceGroup, readonly string[]> {
  const groups = new Map<InterfaceGroup, string[]>();
  for (const name of names) {
    const group = groupOf(name);
    const held = groups.get(group);
    if (held) held.push(name);
    else groups.set(group, [name]);
  }
  return groups;
}
