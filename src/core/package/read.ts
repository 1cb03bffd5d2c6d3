import { constants, inflateRawSync } from 'node:zlib';
import { err, type Failure, failure, ok, type Result } from '../../shared/result';
import { type ByteSource, guardReads } from '../io/source';
import { isUtf8 } from '../text/encoding';
import type { Archive } from './archive';
import { ceilingMessage } from './ceiling';
import { crc32 } from './crc32';
import { DEFLATED, FLAG_ENCRYPTED, STORED } from './format';
import { readLocalHeader } from './local-header';

export interface ReadOptions {
  /** Bytes the entry may give at most (`decompressionCeiling`). */
  readonly limit: number;
  /**
   * For looking at what Murmur refuses: takes an entry in spite of its name, its declared size or its checksum where the
   * bytes are there. Never for saying what Murmur would read.
   */
  readonly lenient?: boolean;
}

/** Why an entry cannot be read; each code is a finding's id where there is one. */
export const READ_FAILURES = {
  encrypted: 'zip archive error: unsupported Zip archive: Password required to decrypt file',
  'name-not-utf8': 'zip archive error: specified file not found in archive',
  'crc-mismatch': 'io error reading zip entry: Invalid checksum',
  'size-mismatch': 'io error reading zip entry: File is larger than its declared uncompressed size',
  'data-broken': 'io error reading zip entry: corrupt deflate stream',
  truncated: 'io error reading zip entry: incomplete deflate stream',
} as const;

const HINTS: Readonly<Record<keyof typeof READ_FAILURES, string>> = {
  encrypted: 'Pack again without a password.',
  'name-not-utf8': 'Rename the file with plain letters or UTF-8, and pack again.',
  'crc-mismatch': 'The bytes changed since they were packed. Copy or download the package again.',
  'size-mismatch': 'The entry unpacks to more than its record says. Build the package again.',
  'data-broken': 'The compressed data is broken. Copy or download the package again.',
  truncated: 'The compressed data ends early. Copy or download the package again.',
};

export function readFailure(code: keyof typeof READ_FAILURES): Failure {
  return failure(code, READ_FAILURES[code], HINTS[code]);
}

export function methodFailure(method: number): Failure {
  const message = `zip archive error: compression method not supported: ${method}`;
  return failure('method-unsupported', message, 'Pack again with deflate, which every zip program offers.');
}

export function ceilingFailure(name: string, limit: number): Failure {
  const hint = 'Raise MURMUR_MAX_ARTIFACT_DECOMPRESSED_BYTES if it is meant to be this large.';
  return failure('over-ceiling', ceilingMessage(name, limit), hint);
}

/** Where a record's data stands in the file, cut at the file's end. Bytes. */
export interface DataSpan {
  readonly start: number;
  readonly length: number;
}

/**
 * What comes before the data, in Murmur's order: local header, name, encryption, method (spec 7, "Reading").
 * The data itself is not read.
 */
export function locateData(archive: Archive, index: number, lenient = false): Result<DataSpan> {
  const header = readLocalHeader(archive.source, archive.localOffsetOf(index));
  if (!header.ok) return header;
  if (!lenient && !isUtf8(archive.rawNameOf(index))) return err(readFailure('name-not-utf8'));
  if ((archive.flagsOf(index) & FLAG_ENCRYPTED) !== 0) return err(readFailure('encrypted'));
  const method = archive.methodOf(index);
  if (method !== STORED && method !== DEFLATED) return err(methodFailure(method));
  const start = header.value.dataStart;
  const length = Math.max(0, Math.min(archive.packedOf(index), archive.size - start));
  return ok({ start, length });
}

/**
 * The whole content of a record, as Murmur reads it: local header, encryption, method, data, size and CRC in its order
 * and with its texts. Allocates for what arrives, never for what a header claims. For content beyond some megabytes
 * `streamEntry` keeps the event loop free.
 */
export function readEntry(archive: Archive, index: number, options: ReadOptions): Result<Uint8Array> {
  return guardReads(() => {
    const span = locateData(archive, index, options.lenient);
    if (!span.ok) return span;
    const most = mostWanted(archive, index, options);
    const content =
      archive.methodOf(index) === STORED
        ? readStored(archive.source, span.value, most)
        : inflateSpan(archive.source, span.value, most);
    if (!content.ok) return content;
    return judge(archive, index, options, content.value);
  });
}

/** One byte more than the content may have tells that there is too much. */
function mostWanted(archive: Archive, index: number, options: ReadOptions): number {
  return options.lenient ? options.limit : Math.min(options.limit, archive.sizeOf(index));
}

/** What was unpacked, up to one more byte than wanted. */
interface Unpacked {
  readonly bytes: Uint8Array;
  /** Whether there is more than wanted. */
  readonly more: boolean;
}

function judge(archive: Archive, index: number, options: ReadOptions, unpacked: Unpacked): Result<Uint8Array> {
  if (unpacked.more) {
    const overSize = !options.lenient && archive.sizeOf(index) <= options.limit;
    return err(overSize ? readFailure('size-mismatch') : ceilingFailure(archive.nameOf(index), options.limit));
  }
  if (!options.lenient && crc32(unpacked.bytes) !== archive.crcOf(index)) return err(readFailure('crc-mismatch'));
  return ok(unpacked.bytes);
}

function readStored(source: ByteSource, span: DataSpan, most: number): Result<Unpacked> {
  const bytes = source.read(span.start, Math.min(span.length, most));
  return ok({ bytes, more: span.length > most });
}

/** Compressed bytes are read in growing pieces, since a record may claim far more than its data needs. */
const FIRST_PIECE = 1 << 22;

function inflateSpan(source: ByteSource, span: DataSpan, most: number): Result<Unpacked> {
  for (let length = Math.min(FIRST_PIECE, span.length); ; length = Math.min(length * 8, span.length)) {
    const inflated = inflate(source.read(span.start, length), most);
    const cut = !inflated.ok && inflated.error.code === 'truncated';
    if (!cut || length === span.length) return inflated;
  }
}

/** How much more than wanted the runtime may unpack before it stops: its chunk. */
const SMALL = 1 << 16;

function inflate(packed: Uint8Array, most: number): Result<Unpacked> {
  if (packed.length === 0) return err(readFailure('truncated'));
  try {
    const bytes = inflateRawSync(packed, {
      maxOutputLength: Math.max(1, most),
      chunkSize: Math.max(64, Math.min(most + 1, SMALL)),
      finishFlush: constants.Z_FINISH,
    });
    return ok({ bytes, more: bytes.length > most });
  } catch (error) {
    return inflateFailure(error);
  }
}

/** The runtime's error as Murmur's words, or as "there is more". */
function inflateFailure(error: unknown): Result<Unpacked> {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ERR_BUFFER_TOO_LARGE') return ok({ bytes: new Uint8Array(0), more: true });
  if (code === 'Z_BUF_ERROR') return err(readFailure('truncated'));
  if (code === 'Z_DATA_ERROR' || code === 'Z_NEED_DICT') return err(readFailure('data-broken'));
  throw error;
}
