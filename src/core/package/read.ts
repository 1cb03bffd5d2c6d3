import type { Result } from '../../shared/result';
import type { Archive } from './archive';

export interface ReadOptions {
  /** Bytes the entry may give at most (`decompressionCeiling`). */
  readonly limit: number;
  /**
   * For looking at what Murmur refuses: reads an entry in spite of its declared size or checksum when the bytes are
   * there. Never for saying what Murmur would read.
   */
  readonly lenient?: boolean;
}

/**
 * The whole content of a record, as Murmur reads it: local header, encryption, method, data, size and CRC in its order
 * and with its texts. Allocates for what arrives, never for what a header claims.
 */
export function readEntry(_archive: Archive, _index: number, _options: ReadOptions): Result<Uint8Array> {
  throw new Error('not written yet');
}

/**
 * The content of a record in pieces, for large ones; gives the same verdicts as `readEntry`: the last item may be a
 * failure. Ends early when the signal aborts (code `cancelled`).
 */
export async function* streamEntry(
  _archive: Archive,
  _index: number,
  _options: ReadOptions & { readonly signal?: AbortSignal },
): AsyncGenerator<Result<Uint8Array>> {
  yield* [];
  throw new Error('not written yet');
}
