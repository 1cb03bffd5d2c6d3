import type { Result } from '../../shared/result';
import type { ByteSource } from './source';

export interface DigestOptions {
  readonly signal?: AbortSignal;
  /** Bytes done, of `source.size`. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** SHA-256 of a whole source as 64 lower-case hex digits, read in pieces. Code `cancelled` when the signal aborts. */
export async function sha256Of(_source: ByteSource, _options: DigestOptions = {}): Promise<Result<string>> {
  throw new Error('not written yet');
}
