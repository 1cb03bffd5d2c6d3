import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { err, failure, ok, type Result } from '../../shared/result';
import { readFailure } from '../io/source';

export interface DigestFileOptions {
  readonly signal?: AbortSignal | undefined;
  /** Bytes done, of the file's size. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Bytes read at a time, always into the same memory: fresh memory for each piece costs as much as reading it. */
const PIECE = 256 * 1024;
const pieces: Buffer[] = [];
/** Bytes after which other events get their turn. */
const SLICE = 4 * 1024 * 1024;
/** Without O_NONBLOCK (absent on Windows) opening a named pipe waits for a writer. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

const cancelled = () => err(failure('cancelled', 'stopped'));

/**
 * SHA-256 of a file as 64 lower-case hex digits. Only regular files are read, up to the size they have when opened; memory
 * stays the same whatever the size. Codes: `cancelled`, `not-a-file`, `file-shrank`, and those of reading.
 */
export async function digestFile(
  path: string,
  { signal, onProgress }: DigestFileOptions = {},
): Promise<Result<string>> {
  if (signal?.aborted) return cancelled();
  const piece = pieces.pop() ?? Buffer.allocUnsafeSlow(PIECE);
  let descriptor = -1;
  try {
    descriptor = openSync(path, READ);
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return err(failure('not-a-file', 'is no regular file', 'Give a regular file.'));
    const hash = createHash('sha256');
    for (let done = 0, told = 0; done < stat.size; ) {
      const count = readSync(descriptor, piece, 0, Math.min(PIECE, stat.size - done), done);
      if (count === 0) return err(failure('file-shrank', 'the file became shorter while it was read', 'Try again.'));
      hash.update(piece.subarray(0, count));
      done += count;
      if (done - told < SLICE && done < stat.size) continue;
      told = done;
      onProgress?.(done, stat.size);
      await new Promise((resume) => setImmediate(resume));
      if (signal?.aborted) return cancelled();
    }
    return ok(hash.digest('hex'));
  } catch (error) {
    return err(readFailure(error));
  } finally {
    if (descriptor >= 0) closeSync(descriptor);
    pieces.push(piece);
  }
}
