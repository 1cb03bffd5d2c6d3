import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { err, type Failure, ok, type Result } from '../../shared/result';
import { cancelled } from '../io/digest';
import { type ByteSource, SourceError } from '../io/source';
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

/** Bytes read from the file at once. */
const PIECE = 1 << 18;

/** How an entry ended that was read without a failure. Bytes. */
export interface StreamEnd {
  readonly size: number;
  /** Compressed bytes that the content took. */
  readonly used: number;
}

/**
 * The content of a record in pieces, for large ones, with the verdicts of `readEntry`: a failure is the last item. The
 * pieces before a failure are what Murmur had read by then. Ends with `cancelled` when the signal aborts; leaving the
 * loop early frees everything. Returns how the entry ended, or null after a failure.
 */
export async function* streamEntry(
  archive: Archive,
  index: number,
  options: ReadOptions & { readonly signal?: AbortSignal },
): AsyncGenerator<Result<Uint8Array>, StreamEnd | null> {
  const tally = new Tally(archive, index, options);
  try {
    const span = locateData(archive, index, options.lenient);
    if (!span.ok) {
      yield span;
      return null;
    }
    const stored = archive.methodOf(index) === STORED;
    const pieces = stored
      ? storedPieces(archive.source, span.value, tally)
      : inflatedPieces(archive.source, span.value, tally);
    for await (const piece of pieces) {
      const stop = options.signal?.aborted ? cancelled() : tally.add(piece);
      if (stop !== null) {
        yield err(stop);
        return null;
      }
      yield ok(piece);
    }
  } catch (error) {
    const known = error instanceof SourceError ? error.failure : inflateFailure(error);
    if (known === null) throw error;
    yield err(known);
    return null;
  }
  const wrong = tally.end();
  if (wrong !== null) yield err(wrong);
  return wrong === null ? { size: tally.size, used: tally.used } : null;
}

/** Counts what arrives and judges it as Murmur does. */
class Tally {
  size = 0;
  used = 0;
  #crc = 0;
  readonly #most: number;
  readonly #archive: Archive;
  readonly #index: number;
  readonly #options: ReadOptions;
  constructor(archive: Archive, index: number, options: ReadOptions) {
    this.#archive = archive;
    this.#index = index;
    this.#options = options;
    this.#most = mostWanted(archive, index, options);
  }

  add(piece: Uint8Array): Failure | null {
    this.size += piece.length;
    if (this.size > this.#most) return tooMuch(this.#archive, this.#index, this.#options);
    this.#crc = crc32(piece, this.#crc);
    return null;
  }

  end(): Failure | null {
    const wrong = !this.#options.lenient && this.#crc !== this.#archive.crcOf(this.#index);
    return wrong ? readFailure('crc-mismatch') : null;
  }
}

function* pieces(source: ByteSource, span: DataSpan): Generator<Uint8Array> {
  for (let at = 0; at < span.length; ) {
    const bytes = source.read(span.start + at, Math.min(PIECE, span.length - at));
    if (bytes.length === 0) return;
    at += bytes.length;
    yield bytes;
  }
}

async function* storedPieces(source: ByteSource, span: DataSpan, tally: Tally): AsyncGenerator<Uint8Array> {
  for (const piece of pieces(source, span)) {
    tally.used += piece.length;
    yield piece;
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

async function* inflatedPieces(source: ByteSource, span: DataSpan, tally: Tally): AsyncGenerator<Uint8Array> {
  if (span.length === 0) throw new SourceError(readFailure('truncated'));
  const input = Readable.from(pieces(source, span), { objectMode: true, highWaterMark: 1 });
  const inflater = createInflateRaw({ chunkSize: PIECE });
  input.once('error', (error) => inflater.destroy(error));
  input.pipe(inflater);
  try {
    for await (const piece of inflater) yield piece as Uint8Array;
    tally.used = inflater.bytesWritten;
  } finally {
    input.destroy();
    inflater.destroy();
  }
}
