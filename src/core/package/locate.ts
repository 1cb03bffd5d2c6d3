import type { ByteSource } from '../io/source';
import { type Directory, DirectoryReader } from './directory';
import {
  type ClaimReading,
  claimOf,
  type DirectoryClaim,
  type Finders,
  readClaim,
  readEndFields,
  type Weight,
} from './end-record';
import { DIRECTORY_RECORD, END_RECORD, LOCAL_HEADER, viewOf, ZIP64_END_RECORD } from './format';
import { backwards, ForwardFinder } from './scan';
import { TABLE_LIMITS, type TableLimits } from './table';

/** Murmur looks for the end record's start in so many last bytes of the file. */
const END_RECORD_REACH = 65_572;
/** Records looked at and KiB read over all end records before the search is given up; an honest archive needs its own. */
const WORK_BUDGET = 500_000;
/** Zip64 end records looked at, over all end records, before the search is given up; an honest archive has one. */
const ZIP64_BUDGET = 50_000;
/** So many end records passed over are worth a word of their own. */
const MANY_END_RECORDS = 100;
/** Bytes before an end record in which a lost directory is looked for, and the work for all of them. */
const SALVAGE_REACH = 1 << 26;
const SALVAGE_BUDGET = 300_000;

/** An end record that was passed over, and why. */
export interface PassedOver {
  readonly offset: number;
  readonly reason: string;
}

/** The directory that the archive's readers go by, and how it was come by. */
export interface Located {
  readonly claim: DirectoryClaim;
  readonly directory: Directory;
  /** Murmur's reason for refusing the file, null where it opens it. */
  readonly refusal: string | null;
  /** Where the reason stands. */
  readonly refusalOffset: number | null;
  /** End records behind the one that is used, last one first. */
  readonly passedOver: readonly PassedOver[];
  /** Set when the search stopped at its budget or met more end records than anyone writes. */
  readonly tooManyEnds: number | null;
}

/** Nothing to list; the reason is Murmur's. */
export interface NotLocated {
  readonly reason: string;
  readonly endRecords: number;
}

/**
 * Finds the directory as Murmur does: the last end record whose directory reads without a fault. Where Murmur gives up,
 * the directory that can be listed best, with its reason.
 */
export function locateDirectory(source: ByteSource, limits: TableLimits = TABLE_LIMITS): Located | NotLocated {
  const finders: Finders = {
    record: new ForwardFinder(source, DIRECTORY_RECORD),
    zip64End: new ForwardFinder(source, ZIP64_END_RECORD),
    zip64Left: ZIP64_BUDGET,
  };
  const reader = new DirectoryReader(source, limits);
  const passedOver: (PassedOver & { readonly reading: ClaimReading })[] = [];
  const reasons = new Reasons();
  let exhausted = false;
  for (const offset of backwards(source, END_RECORD, END_RECORD_REACH)) {
    if (reader.work > WORK_BUDGET || finders.zip64Left < 0) {
      exhausted = true;
      break;
    }
    const reading = readClaim(source, offset, finders);
    if (!reading.ok) {
      reasons.add(reading.reason, reading.weight);
      passedOver.push({ offset, reason: reading.reason, reading });
      continue;
    }
    // The first one is nearly always good: it is read into the table at once. Later ones are only judged at first.
    const first = passedOver.length === 0 ? reader.load(reading.claim) : null;
    const fault = first ? first.fault : reader.probe(reading.claim);
    if (fault === null) {
      const directory = first ?? reader.load(reading.claim);
      const tooManyEnds = passedOver.length >= MANY_END_RECORDS ? passedOver.length : null;
      return { claim: reading.claim, directory, refusal: null, refusalOffset: null, passedOver, tooManyEnds };
    }
    reasons.add(fault, 'directory');
    passedOver.push({ offset, reason: fault, reading });
  }
  exhausted ||= finders.zip64Left < 0;
  const reason = reasons.last;
  const salvaged = salvage(source, reader, finders, passedOver);
  if (salvaged === null) return { reason, endRecords: passedOver.length };
  const tooManyEnds = exhausted || passedOver.length >= MANY_END_RECORDS ? passedOver.length : null;
  return {
    ...salvaged,
    refusal: reason,
    refusalOffset: salvaged.directory.faultOffset ?? salvaged.claim.endOffset,
    passedOver: passedOver.filter((one) => one.offset > salvaged.claim.endOffset),
    tooManyEnds,
  };
}

