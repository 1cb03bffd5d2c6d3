import type { ByteSource } from '../io/source';
import { Window } from './directory-window';
import { type ExtraFields, readExtraFields } from './extra';
import { DIRECTORY_RECORD, DIRECTORY_RECORD_SIZE, LOCAL_HEADER_SIZE, SEE_ZIP64_32 } from './format';
import { type RawRecord, RecordTable, TABLE_LIMITS, type TableLimits } from './table';
import { judgeUnicodePaths, type UnicodePath } from './unicode-path';

/** A directory as it was read, with the oddities that only few records have. */
export interface Directory {
  readonly table: RecordTable;
  /** First byte after the last whole record. */
  readonly end: number;
  /** Murmur's reason for refusing it, null where it takes it. */
  readonly fault: string | null;
  /** Where the fault stands. */
  readonly faultOffset: number | null;
  readonly unicodePaths: ReadonlyMap<number, UnicodePath>;
  /** Murmur's words for extra fields that refuse the archive. */
  readonly extraFaults: ReadonlyMap<number, string>;
  /** Records with FFFFFFFF in a field and no zip64 field for it. */
  readonly zip64Missing: ReadonlySet<number>;
  /** Offset of a record that is cut by the end of the file, else null. */
  readonly cutAt: number | null;
  /** Whether the table was full before the directory ended. */
  readonly full: boolean;
}

/** What a walk is about: where it starts, what is added to local offsets, how many records count, where it must end. */
export interface WalkPlan {
  readonly start: number;
  readonly shift: number;
  readonly count: number;
  readonly limit: number;
}

/**
 * What is known of the chain of records from a place on. Murmur reads all fixed parts before it looks at names and extra
 * fields, so a fault of the chain itself comes before theirs.
 */
interface Known {
  /** Whole records from here to where the chain breaks, and why it breaks. */
  readonly records: number;
  readonly breaks: string;
  /** The first record from here with a fault of its own, counted from 0, else -1. */
  readonly faulty: number;
  readonly fault: string;
}

const INVALID = 'invalid Zip archive: Invalid Central Directory header';
const SHORT = 'invalid Zip archive: Unexpected end of zip::format::blocks::ZipCentralEntryBlock';
const PAST_END = 'invalid Zip archive: Variable-length field extends beyond file boundary';
const TOO_LARGE = 'invalid Zip archive: Archive header is too large';

