import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { err, failure, type Result } from '../../shared/result';
import type { Archive } from './archive';
import { type SaveOptions, saveEntryAs } from './save';
import { nameRules } from './save-names';
import { proposedName, saveRefusal } from './save-plan';
import { writeFailure } from './save-write';

const PREFIX = 'murscope-drag-';
const NAME = /^murscope-drag-(\d{1,10})-[\w-]{6}$/;
/** Only the person's own programs may look in, and nothing in it can be started. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * The private temporary folder from which entries are dragged out of the window: made with the first of them, removed with
 * everything in it by `dispose`, at the latest when the process ends. Nothing else is ever unpacked to disk.
 */
export class DragFolder {
  readonly #base: string;
  readonly #platform: string;
  readonly #files = new WeakMap<Archive, Map<number, Promise<Result<string>>>>();
  #root: string | null = null;
  #count = 0;
  #disposed = false;
  readonly #atExit = () => this.dispose();

  /** @param base where the folder is made; the system's temporary folder unless given */
  constructor(base: string = tmpdir(), platform: string = process.platform) {
    this.#base = base;
    this.#platform = platform;
  }

  /**
   * Writes an entry as a file under its own safe name and gives the path; an entry that is there already is not written
   * again. Fails like `saveEntries`, with `cancelled`, or where the folder cannot be made.
   */
  async put(archive: Archive, index: number, options: Omit<SaveOptions, 'mode'>): Promise<Result<string>> {
    const known = this.#files.get(archive) ?? new Map<number, Promise<Result<string>>>();
    this.#files.set(archive, known);
    const before = await known.get(index);
    if (before?.ok && isFile(before.value)) return before;
    const writing = this.#write(archive, index, options);
    known.set(index, writing);
    return writing;
  }

  async #write(archive: Archive, index: number, options: Omit<SaveOptions, 'mode'>): Promise<Result<string>> {
    if (this.#disposed) return err(failure('disposed', 'the window is closing', 'Open the package again.'));
    const refusal = archive.kindOf(index) === 'directory' ? FOLDER : saveRefusal(archive, index);
    if (refusal !== null) return err(refusal);
    let folder: string;
    try {
      // A folder for each, so that every file has its name.
      folder = join(this.#made(), String(++this.#count));
      mkdirSync(folder, { mode: FOLDER_MODE });
    } catch (error) {
      return err(writeFailure(error));
    }
    const path = join(folder, proposedName(archive, index, nameRules(this.#platform)));
    const written = await saveEntryAs(archive, index, path, { ...options, mode: FILE_MODE });
    if (this.#disposed) this.#remove();
    else if (!written.ok) rmSync(folder, { recursive: true, force: true });
    return written;
  }

  #made(): string {
    if (this.#root !== null) return this.#root;
    this.#root = mkdtempSync(join(this.#base, `${PREFIX}${process.pid}-`));
    process.once('exit', this.#atExit);
    return this.#root;
  }

  /** Removes the folder and everything in it, at once. What is being written meanwhile goes too. */
  dispose(): void {
    this.#disposed = true;
    process.off('exit', this.#atExit);
    this.#remove();
  }

  #remove(): void {
    if (this.#root !== null) rmSync(this.#root, { recursive: true, force: true, maxRetries: 3 });
  }
}

const FOLDER = failure('save-folder', 'a folder is not dragged out', 'Save it from its menu.');

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/**
 * Removes what processes left behind that ended without their end's work: folders of this person whose process is gone.
 * Gives how many. To be called once at the start.
 */
export function sweepDragFolders(base: string = tmpdir(), isAlive: (pid: number) => boolean = isRunning): number {
  let removed = 0;
  for (const name of namesIn(base)) {
    const pid = Number(NAME.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    const path = join(base, name);
    try {
      const stat = lstatSync(path);
      if (!stat.isDirectory() || (process.getuid !== undefined && stat.uid !== process.getuid())) continue;
      rmSync(path, { recursive: true, force: true });
      removed++;
    } catch {
      // Somebody else's, or gone meanwhile.
    }
  }
  return removed;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: there is one, of somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
