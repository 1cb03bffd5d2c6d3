import { MADE_BY_DOS } from './format';

/** What is kept of a directory at most; one beyond is listed in part and says so (`directory-too-large`). */
export interface TableLimits {
  readonly records: number;
  /** Bytes of all names. */
  readonly nameBytes: number;
}
export const TABLE_LIMITS: TableLimits = { records: 4_000_000, nameBytes: 1 << 28 };

/** One directory record on its way into the table; reused, so that 100,000 records are not 100,000 objects. */
export interface RawRecord {
  recordOffset: number;
  madeBy: number;
  flags: number;
  method: number;
  dosTime: number;
  crc: number;
  packed: number;
  size: number;
  disk: number;
  attributes: number;
  localOffset: number;
  /** The name that counts: a valid Unicode path field's, else the record's own. */
  name: Uint8Array;
}

function grown<T extends Float64Array | Uint32Array | Uint16Array | Uint8Array>(
  old: T,
  make: new (length: number) => T,
  length: number,
): T {
  const next = new make(length);
  next.set(old);
  return next;
}

/** The directory's records as columns, and their names as slices of one piece of memory. */
export class RecordTable {
  count = 0;
  recordOffset = new Float64Array(64);
  packed = new Float64Array(64);
  size = new Float64Array(64);
  localOffset = new Float64Array(64);
  crc = new Uint32Array(64);
  dosTime = new Uint32Array(64);
  attributes = new Uint32Array(64);
  nameStart = new Uint32Array(64);
  nameLength = new Uint16Array(64);
  madeBy = new Uint16Array(64);
  flags = new Uint16Array(64);
  method = new Uint16Array(64);
  disk = new Uint16Array(64);
  names = new Uint8Array(4096);
  #nameEnd = 0;
  readonly #limits: TableLimits;

  constructor(limits: TableLimits = TABLE_LIMITS) {
    this.#limits = limits;
  }

  /** Adds a record; false when the table is full. */
  add(record: RawRecord): boolean {
    const index = this.count;
    const nameEnd = this.#nameEnd + record.name.length;
    if (index >= this.#limits.records || nameEnd > this.#limits.nameBytes) return false;
    if (index === this.size.length) this.#grow(index * 2);
    if (nameEnd > this.names.length) {
      this.names = grown(this.names, Uint8Array, Math.max(nameEnd, this.names.length * 2));
    }
    this.names.set(record.name, this.#nameEnd);
    this.nameStart[index] = this.#nameEnd;
    this.nameLength[index] = record.name.length;
    this.#nameEnd = nameEnd;
    this.recordOffset[index] = record.recordOffset;
    this.packed[index] = record.packed;
    this.size[index] = record.size;
    this.localOffset[index] = record.localOffset;
    this.crc[index] = record.crc;
    this.dosTime[index] = record.dosTime;
    this.attributes[index] = record.attributes;
    this.madeBy[index] = record.madeBy;
    this.flags[index] = record.flags;
    this.method[index] = record.method;
    this.disk[index] = record.disk;
    this.count = index + 1;
    return true;
  }

  #grow(length: number): void {
    this.recordOffset = grown(this.recordOffset, Float64Array, length);
    this.packed = grown(this.packed, Float64Array, length);
    this.size = grown(this.size, Float64Array, length);
    this.localOffset = grown(this.localOffset, Float64Array, length);
    this.crc = grown(this.crc, Uint32Array, length);
    this.dosTime = grown(this.dosTime, Uint32Array, length);
    this.attributes = grown(this.attributes, Uint32Array, length);
    this.nameStart = grown(this.nameStart, Uint32Array, length);
    this.nameLength = grown(this.nameLength, Uint16Array, length);
    this.madeBy = grown(this.madeBy, Uint16Array, length);
    this.flags = grown(this.flags, Uint16Array, length);
    this.method = grown(this.method, Uint16Array, length);
    this.disk = grown(this.disk, Uint16Array, length);
  }

  /** The name's bytes: a view, never to be written to. */
  rawName(index: number): Uint8Array {
    const start = this.nameStart[index] ?? 0;
    return this.names.subarray(start, start + (this.nameLength[index] ?? 0));
  }

  /** Unix mode bits, or null where the record was made by DOS or has no attributes (spec 7, "Kinds"). */
  mode(index: number): number | null {
    const attributes = this.attributes[index] ?? 0;
    if (attributes === 0 || (this.madeBy[index] ?? 0) >>> 8 === MADE_BY_DOS) return null;
    return attributes >>> 16;
  }
}
