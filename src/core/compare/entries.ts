import type { ChangeReason } from '../../shared/models/compare';
import { err, ok, type Result } from '../../shared/result';
import { cancelled } from '../io/digest';
import { Turns } from '../io/turns';
import type { Archive } from '../package/archive';
import { ContentComparer } from './content';
import { pairByName } from './pairs';
import { findRenames, type Renamed } from './renames';

/**
 * What is read of contents. `checksums`: nothing, size and CRC-32 of the directories decide. `renamed`: the bytes of those
 * that seem to be renamed. `all`: also of those that stand in both with equal size and CRC-32, which anybody can make equal.
 */
export type ContentsRead = 'checksums' | 'renamed' | 'all';

export interface EntryCompareOptions {
  readonly contents: ContentsRead;
  /** Bytes that one entry may give. */
  readonly ceiling: number;
  /** Packed bytes that are read of both at most; what is beyond is taken at its checksum. */
  readonly readLimit: number;
  readonly signal?: AbortSignal;
  /** Entries done, of those whose bytes are compared. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** An entry that stands in both packages and differs. Indexes of the two directories. */
export interface Changed {
  readonly a: number;
  readonly b: number;
  readonly reason: ChangeReason;
}

/** How the entries of two archives differ, by indexes of their directories, each list in directory order. */
export interface EntryDifferences {
  readonly added: readonly number[];
  readonly removed: readonly number[];
  readonly renamed: readonly Renamed[];
  readonly changed: readonly Changed[];
  readonly same: number;
  /** Entries taken as equal by size and CRC-32 because `readLimit` was reached. */
  readonly unverified: number;
  /** Of each record of the first archive the record of the second that it became, -1 for none. */
  readonly became: Int32Array;
}

/**
 * Compares the records of two archives. Every record counts, also those that Murmur does not see; names are compared as
 * bytes, then as safe names. Fails with `cancelled`; throws `SourceError` as sources do.
 */
export async function compareEntries(
  a: Archive,
  b: Archive,
  options: EntryCompareOptions,
): Promise<Result<EntryDifferences>> {
  if (options.signal?.aborted) return err(cancelled());
  const turns = new Turns(options.signal);
  const paired = await pairByName(a, b, turns);
  if (!paired.ok) return paired;
  const pairs = paired.value;
  const { ceiling, readLimit, signal } = options;
  const comparer = new ContentComparer(a, b, { ceiling, readLimit, signal });
  const sorted = await sortPairs(a, b, pairs.toB, { comparer, options, turns });
  if (!sorted.ok) return sorted;
  const renames = await findRenames(a, b, pairs, options.contents === 'checksums' ? null : comparer, turns);
  if (!renames.ok) return renames;
  for (const { a: from, b: to } of renames.value) pairs.join(from, to);
  const { changed, respelled, same, unverified } = sorted.value;
  return ok({
    added: pairs.aloneInB(),
    removed: pairs.aloneInA(),
    renamed: [...respelled, ...renames.value].sort((left, right) => left.a - right.a),
    changed,
    same,
    unverified,
    became: pairs.toB,
  });
}

interface Sorting {
  readonly comparer: ContentComparer;
  readonly options: EntryCompareOptions;
  readonly turns: Turns;
}

interface Sorted {
  readonly changed: Changed[];
  /** Spelled in another way, with the same safe name and content. */
  readonly respelled: Renamed[];
  same: number;
  unverified: number;
}

async function sortPairs(a: Archive, b: Archive, toB: Int32Array, sorting: Sorting): Promise<Result<Sorted>> {
  const { comparer, options, turns } = sorting;
  const sorted: Sorted = { changed: [], respelled: [], same: 0, unverified: 0 };
  for (let from = 0; from < toB.length; from++) {
    const to = toB[from] ?? -1;
    if (turns.due) {
      options.onProgress?.(from, toB.length);
      if (await turns.take()) return err(cancelled());
    }
    if (to < 0) continue;
    let reason = claimedDifference(a, from, b, to);
    let isVerified = false;
    if (reason === null && options.contents === 'all') {
      const answer = await comparer.compare(from, to);
      if (!answer.ok) return answer;
      isVerified = answer.value !== 'not-read';
      if (!isVerified) sorted.unverified++;
      if (answer.value === 'different') reason = 'same-checksum';
      if (answer.value === 'unreadable') reason = 'unreadable';
    }
    if (reason !== null) sorted.changed.push({ a: from, b: to, reason });
    else if (isRespelled(a, from, b, to)) sorted.respelled.push({ a: from, b: to, verified: isVerified });
    else sorted.same++;
  }
  options.onProgress?.(toB.length, toB.length);
  return ok(sorted);
}

/** What the directories say: another size or checksum, or a link on one side only. */
function claimedDifference(a: Archive, from: number, b: Archive, to: number): ChangeReason | null {
  if ((a.kindOf(from) === 'symlink') !== (b.kindOf(to) === 'symlink')) return 'link';
  return a.sizeOf(from) !== b.sizeOf(to) || a.crcOf(from) !== b.crcOf(to) ? 'content' : null;
}

function isRespelled(a: Archive, from: number, b: Archive, to: number): boolean {
  return Buffer.compare(a.rawNameOf(from), b.rawNameOf(to)) !== 0;
}
