/**
 * The zip format's signatures and fixed sizes (APPNOTE 6.3.10, sections 4.3.7 to 4.3.16 and 4.5). All numbers are
 * little-endian; lengths in bytes.
 */
export const LOCAL_HEADER = 0x04034b50;
export const DATA_DESCRIPTOR = 0x08074b50;
export const DIRECTORY_RECORD = 0x02014b50;
export const END_RECORD = 0x06054b50;
export const ZIP64_END_RECORD = 0x06064b50;
export const ZIP64_LOCATOR = 0x07064b50;

export const LOCAL_HEADER_SIZE = 30;
export const DIRECTORY_RECORD_SIZE = 46;
export const END_RECORD_SIZE = 22;
export const ZIP64_END_RECORD_SIZE = 56;
export const ZIP64_LOCATOR_SIZE = 20;
/** The zip64 end record's own length field does not count its signature and itself. */
export const ZIP64_END_OVERHEAD = 12;

/** A 16- or 32-bit field of this value says "see the zip64 form". */
export const SEE_ZIP64_16 = 0xffff;
export const SEE_ZIP64_32 = 0xffff_ffff;

export const STORED = 0;
export const DEFLATED = 8;

/** General purpose flags (4.4.4). */
export const FLAG_ENCRYPTED = 1 << 0;
export const FLAG_DESCRIPTOR = 1 << 3;
export const FLAG_UTF8 = 1 << 11;

/** `version made by`, upper byte (4.4.2). */
export const MADE_BY_DOS = 0;

/** File types in a Unix mode. */
export const MODE_TYPE = 0o170000;
export const MODE_LINK = 0o120000;
export const MODE_FOLDER = 0o040000;
export const MODE_FILE = 0o100000;

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const TWO_32 = 2 ** 32;

/** A 64-bit number as a double: exact up to 2^53, and far beyond any file above it. */
export function getUint64(view: DataView, at: number): number {
  return view.getUint32(at + 4, true) * TWO_32 + view.getUint32(at, true);
}
