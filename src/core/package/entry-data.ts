import { err, type Failure, failure, ok, type Result } from '../../shared/result';
import type { ByteSource } from '../io/source';
import { isUtf8 } from '../text/encoding';
import type { Archive } from './archive';
import { ceilingMessage } from './ceiling';
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
export function locateData(
  archive: Archive,
  index: number,
  lenient = false,
  source: ByteSource = archive.source,
): Result<DataSpan> {
  const header = readLocalHeader(source, archive.localOffsetOf(index));
  if (!header.ok) return header;
  if (!lenient && !isUtf8(archive.rawNameOf(index))) return err(readFailure('name-not-utf8'));
  if ((archive.flagsOf(index) & FLAG_ENCRYPTED) !== 0) return err(readFailure('encrypted'));
  const method = archive.methodOf(index);
  if (method !== STORED && method !== DEFLATED) return err(methodFailure(method));
  const start = header.value.dataStart;
  const length = Math.max(0, Math.min(archive.packedOf(index), archive.size - start));
  return ok({ start, length });
}

/** What the content may have at most before Murmur refuses it. Bytes. */
export function mostWanted(archive: Archive, index: number, options: ReadOptions): number {
  return options.lenient ? options.limit : Math.min(options.limit, archive.sizeOf(index));
}

/** Murmur's refusal of an entry that gives more than `mostWanted`. */
export function tooMuch(archive: Archive, index: number, options: ReadOptions): Failure {
  const overSize = !options.lenient && archive.sizeOf(index) <= options.limit;
  return overSize ? readFailure('size-mismatch') : ceilingFailure(archive.nameOf(index), options.limit);
}

/** The runtime's error as Murmur's words; null for an error that is no zlib error. */
export function inflateFailure(error: unknown): Failure | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'Z_BUF_ERROR') return readFailure('truncated');
  if (code === 'Z_DATA_ERROR' || code === 'Z_NEED_DICT') return readFailure('data-broken');
  return null;
}
