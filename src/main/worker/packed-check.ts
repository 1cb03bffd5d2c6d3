import type { Entry } from '../../shared/models/package';

type Read = NonNullable<Entry['read']>;

/** Bytes of a SHA-256. */
const DIGEST = 32;

/**
 * What is known of a package's entries after a check, as it crosses from the process that made it to the one that shows
 * entries. In a few pieces of memory even for 100,000 entries, so that main, which only passes it on, is not held up.
 */
export interface PackedCheck {
  /** Distinct lists of ids of findings; `which` says for every record which one is its own. */
  readonly lists: readonly (readonly string[])[];
  readonly which: Uint32Array;
  /** Records that were read well, and their digests end to end. */
  readonly read: Uint32Array;
  readonly digests: Uint8Array;
  /** Records that could not be read, and why. */
  readonly failed: ReadonlyArray<readonly [index: number, read: Read]>;
}

/** Packs what a checked package says of its `count` entries. */
export function packCheck(entries: Iterable<Entry>, count: number): PackedCheck {
  const lists: (readonly string[])[] = [];
  const numbers = new Map<string, number>();
  const which = new Uint32Array(count);
  const read = new Uint32Array(count);
  const digests: Buffer[] = [];
  const failed: [number, Read][] = [];
  for (const entry of entries) {
    const key = entry.findings.join(' ');
    let number = numbers.get(key);
    if (number === undefined) {
      number = lists.push(entry.findings) - 1;
      numbers.set(key, number);
    }
    which[entry.index] = number;
    if (entry.read?.ok) read[digests.push(Buffer.from(entry.read.sha256, 'hex')) - 1] = entry.index;
    else if (entry.read) failed.push([entry.index, entry.read]);
  }
  const joined = new Uint8Array(digests.length * DIGEST);
  for (const [place, digest] of digests.entries()) joined.set(digest, place * DIGEST);
  return { lists, which, read: read.slice(0, digests.length), digests: joined, failed };
}

/** Entries with what a check found about them. */
export class CheckedEntries {
  readonly #check: PackedCheck;
  readonly #failed: ReadonlyMap<number, Read>;
  readonly #places: ReadonlyMap<number, number>;

  constructor(check: PackedCheck) {
    this.#check = check;
    this.#failed = new Map(check.failed);
    this.#places = new Map(Array.from(check.read, (index, place) => [index, place]));
  }

  join(entry: Entry): Entry {
    const findings = this.#check.lists[this.#check.which[entry.index] ?? -1] ?? entry.findings;
    const read = this.#readOf(entry.index);
    return { ...entry, findings: [...findings], ...(read ? { read } : {}) };
  }

  #readOf(index: number): Read | undefined {
    const place = this.#places.get(index);
    if (place === undefined) return this.#failed.get(index);
    const digest = this.#check.digests.subarray(place * DIGEST, (place + 1) * DIGEST);
    return { ok: true, sha256: Buffer.from(digest).toString('hex') };
  }
}
