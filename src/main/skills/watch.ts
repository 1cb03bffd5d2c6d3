import { type Dirent, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Coalescer, type CoalesceTimes } from '../../core/store/coalesce';
import { type FolderWatch, type WatchFolder, watchFolder } from '../../core/store/watch-tree';
import type { SkillRoot } from './places';

/** What changed below what was opened: relative paths, '' where all may have changed. */
export type SkillChange = (changed: ReadonlySet<string>) => void;

export interface SkillWatchOptions {
  readonly watchFolder?: WatchFolder;
  /** Whether one watch sees all below a folder; Linux has no such watch. */
  readonly recursive?: boolean;
  readonly times?: CoalesceTimes;
  /** Milliseconds between looks at the root itself and at folders without a watch. */
  readonly every?: number;
  /** Folders that get a watch of their own; further ones are looked at now and then. */
  readonly most?: number;
}

const TIMES: CoalesceTimes = { quiet: 40, longest: 200 };
const EVERY = 700;
const MOST = 20_000;
/** Folders without a watch that are looked at in one turn. */
const POLLED = 500;
/** Changes that are told one by one; more of them mean everything. */
const CHANGES = 2_000;
/** A skill that was written so shortly before its watch began may have changed after it was read. Milliseconds. */
const RECENT = 200;
const PASSED_OVER: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/**
 * Follows a folder of skills, all levels: each folder watched as far as the system gives watches, the others looked at
 * now and then. A file that was opened is followed in its folder, since editors replace files. A root that goes and comes
 * back is seen. Only looks, never touches.
 */
export class SkillsWatch {
  readonly #root: SkillRoot;
  readonly #watchFolder: WatchFolder;
  readonly #recursive: boolean;
  readonly #most: number;
  readonly #changes: Coalescer<string>;
  readonly #timer: NodeJS.Timeout;
  readonly #watches = new Map<string, FolderWatch>();
  /** Folders without a watch, and what they looked like. */
  readonly #polled = new Map<string, string>();
  #identity: string;
  #next = 0;
  #disposed = false;

