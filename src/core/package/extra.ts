import { getUint64, SEE_ZIP64_32, viewOf } from './format';

/** What a directory record's extra fields change or break. Reused for every record, so that reading costs no objects. */
export interface ExtraFields {
  size: number;
  packed: number;
  localOffset: number;
  /** The local offset where a double cannot hold it. */
  hugeOffset: bigint | null;
  /** Whether a zip64 field was there. */
  zip64: boolean;
  /** Unicode path fields (7075), each still to be judged. Views, not copies. */
  unicodePaths: Uint8Array[];
  /** Whether a WinZip AES field (9901) stands there. */
  aes: boolean;
  /** Why Murmur refuses the archive for these fields, in its words. */
  fault: string | null;
}

const ZIP64 = 0x0001;
const NTFS = 0x000a;
const TIMESTAMP = 0x5455;
const UNICODE_COMMENT = 0x6375;
const UNICODE_PATH = 0x7075;
const AES = 0x9901;
const ALIGNMENT = 0xa11e;
const KNOWN: ReadonlySet<number> = new Set([ZIP64, NTFS, TIMESTAMP, UNICODE_COMMENT, UNICODE_PATH, AES, ALIGNMENT]);

const hex4 = (id: number) => `0x${id.toString(16).padStart(4, '0')}`;

type FieldReader = (view: DataView, at: number, length: number, out: ExtraFields, room: number) => string | null;

/** The fields whose content matters to Murmur, and what it asks of them. */
const READERS: ReadonlyMap<number, FieldReader> = new Map<number, FieldReader>([
  [ZIP64, readZip64],
  [NTFS, readNtfs],
  [TIMESTAMP, (_view, _at, length) => (length === 0 ? 'invalid Zip archive: Extended timestamp field is empty' : null)],
  [UNICODE_COMMENT, (_view, _at, length) => shortUnicode(length)],
  [
    UNICODE_PATH,
    (view, at, length, out) => {
      if (length < 5) return shortUnicode(length);
      out.unicodePaths.push(new Uint8Array(view.buffer, view.byteOffset + at, length));
      return null;
    },
  ],
  [
    AES,
    (_view, _at, _length, out) => {
      out.aes = true;
      return null;
    },
  ],
]);

function shortUnicode(length: number): string | null {
  return length < 5 ? 'i/o error: failed to fill whole buffer' : null;
}

/**
 * Numbers count only where the record leaves them to this field (4.5.3); from 24 bytes on all three have their place,
 * else only those that are left to it.
 */
function readZip64(view: DataView, at: number, length: number, out: ExtraFields, room: number): string | null {
  out.zip64 = true;
  const all = length >= 24;
  let used = 0;
  let cut = false;
  const take = (given: number): number => {
    if (!all && given !== SEE_ZIP64_32) return given;
    used += 8;
    cut ||= used > room;
    return given === SEE_ZIP64_32 && used <= length ? getUint64(view, at + used - 8) : given;
  };
  out.size = take(out.size);
  out.packed = take(out.packed);
  const offsetAt = at + used;
  out.localOffset = take(out.localOffset);
  if (out.localOffset > Number.MAX_SAFE_INTEGER) out.hugeOffset = view.getBigUint64(offsetAt, true);
  if (cut) return 'invalid Zip archive: ZIP64 extra field truncated';
  return used > length ? 'invalid Zip archive: ZIP64 extra-data field is the wrong length' : null;
}

function readNtfs(view: DataView, at: number, length: number): string | null {
  if (length !== 32) return 'unsupported Zip archive: NTFS extra field has an unexpected length';
  if (view.getUint16(at + 4, true) !== 1) {
    return 'unsupported Zip archive: NTFS extra field has an unsupported attribute tag';
  }
  if (view.getUint16(at + 6, true) !== 24) {
    return 'unsupported Zip archive: NTFS extra field has an unsupported attribute size';
  }
  return null;
}

/**
 * Reads the extra fields of a directory record as Murmur does (spec 7): the first fault refuses the archive; later
 * fields are still read where they can be, so that the record is listed as well as possible.
 */
export function readExtraFields(bytes: Uint8Array, out: ExtraFields): void {
  const view = viewOf(bytes);
  let at = 0;
  while (bytes.length - at >= 2) {
    const id = view.getUint16(at, true);
    if (bytes.length - at < 4) {
      if (KNOWN.has(id)) out.fault ??= `invalid Zip archive: Extra field ${hex4(id)} header truncated`;
      return;
    }
    const length = view.getUint16(at + 2, true);
    at += 4;
    if (length > bytes.length - at) {
      out.fault ??= `invalid Zip archive: ${id === ZIP64 ? 'ZIP64 extra field' : 'Extra field content'} truncated`;
      return;
    }
    const fault = READERS.get(id)?.(view, at, length, out, bytes.length - at) ?? null;
    out.fault ??= fault;
    at += length;
  }
}
