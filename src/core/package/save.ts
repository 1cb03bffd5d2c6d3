import { basename, dirname } from 'node:path';
import { err, type Failure, type Result } from '../../shared/result';
import { cancelled } from '../io/digest';
import { isUtf8 } from '../text/encoding';
import type { Archive } from './archive';
import { crc32 } from './crc32';
import { readFailure } from './entry-data';
import { type RefusedEntry, type SavePlan, saveRefusal } from './save-plan';
import { makeFolders, NewFile } from './save-write';
import { streamEntry } from './stream';

export interface SaveOptions {
  /** Bytes that one entry may give (`decompressionCeiling`). */
  readonly limit: number;
  /** Takes entries in spite of a wrong checksum or size, as far as they can be unpacked to their end. */
  readonly lenient?: boolean;
  /** Permission bits of files; 0666 less the system's mask unless given. Never an execute bit of the package's own. */
  readonly mode?: number;
  readonly signal?: AbortSignal;
  /** Files done, and bytes written of what they declare. */
  readonly onProgress?: (progress: SaveProgress) => void;
}

export interface SaveProgress {
  readonly files: number;
  readonly bytes: number;
}

export interface Saved {
  /** Paths as they were written, which may have a number that was not planned. */
  readonly saved: readonly { readonly index: number; readonly path: string }[];
  /** Entries that could not be saved, with those the plan refused; nothing of them is left. */
  readonly failed: readonly RefusedEntry[];
  /** Whether it was stopped; what was saved before stays. */
  readonly cancelled: boolean;
}

/** What is wrong with the disk as a whole: the rest is not tried. */
const DISK: ReadonlySet<string | null> = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/**
 * Writes the files of a plan below a folder: each into a file beside its place, put there when it is whole and right, and
 * never over anything. Folders that the entries need are made, links are not followed. Does not fail as a whole.
 */
export async function saveEntries(
  archive: Archive,
  plan: SavePlan,
  folder: string,
  options: SaveOptions,
): Promise<Saved> {
  const saved: { index: number; path: string }[] = [];
  const failed: RefusedEntry[] = [...plan.refused];
  const fail = (index: number, error: Failure) => failed.push({ index, name: archive.nameOf(index), error });
  const folders = new Folders(folder);
  for (const path of plan.folders) {
    if (options.signal?.aborted) return { saved, failed, cancelled: true };
    // What goes wrong here is told with the files that need the folder.
    await folders.make(path);
  }
  let bytes = 0;
  for (const [position, { index, path, size }] of plan.files.entries()) {
    const tell = (written: number) => options.onProgress?.({ files: position, bytes: bytes + written });
    const parent = await folders.make(path.slice(0, -1));
    const written = parent.ok
      ? await writeEntry(archive, index, parent.value, path.at(-1) ?? '', options, tell)
      : parent;
    if (written.ok) saved.push({ index, path: written.value });
    else if (written.error.code === 'cancelled') return { saved, failed, cancelled: true };
    else fail(index, written.error);
    if (!written.ok && DISK.has(written.error.code)) {
      for (const file of plan.files.slice(position + 1)) fail(file.index, written.error);
      break;
    }
    bytes += size;
    options.onProgress?.({ files: position + 1, bytes });
  }
  return { saved, failed, cancelled: false };
}

/** Folders below a root, each made once. */
class Folders {
  readonly #root: string;
  readonly #made = new Map<string, Result<string>>();

  constructor(root: string) {
    this.#root = root;
  }

  async make(path: readonly string[]): Promise<Result<string>> {
    const key = path.join('/');
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const made = await makeFolders(this.#root, path);
    this.#made.set(key, made);
    return made;
  }
}

/**
 * Writes one entry to a path that a person chose, and gives the path it got: `name (2).ext` where something is there.
 * Codes: `save-…` for what is never saved, the reading's own, or the system's.
 */
export async function saveEntryAs(
  archive: Archive,
  index: number,
  path: string,
  options: SaveOptions,
): Promise<Result<string>> {
  const refusal = saveRefusal(archive, index);
  // The name does not matter here: the person gave another.
  if (refusal !== null && !/^save-(?:unsafe|empty)-name$/.test(refusal.code ?? '')) return err(refusal);
  return writeEntry(archive, index, dirname(path), basename(path), options, (bytes) =>
    options.onProgress?.({ files: 0, bytes }),
  );
}

async function writeEntry(
  archive: Archive,
  index: number,
  folder: string,
  name: string,
  options: SaveOptions,
  onBytes: (written: number) => void,
): Promise<Result<string>> {
  const { mode, signal } = options;
  if (signal?.aborted) return err(cancelled());
  const file = await NewFile.begin(folder, name, mode);
  if (!file.ok) return file;
  let written = 0;
  for await (const piece of contentOf(archive, index, options)) {
    const done = piece.ok ? await file.value.write(piece.value) : piece;
    if (!done.ok) {
      await file.value.abandon();
      return done;
    }
    if (piece.ok) written += piece.value.length;
    onBytes(written);
  }
  if (!signal?.aborted) return file.value.finish();
  await file.value.abandon();
  return err(cancelled());
}

/** The content of an entry; of one that Murmur cannot read only because of its name, too, checked all the same. */
async function* contentOf(archive: Archive, index: number, options: SaveOptions): AsyncGenerator<Result<Uint8Array>> {
  const { limit, lenient = false, signal } = options;
  const abort = signal ? { signal } : {};
  if (lenient || isUtf8(archive.rawNameOf(index))) {
    yield* streamEntry(archive, index, { limit, lenient, ...abort });
    return;
  }
  const declared = archive.sizeOf(index);
  let crc = 0;
  for await (const piece of streamEntry(archive, index, {
    limit: Math.min(limit, declared),
    lenient: true,
    ...abort,
  })) {
    if (piece.ok) crc = crc32(piece.value, crc);
    yield piece;
    if (!piece.ok) return;
  }
  if (crc !== archive.crcOf(index)) yield err(readFailure('crc-mismatch'));
}
