import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { err, failure, ok, type Result } from '../../shared/result';
import { writeFailure } from './save-write';

const PREFIX = 'murscope-drag-';
const NAME = /^murscope-drag-(\d{1,10})-[\w-]{6}$/;
/** Only the person's own programs may look in. */
const FOLDER_MODE = 0o700;

/**
 * The private temporary folder from which entries are dragged out of the window: made with the first of them, removed with
 * everything in it by `dispose`, at the latest when the process ends. Nothing else is ever unpacked to disk. It belongs to
 * the process that outlives the drag; who writes the files (`putForDrag`) may be another one.
 */
export class DragFolder {
  readonly #base: string;
  #root: string | null = null;
  #count = 0;
  #disposed = false;
  readonly #atExit = () => this.dispose();

  /** @param base where the folder is made; the system's temporary folder unless given */
  constructor(base: string = tmpdir()) {
    this.#base = base;
  }

  /** A folder for one file, so that every file has its name. Fails where none can be made, or after `dispose`. */
  make(): Result<string> {
    if (this.#disposed) return err(failure('disposed', 'the window is closing', 'Open the package again.'));
    try {
      this.#root ??= this.#made();
      const folder = join(this.#root, String(++this.#count));
      mkdirSync(folder, { mode: FOLDER_MODE });
      return ok(folder);
    } catch (error) {
      return err(writeFailure(error));
    }
  }

  #made(): string {
    const root = mkdtempSync(join(this.#base, `${PREFIX}${process.pid}-`));
    process.once('exit', this.#atExit);
    return root;
  }

  /** Removes the folder and everything in it, at once. */
  dispose(): void {
    this.#disposed = true;
    process.off('exit', this.#atExit);
    if (this.#root !== null) rmSync(this.#root, { recursive: true, force: true, maxRetries: 3 });
  }
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
