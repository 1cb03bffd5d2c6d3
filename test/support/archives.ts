import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shared } from './golden';

/** What Murmur saw of one record. */
export interface ExpectedEntry {
  readonly raw?: string;
  readonly name?: string;
  readonly safe?: string;
  readonly unsafe?: string;
  readonly sha256?: string;
  /** Bytes of content. */
  readonly read?: number;
  readonly read_error?: string;
  readonly entry_error?: string;
  readonly size?: number;
  readonly csize?: number;
  readonly crc?: number;
  readonly dir?: boolean;
  readonly symlink?: boolean;
  readonly encrypted?: boolean;
  readonly method?: string;
}

type OkOrError<T> = { readonly ok: T } | { readonly error: string };

/** What Murmur said about one archive: `open_error`, or everything else. */
export interface ExpectedArchive {
  readonly open_error?: string;
  /** Names it sees. */
  readonly entries?: number;
  /** Up to 300 of them. */
  readonly list?: readonly ExpectedEntry[];
  readonly wasm?: OkOrError<string>;
  readonly build_info?: OkOrError<number | null>;
  readonly manifest?: OkOrError<{ name: string; runtime: string; version: string }>;
  readonly contracts?: { readonly imports: readonly string[]; readonly exports: readonly string[] } | null;
}

let folder: string | null = null;

/**
 * The folder with the unpacked odd archives of other programs' tests, unpacked once in a test process and removed at its
 * end; null on a plain clone.
 */
export function oddArchives(): string | null {
  if (shared === null) return null;
  if (folder === null) {
    const made = mkdtempSync(join(tmpdir(), 'murscope-archives-'));
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    execFileSync('tar', ['-xJf', `${shared}/corpus/zips.tar.xz`, '-C', made, '--strip-components=1']);
    folder = made;
  }
  return folder;
}
