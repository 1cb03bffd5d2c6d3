import type { Finding } from '../../shared/models/finding';
import type { Result } from '../../shared/result';
import type { Archive } from './archive';

export interface CheckOptions {
  /** Also read every entry: CRC, size, sha256. */
  readonly read: boolean;
  /** Bytes one entry may give at most. */
  readonly limit: number;
  readonly signal?: AbortSignal;
  /** Records done, of `archive.recordCount`. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** What reading a record to its end gave; as `Entry.read`. */
export type EntryRead =
  | { readonly ok: true; readonly sha256: string }
  | { readonly ok: false; readonly code: string | null; readonly message: string };

export interface EntryCheck {
  /** Findings of local headers and data; those of the directory are not repeated. */
  readonly findings: readonly Finding[];
  /** Ids of these findings about a record. */
  findingIdsOf(index: number): readonly string[];
  /** By record index; empty unless `read`. Directories have none, like in Murmur. */
  readonly reads: ReadonlyMap<number, EntryRead>;
}

/**
 * Checks every local header against the directory, and with `read` every byte. Yields to the event loop as it goes.
 * Fails only when the file cannot be read or the signal aborts (code `cancelled`).
 */
export async function checkEntries(_archive: Archive, _options: CheckOptions): Promise<Result<EntryCheck>> {
  throw new Error('not written yet');
}
