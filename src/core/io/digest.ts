import { createHash } from 'node:crypto';
import { err, failure, ok, type Result } from '../../shared/result';
import { type ByteSource, SourceError } from './source';

export interface DigestOptions {
  readonly signal?: AbortSignal;
  /** Bytes done, of `source.size`. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** One read. Large enough that reading costs nothing beside hashing, small enough to stop at once. */
const PIECE = 1 << 20;

/** The next bytes: into memory that is used again where the source can, since fresh memory costs as much as reading. */
function nextPiece(source: ByteSource, offset: number, buffer: Uint8Array | undefined): Uint8Array {
  if (!buffer || !source.readInto) return source.read(offset, PIECE);
  return buffer.subarray(0, source.readInto(buffer, offset));
}

/** Lets timers, messages and aborts through. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** What a long work answers when its signal aborts. */
export const cancelled = () => failure('cancelled', 'cancelled');

/**
 * SHA-256 of a whole source as 64 lower-case hex digits, read in pieces of 1 MiB between which the event loop runs. Code
 * `cancelled` when the signal aborts; fails when the file cannot be read or became shorter meanwhile.
 */
export async function sha256Of(source: ByteSource, options: DigestOptions = {}): Promise<Result<string>> {
  const hash = createHash('sha256');
  const buffer = source.readInto && new Uint8Array(Math.min(PIECE, source.size));
  let done = 0;
  try {
    while (done < source.size) {
      if (options.signal?.aborted) return err(cancelled());
      const bytes = nextPiece(source, done, buffer);
      if (bytes.length === 0)
        return err(failure('file-shrank', 'the file became shorter while it was read', 'Try again.'));
      hash.update(bytes);
      done += bytes.length;
      options.onProgress?.(done, source.size);
      await turn();
    }
  } catch (error) {
    if (error instanceof SourceError) return err(error.failure);
    throw error;
  }
  return ok(hash.digest('hex'));
}
