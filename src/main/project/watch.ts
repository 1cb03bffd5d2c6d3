import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Coalescer } from '../../core/store/coalesce';
import { LOCK_NAME } from '../../core/store/project';
import { MANIFEST_NAME } from '../../core/store/roots';
import { type FolderWatch, type WatchFolder, watchFolder } from '../../core/store/watch-tree';

/** When gathered changes are told, and how often the two files are looked at in any case. Milliseconds. */
export interface ProjectWatchTimes {
  readonly quiet: number;
  readonly longest: number;
  readonly every: number;
}
const TIMES: ProjectWatchTimes = { quiet: 60, longest: 300, every: 700 };

/**
 * Follows a project's own files: the folders that hold them, watched as far as the system gives watches, and
 * `murmur.yaml` and `murmur.lock` looked at every now and then in any case. The stores are the registry's to follow.
 */
export class ProjectWatch {
  readonly #folder: string;
  readonly #changes: Coalescer<true>;
  readonly #watchFolder: WatchFolder;
  readonly #timer: NodeJS.Timeout;
  readonly #watches = new Map<string, FolderWatch>();
  #print: string;

  constructor(
    folder: string,
    onChange: () => void,
    { times = TIMES, watch = watchFolder }: { readonly times?: ProjectWatchTimes; readonly watch?: WatchFolder } = {},
  ) {
    this.#folder = folder;
    this.#watchFolder = watch;
    this.#changes = new Coalescer(times, onChange);
    this.#print = this.#look();
    this.#timer = setInterval(() => {
      const print = this.#look();
      if (print !== this.#print) this.#changes.add(true);
      this.#print = print;
    }, times.every);
    this.#timer.unref();
  }

  /** Watches these folders and no others. */
  follow(folders: readonly string[]): void {
    const wanted = new Set(folders);
    for (const [folder, watch] of this.#watches) {
      if (wanted.has(folder)) continue;
      watch.close();
      this.#watches.delete(folder);
    }
    for (const folder of wanted) {
      if (this.#watches.has(folder)) continue;
      const inode = inodeOf(folder);
      const onEnd = () => {
        this.#watches.get(folder)?.close();
        this.#watches.delete(folder);
      };
      const onChange = () => {
        // A folder that was replaced needs a new watch; the next `follow` begins it.
        if (inodeOf(folder) !== inode) onEnd();
        this.#changes.add(true);
      };
      try {
        this.#watches.set(folder, this.#watchFolder(folder, false, onChange, onEnd));
      } catch {
        // Not there, or no watch to be had: the look every now and then remains.
      }
    }
  }

  #look(): string {
    return [MANIFEST_NAME, LOCK_NAME].map((name) => lookAt(join(this.#folder, name))).join(' ');
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#changes.dispose();
    for (const watch of this.#watches.values()) watch.close();
    this.#watches.clear();
  }
}

function inodeOf(folder: string): number | null {
  try {
    return statSync(folder, { throwIfNoEntry: false })?.ino ?? null;
  } catch {
    return null;
  }
}

function lookAt(path: string): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat === undefined ? '-' : `${stat.size}:${stat.mtimeMs}:${stat.ino}`;
  } catch {
    return '?';
  }
}
