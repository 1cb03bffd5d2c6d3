import type { ByteSource } from '../io/source';
import {
  DIRECTORY_RECORD_SIZE,
  END_RECORD_SIZE,
  getUint64,
  SEE_ZIP64_16,
  SEE_ZIP64_32,
  viewOf,
  ZIP64_END_OVERHEAD,
  ZIP64_END_RECORD,
  ZIP64_END_RECORD_SIZE,
  ZIP64_LOCATOR,
  ZIP64_LOCATOR_SIZE,
} from './format';
import type { ForwardFinder } from './scan';

/** What an end record (and its zip64 form) says about the directory. Offsets and sizes in bytes. */
export interface DirectoryClaim {
  /** Where the end record stands. */
  readonly endOffset: number;
  /** Where the directory must end: the zip64 end record, else the end record. */
  readonly limit: number;
  /** Where its first record stands. */
  readonly start: number;
  /** What is added to every local offset: the bytes in front of the archive. */
  readonly shift: number;
  /** Records, as "entries on this disk". */
  readonly count: number;
  /** Records, as "total entries". */
  readonly total: number;
  /** The directory's stated size and offset. */
  readonly statedSize: number;
  readonly statedOffset: number;
  readonly zip64: boolean;
  /** Bytes of the archive comment as stated. */
  readonly commentLength: number;
  readonly disk: number;
  readonly directoryDisk: number;
}

/**
 * How much a reason for passing an end record over counts when none is good: one of the record itself only where there is
 * no other, one of where things stand replaces the one before, one of the directory replaces all.
 */
export type Weight = 'record' | 'place' | 'directory';

/** A claim, or Murmur's reason for passing the end record over. */
export type ClaimReading =
  | { readonly ok: true; readonly claim: DirectoryClaim }
  | { readonly ok: false; readonly reason: string; readonly weight: Weight };

/** The fields of an end record as they stand; null where the file ends within its 22 bytes. */
export interface EndFields {
  readonly disk: number;
  readonly directoryDisk: number;
  readonly count: number;
  readonly total: number;
  readonly size: number;
  readonly offset: number;
  readonly commentLength: number;
}

export function readEndFields(source: ByteSource, at: number): EndFields | null {
  const bytes = source.read(at, END_RECORD_SIZE);
  if (bytes.length < END_RECORD_SIZE) return null;
  const view = viewOf(bytes);
  return {
    disk: view.getUint16(4, true),
    directoryDisk: view.getUint16(6, true),
    count: view.getUint16(8, true),
    total: view.getUint16(10, true),
    size: view.getUint32(12, true),
    offset: view.getUint32(16, true),
    commentLength: view.getUint16(20, true),
  };
}

/** Finders for the two signatures that Murmur searches forwards, shared by all end records of a file. */
export interface Finders {
  readonly record: ForwardFinder;
  readonly zip64End: ForwardFinder;
  /** Zip64 end records that may still be looked at: each end record may have Murmur look at all of them. */
  zip64Left: number;
}

function invalid(why: string, weight: Weight = 'place'): ClaimReading {
  return { ok: false, reason: `invalid Zip archive: ${why}`, weight };
}

/** Reads the end record at an offset as Murmur does (spec 7, "End record", "Bytes in front", "Zip64"). */
export function readClaim(source: ByteSource, at: number, finders: Finders): ClaimReading {
  const end = readEndFields(source, at);
  if (end === null) return invalid('Unexpected end of zip::format::blocks::Zip32CDEBlock', 'record');
  if (at + END_RECORD_SIZE + end.commentLength > source.size)
    return invalid('EOCD comment exceeds file boundary', 'record');
  const maybeZip64 = end.total === SEE_ZIP64_16 || end.size === SEE_ZIP64_32 || end.offset === SEE_ZIP64_32;
  const locator = maybeZip64 ? readLocator(source, at) : null;
  return locator === null ? plainClaim(end, at, finders) : zip64Claim(source, end, at, locator, finders);
}

function plainClaim(end: EndFields, at: number, finders: Finders): ClaimReading {
  if (end.total === 0 && end.offset <= at) return checkDisks(claimOf(end, at, at - end.offset));
  if (end.offset >= at) return invalid('Invalid CDFH offset in EOCD');
  const start = finders.record.next(end.offset, at);
  return start === null ? invalid('No CDFH found') : checkDisks(claimOf(end, at, start - end.offset));
}