  constructor(root: SkillRoot, onChange: SkillChange, options: SkillWatchOptions = {}) {
    this.#root = root;
    this.#watchFolder = options.watchFolder ?? watchFolder;
    this.#recursive = options.recursive ?? process.platform !== 'linux';
    this.#most = options.most ?? MOST;
    this.#changes = new Coalescer(options.times ?? TIMES, (gathered) =>
      onChange(gathered.size > CHANGES ? new Set(['']) : gathered),
    );
    this.#identity = this.#look();
    this.#timer = setInterval(() => this.#tick(), options.every ?? EVERY);
    this.#timer.unref();
    this.#begin();
  }

  /** Whether changes are told by the system and not only looked for. */
  get isWatching(): boolean {
    return this.#watches.size > 0;
  }

  /** Whether a path below the root is a folder that is followed. */
  knows(folder: string): boolean {
    return this.#watches.has(folder) || this.#polled.has(folder);
  }

  dispose(): void {
    this.#disposed = true;
    clearInterval(this.#timer);
    this.#changes.dispose();
    this.#closeAll();
  }

  #begin(): void {
    if (this.#root.kind === 'folder') void this.#follow('', false);
    else this.#watchFile();
  }

  /** The folder of the file that was opened, and in it only that name. */
  #watchFile(): void {
    const name = basename(this.#root.at);
    this.#tryWatch('', dirname(this.#root.at), (changed) => {
      if (changed === null || changed === name) this.#changes.add('');
    });
  }

  /**
   * Watches a folder and all below it.
   * @param isNew it came after the last look: what is in it already is told, since nobody saw it come
   */
  async #follow(folder: string, isNew: boolean): Promise<void> {
    const since = Date.now() - RECENT;
    const waiting = [folder];
    for (let next = waiting.pop(); next !== undefined && !this.#disposed; next = waiting.pop()) {
      if (this.knows(next)) continue;
      this.#watch(next);
      if (this.#recursive) break;
      // What was written between the first look at a folder and its watch is told.
      const skill = next === '' ? 'SKILL.md' : `${next}/SKILL.md`;
      if (!isNew && changedSince(this.#path(skill), since)) this.#changes.add(skill);
      const below = await this.#foldersIn(next);
      waiting.push(...below);
    }
    if (isNew && !this.#disposed) this.#changes.add(folder);
  }

  async #foldersIn(folder: string): Promise<string[]> {
    let entries: Dirent[] = [];
    try {
      entries = await readdir(this.#path(folder), { withFileTypes: true });
    } catch {
      // Gone again, or not ours to read: the scan says so.
    }
    return entries
      .filter((entry) => entry.isDirectory() && !PASSED_OVER.has(entry.name) && !entry.name.includes('\ufffd'))
      .map(({ name }) => (folder === '' ? name : `${folder}/${name}`));
  }

  #watch(folder: string): void {
    if (this.#watches.size >= this.#most) {
      this.#polled.set(folder, this.#print(folder));
      return;
    }
    const done = this.#tryWatch(folder, this.#path(folder), (name) => {
      if (name === null) this.#changes.add(folder);
      else this.#hear(folder === '' ? name : `${folder}/${name}`);
    });
    if (!done) this.#polled.set(folder, this.#print(folder));
  }

  #tryWatch(key: string, path: string, onEvent: (name: string | null) => void): boolean {
    if (this.#disposed) return true;
    try {
      const onEnd = () => this.#close(key);
      const watch = this.#watchFolder(path, this.#recursive && this.#root.kind === 'folder', onEvent, onEnd);
      this.#watches.set(key, watch);
      return true;
    } catch {
      return false;
    }
  }

  /** A name in a watched folder came, went or changed. */
  #hear(path: string): void {
    if (path.split('/').some((part) => PASSED_OVER.has(part))) return;
    this.#changes.add(path);
    if (this.#recursive) return;
    const isFolder = this.#isFolder(path);
    // A folder of the same name may be another one by now.
    if (this.knows(path)) this.#closeBelow(path);
    if (isFolder) void this.#follow(path, true);
  }

  #isFolder(path: string): boolean {
    try {
      return statSync(this.#path(path), { throwIfNoEntry: false })?.isDirectory() ?? false;
    } catch {
      return false;
    }
  }

  #tick(): void {
    const identity = this.#look();
    if (identity !== this.#identity) {
      this.#identity = identity;
      this.#closeAll();
      this.#begin();
      this.#changes.add('');
      return;
    }
    const folders = [...this.#polled.keys()];
    for (let count = 0; count < Math.min(POLLED, folders.length); count++) {
      const folder = folders[this.#next++ % folders.length] ?? '';
      const print = this.#print(folder);
      if (print === this.#polled.get(folder)) continue;
      this.#polled.set(folder, print);
      this.#changes.add(folder === '' ? '' : `${folder}/SKILL.md`);
    }
  }

  /** What tells the root from another one in its place; of a file also its content. */
  #look(): string {
    try {
      const stat = statSync(this.#root.at, { throwIfNoEntry: false });
      if (stat === undefined) return '-';
      return stat.isDirectory() ? `${stat.dev}:${stat.ino}` : `${stat.ino}:${stat.size}:${stat.mtimeMs}`;
    } catch {
      return '?';
    }
  }

  #print(folder: string): string {
    return [this.#path(folder), `${this.#path(folder)}/SKILL.md`].map(printOf).join(' ');
  }

  #path(folder: string): string {
    return folder === '' ? this.#root.at : `${this.#root.at}/${folder}`;
  }

  #close(folder: string): void {
    this.#watches.get(folder)?.close();
    this.#watches.delete(folder);
  }

  #closeBelow(folder: string): void {
    const prefix = `${folder}/`;
    for (const key of this.#watches.keys()) if (key === folder || key.startsWith(prefix)) this.#close(key);
    for (const key of this.#polled.keys()) if (key === folder || key.startsWith(prefix)) this.#polled.delete(key);
  }

  #closeAll(): void {
    for (const watch of this.#watches.values()) watch.close();
    this.#watches.clear();
    this.#polled.clear();
  }
}

function changedSince(path: string, since: number): boolean {
  try {
    return (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= since;
  } catch {
    return false;
  }
}

function printOf(path: string): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat === undefined ? '-' : `${stat.ino}:${stat.size}:${stat.mtimeMs}`;
  } catch {
    return '?';
  }
}
