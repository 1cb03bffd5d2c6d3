import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

/** What became of a followed file: other content (perhaps), away, or there again. */
export type FollowEvent = 'changed' | 'gone' | 'back';

/** What tells one state of a file from another. A text; equal texts are one state. */
export type FileState = string;

/** Begins watching a folder: calls back with the name of what changed in it, null where the system does not say. */
export type WatchFolder = (
  folder: string,
  onChange: (name: string | null) => void,
  onEnd: () => void,
) => { close(): void };

export interface FollowOptions {
  /** The state in which the file was read, where it may have changed since. */
  readonly known?: FileState | null;
  /** How long a file must stay as it is before a change is told. Milliseconds. */
  readonly settle?: number;
  /** How long it must be away before that is told: programs that save remove and make it again. Milliseconds. */
  readonly grace?: number;
  /** After how long a change is told although the file still changes. Milliseconds. */
  readonly longest?: number;
  /** How often the file is looked at without any sign of a change. Milliseconds. */
  readonly pollEvery?: number;
  readonly watchFolder?: WatchFolder;
}

const SETTLE = 120;
const GRACE = 400;
const LONGEST = 10_000;
const POLL_EVERY = 1500;

/** The state of a regular file, null where there is none. Also sees a rewrite of equal length and date. */
export async function fileState(path: string): Promise<FileState | null> {
  try {
    const seen = await stat(path, { bigint: true });
    if (!seen.isFile()) return null;
    return [seen.dev, seen.ino, seen.size, seen.mtimeNs, seen.ctimeNs].join(' ');
  } catch {
    return null;
  }
}

/**
 * Follows one file through rewrites, replacements, removal and return: by watching its folder, and by looking at it every
 * now and then where no watch tells (network disks, links to elsewhere, a folder that went). A change is told once the
 * file has stayed as it is for a moment, so that half-written files are not. Ends with `dispose`.
 */
export function followFile(
  path: string,
  onEvent: (event: FollowEvent) => void,
  options: FollowOptions = {},
): { dispose(): void } {
  return new FileFollower(path, onEvent, options);
}

class FileFollower {
  readonly #path: string;
  readonly #onEvent: (event: FollowEvent) => void;
  readonly #options: FollowOptions;
  readonly #poll: NodeJS.Timeout;
  #watcher: { close(): void } | null = null;
  /** The state that was told last; undefined until the file was looked at first. */
  #told: FileState | null | undefined;
  #settling: NodeJS.Timeout | null = null;
  /** When the change that is being waited for was first seen. */
  #since = 0;
  #folder: FileState | null = null;
  #disposed = false;

  constructor(path: string, onEvent: (event: FollowEvent) => void, options: FollowOptions) {
    this.#path = path;
    this.#onEvent = onEvent;
    this.#options = options;
    this.#told = options.known;
    this.#poll = setInterval(() => void this.#look(), options.pollEvery ?? POLL_EVERY);
    this.#poll.unref();
    void this.#look();
  }

  dispose(): void {
    this.#disposed = true;
    clearInterval(this.#poll);
    if (this.#settling !== null) clearTimeout(this.#settling);
    this.#unwatch();
  }

  /** Watches the folder that is there now, and looks for a change of the file. */
  async #look(): Promise<void> {
    await this.#watchFolder();
    const now = await fileState(this.#path);
    if (this.#disposed || this.#settling !== null) return;
    if (this.#told === undefined) this.#told = now;
    else if (now !== this.#told) this.#begin(now);
  }

  #begin(seen: FileState | null): void {
    this.#since = Date.now();
    this.#await(seen);
  }

  /** Waits until the file is as it was seen for long enough. */
  #await(seen: FileState | null): void {
    const { settle = SETTLE, grace = GRACE } = this.#options;
    this.#settling = setTimeout(() => void this.#settle(seen), seen === null ? grace : settle);
    this.#settling.unref();
  }

  async #settle(seen: FileState | null): Promise<void> {
    const now = await fileState(this.#path);
    if (this.#disposed) return;
    const isLate = Date.now() - this.#since >= (this.#options.longest ?? LONGEST);
    if (now !== seen && !isLate) {
      this.#await(now);
      return;
    }
    this.#settling = null;
    const before = this.#told;
    this.#told = now;
    if (now === before) return;
    this.#onEvent(now === null ? 'gone' : before === null ? 'back' : 'changed');
  }

  /** Another folder under the same path is watched anew; one that is not there is looked for at the next turn. */
  async #watchFolder(): Promise<void> {
    const folder = await folderState(dirname(this.#path));
    if (this.#disposed || (folder === this.#folder && this.#watcher !== null)) return;
    this.#unwatch();
    this.#folder = folder;
    if (folder === null) return;
    const begin = this.#options.watchFolder ?? watchFolder;
    const own = basename(this.#path);
    const onChange = (name: string | null) => {
      if (name === null || name === own) void this.#look();
    };
    try {
      this.#watcher = begin(dirname(this.#path), onChange, () => this.#unwatch());
    } catch {
      // No watch to be had: looking every now and then has to do.
    }
  }

  #unwatch(): void {
    this.#watcher?.close();
    this.#watcher = null;
  }
}

async function folderState(folder: string): Promise<FileState | null> {
  try {
    const seen = await stat(folder, { bigint: true });
    return seen.isDirectory() ? `${seen.dev} ${seen.ino}` : null;
  } catch {
    return null;
  }
}

const watchFolder: WatchFolder = (folder, onChange, onEnd) => {
  const watcher: FSWatcher = watch(folder, { persistent: false }, (_, name) => onChange(name));
  watcher.on('error', onEnd);
  return watcher;
};