/** The claim of a plain end record whose archive starts `shift` bytes into the file. */
export function claimOf(end: EndFields, at: number, shift: number): DirectoryClaim {
  return {
    endOffset: at,
    limit: at,
    start: end.offset + shift,
    shift,
    count: end.count,
    total: end.total,
    statedSize: end.size,
    statedOffset: end.offset,
    zip64: false,
    commentLength: end.commentLength,
    disk: end.disk,
    directoryDisk: end.directoryDisk,
  };
}

function checkDisks(claim: DirectoryClaim): ClaimReading {
  if (claim.disk === claim.directoryDisk) return { ok: true, claim };
  const reason = 'unsupported Zip archive: Support for multi-disk files is not implemented';
  return { ok: false, reason, weight: 'directory' };
}

interface Locator {
  readonly at: number;
  readonly directoryDisk: number;
  readonly offset: number;
  readonly disks: number;
}

function readLocator(source: ByteSource, endOffset: number): Locator | null {
  const at = endOffset - ZIP64_LOCATOR_SIZE;
  if (at < 0) return null;
  const view = viewOf(source.read(at, ZIP64_LOCATOR_SIZE));
  if (view.byteLength < ZIP64_LOCATOR_SIZE || view.getUint32(0, true) !== ZIP64_LOCATOR) return null;
  return {
    at,
    directoryDisk: view.getUint32(4, true),
    offset: getUint64(view, 8),
    disks: view.getUint32(16, true),
  };
}

function zip64Claim(source: ByteSource, end: EndFields, at: number, locator: Locator, finders: Finders): ClaimReading {
  if (locator.offset >= locator.at) return invalid('Invalid EOCD64 Locator CD offset');
  if (locator.disks > 1) return invalid('Multi-disk ZIP files are not supported');
  let reason = 'Could not find EOCD64';
  for (let from = locator.offset; ; ) {
    const found = finders.zip64End.next(from, locator.at);
    if (found === null) return invalid(reason);
    if (--finders.zip64Left < 0) return invalid(reason);
    const read = readZip64End(source, found, locator);
    if (typeof read !== 'string') {
      const shift = found - locator.offset;
      if (read.count > read.total) {
        const why = 'ZIP64 footer indicates more files on this disk than in the whole archive';
        return { ok: false, reason: `invalid Zip archive: ${why}`, weight: 'directory' };
      }
      const claim = { ...claimOf({ ...end, ...read }, at, shift), limit: found, zip64: true };
      // Offset and shift together may leave 64 bits only where the record lies about both; a double shows that well enough.
      if (claim.start >= 2 ** 64) {
        return {
          ok: false,
          reason: 'invalid Zip archive: Invalid central directory size or offset',
          weight: 'directory',
        };
      }
      return checkDisks(claim);
    }
    reason = read;
    from = found + 1;
  }
}

/** The zip64 end record's fields, or why Murmur takes the next match instead. */
function readZip64End(source: ByteSource, at: number, locator: Locator): Omit<EndFields, 'commentLength'> | string {
  const bytes = source.read(at, ZIP64_END_RECORD_SIZE);
  if (bytes.length < ZIP64_END_RECORD_SIZE) return 'Unexpected end of zip::format::blocks::Zip64CDEBlock';
  const view = viewOf(bytes);
  if (view.getUint32(0, true) !== ZIP64_END_RECORD) return 'Could not find EOCD64';
  const read = {
    disk: view.getUint32(16, true),
    directoryDisk: view.getUint32(20, true),
    count: getUint64(view, 24),
    total: getUint64(view, 32),
    size: getUint64(view, 40),
    offset: getUint64(view, 48),
  };
  if (read.directoryDisk !== locator.directoryDisk) return 'Invalid EOCD64: inconsistency with Locator data';
  if (getUint64(view, 4) + ZIP64_END_OVERHEAD !== locator.at - at) return 'Invalid EOCD64: inconsistent length';
  if (read.total * DIRECTORY_RECORD_SIZE + read.offset > at) return 'Invalid EOCD64: inconsistent number of files';
  return read;
}