/** Reads the records of a directory, one after another, and judges them as Murmur does (spec 7, "Directory"). */
export class DirectoryReader {
  readonly #source: ByteSource;
  readonly #limits: TableLimits;
  readonly #window: Window;
  readonly #known = new Map<number, Known>();
  readonly #record: RawRecord = {
    recordOffset: 0,
    madeBy: 0,
    flags: 0,
    method: 0,
    dosTime: 0,
    crc: 0,
    packed: 0,
    size: 0,
    disk: 0,
    attributes: 0,
    localOffset: 0,
    name: new Uint8Array(0),
  };
  readonly #extra: ExtraFields = {
    size: 0,
    packed: 0,
    localOffset: 0,
    hugeOffset: null,
    zip64: false,
    unicodePaths: [],
    aes: false,
    fault: null,
  };
  /** The index in the window of the record last read, and its whole length. */
  #length = 0;
  #steps = 0;

  constructor(source: ByteSource, limits: TableLimits = TABLE_LIMITS) {
    this.#source = source;
    this.#limits = limits;
    this.#window = new Window(source);
  }

  /** Work done over all walks: records looked at, and KiB read. */
  get work(): number {
    return this.#steps + this.#window.read / 1024;
  }

  /**
   * Only Murmur's verdict: its reason for refusing the directory, or null. What was learnt about a broken chain of records
   * is remembered, so that many claims about one file cost no more than its records.
   */
  probe(plan: WalkPlan): string | null {
    const passed: { at: number; fault: string | null }[] = [];
    this.#window.expect(0);
    let at = plan.start;
    let tooLarge = false;
    let known: Known | undefined;
    while (passed.length < plan.count) {
      known = this.#known.get(at);
      if (known) break;
      const reason = this.#read(at);
      if (this.#length === 0 && reason !== PAST_END) {
        known = { records: 0, breaks: reason ?? INVALID, faulty: -1, fault: '' };
        this.#known.set(at, known);
        break;
      }
      tooLarge ||= this.#tooLarge(plan.shift);
      passed.push({ at, fault: reason });
      at += this.#length;
      if (this.#length === 0) at = this.#source.size;
    }
    if (known) this.#remember(passed, known);
    const whole = known ? this.#verdict(plan) : (passed.find((one) => one.fault !== null)?.fault ?? null);
    return whole ?? (tooLarge ? TOO_LARGE : null);
  }

  #verdict(plan: WalkPlan): string | null {
    const known = this.#known.get(plan.start);
    if (!known) return null;
    if (known.records < plan.count) return known.breaks;
    return known.faulty >= 0 && known.faulty < plan.count ? known.fault : null;
  }

  #remember(passed: readonly { at: number; fault: string | null }[], end: Known): void {
    let known = end;
    for (let place = passed.length - 1; place >= 0; place--) {
      const { at, fault } = passed[place] ?? { at: 0, fault: null };
      const faulty = known.faulty < 0 ? -1 : known.faulty + 1;
      known = { records: known.records + 1, breaks: known.breaks, faulty, fault: known.fault };
      if (fault !== null) known = { ...known, faulty: 0, fault };
      this.#known.set(at, known);
    }
  }

  /** Reads the directory into a table: all records Murmur counts and those that follow, as far as there are any. */
  load(plan: WalkPlan): Directory {
    const table = new RecordTable(this.#limits);
    const unicodePaths = new Map<number, UnicodePath>();
    const extraFaults = new Map<number, string>();
    const zip64Missing = new Set<number>();
    const faults = new Faults();
    let cutAt: number | null = null;
    let full = false;
    let at = plan.start;
    this.#window.expect(plan.limit - plan.start);
    for (let index = 0; ; index++) {
      const counted = index < plan.count;
      if (!counted && !this.#startsRecord(at, plan.limit)) break;
      const reason = this.#read(at);
      if (counted) faults.add(reason ?? (this.#tooLarge(plan.shift) ? TOO_LARGE : null), at, this.#length === 0);
      if (this.#length === 0) {
        if (reason === PAST_END || this.#startsRecord(at, plan.limit)) cutAt = at;
        // Murmur goes on behind the record's stated end, where nothing is.
        if (reason === PAST_END && index + 1 < plan.count) faults.add(SHORT, this.#source.size, true);
        break;
      }
      this.#record.localOffset += plan.shift;
      if (!full && !this.#keep(table, { unicodePaths, extraFaults, zip64Missing })) full = true;
      at += this.#length;
    }
    return { table, end: at, ...faults.first, unicodePaths, extraFaults, zip64Missing, cutAt, full };
  }

  /**
   * How far a chain of records goes from an offset: the first byte after the last whole one. Stops where it meets a record
   * that an earlier chain went through.
   */
  chainEnd(start: number, limit: number, visited: Set<number>): number {
    let at = start;
    while (!visited.has(at) && this.#startsRecord(at, limit)) {
      visited.add(at);
      this.#steps++;
      const index = this.#window.at(at, DIRECTORY_RECORD_SIZE);
      if (index < 0) break;
      const { view } = this.#window;
      const variable =
        view.getUint16(index + 28, true) + view.getUint16(index + 30, true) + view.getUint16(index + 32, true);
      at += DIRECTORY_RECORD_SIZE + variable;
    }
    return at;
  }

  #startsRecord(at: number, limit: number): boolean {
    if (at + 4 > limit) return false;
    const index = this.#window.at(at, 4);
    return index >= 0 && this.#window.view.getUint32(index, true) === DIRECTORY_RECORD;
  }

  #keep(
    table: RecordTable,
    odd: {
      unicodePaths: Map<number, UnicodePath>;
      extraFaults: Map<number, string>;
      zip64Missing: Set<number>;
    },
  ): boolean {
    const index = table.count;
    const { unicodePaths, fault, zip64 } = this.#extra;
    if (unicodePaths.length > 0) {
      const path = judgeUnicodePaths(unicodePaths, this.#record.name);
      odd.unicodePaths.set(index, path);
      this.#record.name = path.name;
    }
    if (fault !== null) odd.extraFaults.set(index, fault);
    const wanted =
      this.#record.size === SEE_ZIP64_32 ||
      this.#record.packed === SEE_ZIP64_32 ||
      this.#extra.localOffset === SEE_ZIP64_32;
    if (wanted && !zip64) odd.zip64Missing.add(index);
    return table.add(this.#record);
  }

  #tooLarge(shift: number): boolean {
    return this.#extra.hugeOffset !== null && this.#extra.hugeOffset + BigInt(shift) >= 1n << 64n;
  }

  /**
   * Reads the record at an offset. Gives Murmur's reason for refusing it, or null; `#length` is 0 where there is no whole
   * record to go on from.
   */
  #read(at: number): string | null {
    this.#steps++;
    this.#length = 0;
    let index = this.#window.at(at, DIRECTORY_RECORD_SIZE);
    if (index < 0) return SHORT;
    let view = this.#window.view;
    if (view.getUint32(index, true) !== DIRECTORY_RECORD) return INVALID;
    const nameLength = view.getUint16(index + 28, true);
    const extraLength = view.getUint16(index + 30, true);
    const length = DIRECTORY_RECORD_SIZE + nameLength + extraLength + view.getUint16(index + 32, true);
    index = this.#window.at(at, length);
    if (index < 0) return PAST_END;
    view = this.#window.view;
    this.#length = length;
    const extra = this.#extra;
    extra.size = view.getUint32(index + 24, true);
    extra.packed = view.getUint32(index + 20, true);
    extra.localOffset = view.getUint32(index + 42, true);
    extra.hugeOffset = null;
    extra.zip64 = false;
    if (extra.unicodePaths.length > 0) extra.unicodePaths = [];
    extra.aes = false;
    extra.fault = null;
    const nameStart = index + DIRECTORY_RECORD_SIZE;
    if (extraLength > 0) {
      readExtraFields(this.#window.bytes.subarray(nameStart + nameLength, nameStart + nameLength + extraLength), extra);
    }
    const record = this.#record;
    record.recordOffset = at;
    record.madeBy = view.getUint16(index + 4, true);
    record.flags = view.getUint16(index + 8, true);
    record.method = view.getUint16(index + 10, true);
    record.dosTime = view.getUint32(index + 12, true);
    record.crc = view.getUint32(index + 16, true);
    record.disk = view.getUint16(index + 34, true);
    record.attributes = view.getUint32(index + 38, true);
    record.packed = extra.packed;
    record.size = extra.size;
    record.localOffset = extra.localOffset;
    record.name = this.#window.bytes.subarray(nameStart, nameStart + nameLength);
    return extra.fault;
  }
}

/** The fault that Murmur tells of: where the chain of records breaks, else the first in a record. */
class Faults {
  #breaks: string | null = null;
  #inside: string | null = null;
  #breaksAt = 0;
  #insideAt = 0;

  add(reason: string | null, at: number, breaks: boolean): void {
    if (reason === null) return;
    if (breaks && reason !== PAST_END) [this.#breaks, this.#breaksAt] = [this.#breaks ?? reason, at];
    else if (this.#inside === null) [this.#inside, this.#insideAt] = [reason, at];
  }

  get first(): { fault: string | null; faultOffset: number | null } {
    if (this.#breaks !== null) return { fault: this.#breaks, faultOffset: this.#breaksAt };
    return { fault: this.#inside, faultOffset: this.#inside === null ? null : this.#insideAt };
  }
}

/** Where a record's data ends at the earliest: fixed local header, name, data. */
export function leastEnd({ table, unicodePaths }: Directory, index: number): number {
  const nameLength = unicodePaths.get(index)?.headerName.length ?? table.nameLength[index] ?? 0;
  return (table.localOffset[index] ?? 0) + LOCAL_HEADER_SIZE + nameLength + (table.packed[index] ?? 0);
}
