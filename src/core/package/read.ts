import { constants as bufferLimits } from 'node:buffer';
import { constants, inflateRawSync } from 'node:zlib';
import { err, ok, type Result } from '../../shared/result';
import { type ByteSource, guardReads, tooLargeForMemory } from '../io/source';
import type { Archive } from './archive';
import { crc32 } from './crc32';
import {
  type DataSpan,
  inflateFailure,
  locateData,
  mostWanted,
  type ReadOptions,
  readFailure,
  tooMuch,
} from './entry-data';
import { STORED } from './format';

export type { ReadOptions } from './entry-data';
export { streamEntry } from './stream';

/**
 * The whole content of a record, as Murmur reads it: local header, encryption, method, data, size and CRC in its order
 * and with its texts. Allocates for what arrives, never for what a header claims. For content beyond some megabytes
 * `streamEntry` keeps the event loop free.
 */
export function readEntry(archive: Archive, index: number, options: ReadOptions): Result<Uint8Array> {
  const unpacked = unpackEntry(archive, index, options);
  return unpacked.ok ? ok(unpacked.value.bytes) : unpacked;
}

/** Content, and how many of the compressed bytes it took. */
export interface Unpacked {
  readonly bytes: Uint8Array;
  readonly used: number;
}

/** `readEntry` with what else a check wants to know. Reads from `source` where one is given in place of the archive's. */
export function unpackEntry(
  archive: Archive,
  index: number,
  options: ReadOptions,
  source: ByteSource = archive.source,
): Result<Unpacked> {
  return guardReads(() => {
    const span = locateData(archive, index, options.lenient, source);
    if (!span.ok) return span;
    const most = mostWanted(archive, index, options);
    const content =
      archive.methodOf(index) === STORED ? readStored(source, span.value, most) : inflateSpan(source, span.value, most);
    if (content === 'more') return err(tooMuch(archive, index, options));
    if (!content.ok) return content;
    const wrong = !options.lenient && crc32(content.value.bytes) !== archive.crcOf(index);
    return wrong ? err(readFailure('crc-mismatch')) : content;
  });
}

/** Stored data longer than wanted is not read at all. */
function readStored(source: ByteSource, span: DataSpan, most: number): Result<Unpacked> | 'more' {
  if (span.length > most) return 'more';
  const bytes = source.read(span.start, span.length);
  return ok({ bytes, used: bytes.length });
}

/** Compressed bytes are read in growing pieces, since a record may claim far more than its data needs. */
const FIRST_PIECE = 1 << 22;

function inflateSpan(source: ByteSource, span: DataSpan, most: number): Result<Unpacked> | 'more' {
  for (let length = Math.min(FIRST_PIECE, span.length); ; length = Math.min(length * 8, span.length)) {
    const inflated = inflate(source.read(span.start, length), most);
    const cut = inflated !== 'more' && !inflated.ok && inflated.error.code === 'truncated';
    if (!cut || length === span.length) return inflated;
  }
}

/** The runtime unpacks by chunks of this many bytes, and stops at the first that is too much. */
const CHUNK = 1 << 16;

function inflate(packed: Uint8Array, most: number): Result<Unpacked> | 'more' {
  if (packed.length === 0) return err(readFailure('truncated'));
  try {
    // `info` also gives the engine, whose count says where the data ended.
    const { buffer, engine } = inflateRawSync(packed, {
      info: true,
      maxOutputLength: Math.max(1, Math.min(most, bufferLimits.MAX_LENGTH)),
      chunkSize: Math.max(64, Math.min(most + 1, CHUNK)),
    }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
    return buffer.length > most ? 'more' : ok({ bytes: buffer, used: engine.bytesWritten });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') {
      return most > bufferLimits.MAX_LENGTH ? err(tooLargeForMemory()) : 'more';
    }
    const known = inflateFailure(error);
    if (known === null) throw error;
    // Murmur has read what came before the cut, so "too much" comes first.
    return known.code === 'truncated' && lengthBeforeCut(packed, most) > most ? 'more' : err(known);
  }
}

/** Bytes that cut data gives before it ends, or one more than wanted. */
function lengthBeforeCut(packed: Uint8Array, most: number): number {
  try {
    return inflateRawSync(packed, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: Math.min(most + 1, bufferLimits.MAX_LENGTH),
      chunkSize: CHUNK,
    }).length;
  } catch {
    return most + 1;
  }
}