/** Which of several reasons Murmur tells. */
class Reasons {
  readonly #said = new Map<Weight, string>();

  add(reason: string, weight: Weight): void {
    if (weight !== 'record' || (!this.#said.has('record') && !this.#said.has('place'))) this.#said.set(weight, reason);
  }

  get last(): string {
    const [directory, place, record] = (['directory', 'place', 'record'] as const).map((weight) =>
      this.#said.get(weight),
    );
    return directory ?? place ?? record ?? 'invalid Zip archive: Could not find EOCD';
  }
}

type Salvaged = Pick<Located, 'claim' | 'directory'>;

/** The first directory that lists anything, trying what each end record says and then what stands before it. */
function salvage(
  source: ByteSource,
  reader: DirectoryReader,
  finders: Finders,
  ends: readonly { readonly offset: number; readonly reading: ClaimReading }[],
): Salvaged | null {
  const budget = reader.work + SALVAGE_BUDGET;
  for (const { offset, reading } of ends.slice(0, MANY_END_RECORDS)) {
    if (reader.work > budget) return null;
    const found = salvageOne(source, reader, finders, offset, reading, budget);
    if (found) return found;
  }
  return null;
}

function salvageOne(
  source: ByteSource,
  reader: DirectoryReader,
  finders: Finders,
  offset: number,
  reading: ClaimReading,
  budget: number,
): Salvaged | null {
  if (reading.ok) {
    const directory = reader.load(reading.claim);
    if (directory.table.count > 0) return { claim: reading.claim, directory };
  }
  const end = readEndFields(source, offset);
  if (end && end.total === 0 && end.count === 0 && end.size === 0) {
    const claim = claimOf({ ...end, offset: 0 }, offset, offset);
    return { claim, directory: reader.load(claim) };
  }
  const start = directoryBefore(reader, finders.record, offset, end?.size ?? 0, budget);
  if (start === null) return null;
  const stated = end?.offset ?? start;
  const plain = claimOf(
    end ?? { disk: 0, directoryDisk: 0, count: 0, total: 0, size: 0, offset: start, commentLength: 0 },
    offset,
    0,
  );
  const claim = { ...plain, start, shift: start - stated };
  const directory = reader.load(claim);
  if (directory.table.count === 0) return null;
  // The stated offset is wrong or the bytes in front are not counted: the first local header tells.
  const local = directory.table.localOffset[0] ?? 0;
  if (claim.shift === 0 || startsLocal(source, local)) return { claim, directory };
  const unshifted = { ...claim, shift: 0 };
  return { claim: unshifted, directory: reader.load(unshifted) };
}

function startsLocal(source: ByteSource, offset: number): boolean {
  const view = viewOf(source.read(offset, 4));
  return view.byteLength === 4 && view.getUint32(0, true) === LOCAL_HEADER;
}

/** Where a directory starts that ends right at an end record: its stated size before it, else the first chain that fits. */
function directoryBefore(
  reader: DirectoryReader,
  records: ForwardFinder,
  end: number,
  size: number,
  budget: number,
): number | null {
  if (size > 0 && size <= end && records.next(end - size, end) === end - size) return end - size;
  const visited = new Set<number>();
  let best: number | null = null;
  let bestEnd = 0;
  let at = records.next(Math.max(0, end - SALVAGE_REACH), end);
  for (; at !== null && reader.work <= budget; at = records.next(at + 1, end)) {
    if (visited.has(at)) continue;
    const chainEnd = reader.chainEnd(at, end, visited);
    if (chainEnd === end) return at;
    if (chainEnd > bestEnd) [best, bestEnd] = [at, chainEnd];
  }
  return best;
}
