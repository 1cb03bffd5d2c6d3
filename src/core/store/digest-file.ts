import { createHash, type Hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, read, readSync } from 'node:fs';
import { err, failure, ok, type Result } from '../../shared/result';
import { readFailure } from '../io/source';

export interface DigestFileOptions {
  readonly signal?: AbortSignal | undefined;
  /** Bytes done, of the file's size. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Bytes read at a time, always into the same memory: fresh memory for each piece costs as much as reading it. */
const PIECE = 1024 * 1024;
/** Two pieces: one is hashed while the next is read. */
type Pieces = readonly [Buffer, Buffer];
const unused: Pieces[] = [];
/** Without O_NONBLOCK (absent on Windows) opening a named pipe waits for a writer. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

const shrank = () => err(failure('file-shrank', 'the file became shorter while it was read', 'Try again.'));
const cancelled = () => err(failure('cancelled', 'stopped'));

/**
 * SHA-256 of a file as 64 lower-case hex digits. Only regular files are read, up to the size they have when opened; memory
 * stays the same whatever the size. Codes: `cancelled`, `not-a-file`, `file-shrank`, and those of reading.
 */
export async function digestFile(path: string, options: DigestFileOptions = {}): Promise<Result<string>> {
  if (options.signal?.aborted) return cancelled();
  const pieces = unused.pop() ?? [Buffer.allocUnsafeSlow(PIECE), Buffer.allocUnsafeSlow(PIECE)];
  let descriptor = -1;
  try {
    descriptor = openSync(path, READ);
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return err(failure('not-a-file', 'is no regular file', 'Give a regular file.'));
    const hash = createHash('sha256');
    const failed =
      stat.size <= PIECE
        ? hashAtOnce(descriptor, stat.size, pieces[0], hash)
        : await hashInPieces(descriptor, stat.size, pieces, hash, options);
    if (failed !== null) return failed;
    options.onProgress?.(stat.size, stat.size);
    return ok(hash.digest('hex'));
  } catch (error) {
    return err(readFailure(error));
  } finally {
    if (descriptor >= 0) closeSync(descriptor);
    unused.push(pieces);
  }
}

/** A small file, without a way through the thread pool. */
function hashAtOnce(descriptor: number, size: number, piece: Buffer, hash: Hash): Result<never> | null {
  for (let done = 0; done < size; ) {
    const count = readSync(descriptor, piece, done, size - done, done);
    if (count === 0) return shrank();
    done += count;
  }
  hash.update(piece.subarray(0, size));
  return null;
}

/** Reads the next piece beside the hashing of the one before; other events get their turn between two. */
async function hashInPieces(
  descriptor: number,
  size: number,
  pieces: Pieces,
  hash: Hash,
  { signal, onProgress }: DigestFileOptions,
): Promise<Result<never> | null> {
  let [filled, next] = pieces;
  let reading = readPiece(descriptor, filled, 0, size);
  for (let done = 0; done < size; ) {
    const count = await reading;
    if (count === 0) return shrank();
    if (signal?.aborted) return cancelled();
    const after = done + count;
    if (after < size) reading = readPiece(descriptor, next, after, size);
    hash.update(filled.subarray(0, count));
    [filled, next] = [next, filled];
    done = after;
    onProgress?.(done, size);
  }
  return null;
}

function readPiece(descriptor: number, into: Buffer, at: number, size: number): Promise<number> {
  return new Promise((done, fail) => {
    read(descriptor, into, 0, Math.min(PIECE, size - at), at, (error, count) => (error ? fail(error) : done(count)));
  });
}
