import { webcrypto } from 'node:crypto';
import { err, failure, ok, type Result } from '../../shared/result';
import { sha256Of } from '../io/digest';
import { type ByteSource, guardReads, openFile } from '../io/source';

export interface DigestFileOptions {
  readonly signal?: AbortSignal | undefined;
  /** Bytes done, of the file's size. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Files up to this size are read at once and hashed beside the main thread, several at a time. Bytes. */
const AT_ONCE = 8 * 1024 * 1024;

/**
 * SHA-256 of a file as 64 lower-case hex digits. Only regular files are read; memory stays bounded. Codes: `cancelled`,
 * those of reading, and `file-shrank`.
 */
export async function digestFile(path: string, options: DigestFileOptions = {}): Promise<Result<string>> {
  const { signal, onProgress } = options;
  if (signal?.aborted) return err(failure('cancelled', 'stopped'));
  const opened = openFile(path);
  if (!opened.ok) return opened;
  const source = opened.value;
  try {
    if (source.size > AT_ONCE)
      return await sha256Of(source, { ...(signal ? { signal } : {}), ...(onProgress ? { onProgress } : {}) });
    const bytes = guardReads(() => whole(source));
    if (!bytes.ok) return bytes;
    const digest = await webcrypto.subtle.digest('SHA-256', bytes.value);
    onProgress?.(source.size, source.size);
    return ok(Buffer.from(digest).toString('hex'));
  } finally {
    source.close();
  }
}

function whole(source: ByteSource): Result<Uint8Array> {
  const bytes = source.read(0, source.size);
  return bytes.length === source.size
    ? ok(bytes)
    : err(failure('file-shrank', 'the file became shorter while it was read', 'Try again.'));
}
