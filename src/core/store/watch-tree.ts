import { watch } from 'node:fs';
import { sep } from 'node:path';
import type { StoreFiles } from './files';

/** A running watch of one folder. */
export interface FolderWatch {
  close(): void;
}

/**
 * Starts to watch a folder. `onEvent` gets the name of what changed in it (below it, when recursive), or null where the
 * system does not say; `onEnd` is called when the watch cannot go on.
 * @throws when the system gives no watch: too many, no such folder, a file system without
 */
export type WatchFolder = (
  path: string,
  recursive: boolean,
  onEvent: (name: string | null) => void,
  onEnd: () => void,
) => FolderWatch;

/** The system's own watch. It does not keep the program running. */
export const watchFolder: WatchFolder = (path, recursive, onEvent, onEnd) => {
  const watcher = watch(path, { recursive, persistent: false });
  watcher.on('change', (_, name) => onEvent(name === null ? null : String(name).split(sep).join('/')));
  watcher.on('error', onEnd);
  return watcher;
};

/** Below the root: scope, name, version; in a version's folder stand only files. */
const DEEPEST = 3;
/** Folders of one store that are watched; beyond that it is polled. */
const MOST = 30_000;
const NAMES = 100_000;

export interface TreeOptions {
  readonly watchFolder: WatchFolder;
  readonly files: StoreFiles;
  /** Whether one watch sees all below a folder. On Linux each folder needs its own. */
  readonly recursive: boolean;
  /** A path below the root that changed; `''` where that is not known. */
  readonly onChange: (path: string) => void;
}

/** Milliseconds of work after which other events get their turn. */
const SLICE = 12;
/** A folder that changed so shortly before its watch began may have changed after it was read. Milliseconds. */
const RECENT = 2000;

/** Watches a store's folders, all levels. Folders that come are watched when `follow` is told of them. */
export class StoreTree {
  readonly #root: string;
  readonly #options: TreeOptions;
  readonly #watches = new Map<string, FolderWatch>();
  #disposed = false;

  /**
   * Watches the root; `fill` watches what is below it.
   * @throws when the system gives no watch
   */
  constructor(root: string, options: TreeOptions) {
    this.#root = root;
    this.#options = options;
    this.#watch('');
  }

  /**
   * Watches all folders below the root, in slices. What changed in them shortly before is told as a change, so that a scan
   * made meanwhile misses nothing.
   * @throws when the system gives no watch, or the store has more folders than are watched
   */
  async fill(): Promise<void> {
    if (this.#options.recursive) return;
    const waiting = this.#foldersIn('');
    const since = Date.now() - RECENT;
    let began = performance.now();
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      this.#watch(folder);
      if (depthOf(folder) < DEEPEST) for (const inner of this.#foldersIn(folder)) waiting.push(inner);
      const seen = this.#options.files.look(this.#path(folder));
      if (seen.ok && seen.value !== null && seen.value.mtimeMs >= since) this.#options.onChange(folder);
      if (performance.now() - began < SLICE) continue;
      await new Promise((resume) => setImmediate(resume));
      if (this.#disposed) return;
      began = performance.now();
    }
  }

  /**
   * Brings the watches up to date around paths that changed, before anyone reads them again: what appears after that is
   * an event of its own, so nothing is missed in between.
   * @throws as `fill`
   */
  follow(paths: Iterable<string>): void {
    if (this.#options.recursive) return;
    const folders = new Set([...paths].map((path) => path.slice(0, Math.max(0, path.lastIndexOf('/')))));
    for (const folder of folders) this.#refresh(folder);
  }

  #refresh(folder: string): void {
    const depth = depthOf(folder);
    if (depth >= DEEPEST) return;
    const prefix = folder === '' ? '' : `${folder}/`;
    const now = new Set(this.#foldersIn(folder));
    for (const path of this.#watches.keys()) {
      if (path === folder || !path.startsWith(prefix)) continue;
      if (!now.has(path.split('/', depth + 1).join('/'))) this.#remove(path);
    }
    for (const path of now) this.#add(path);
  }

  #add(folder: string): void {
    if (this.#watches.has(folder)) return;
    this.#watch(folder);
    if (depthOf(folder) < DEEPEST) for (const inner of this.#foldersIn(folder)) this.#add(inner);
  }

  #path(folder: string): string {
    return folder === '' ? this.#root : `${this.#root}/${folder}`;
  }

  #foldersIn(folder: string): string[] {
    const listing = this.#options.files.list(this.#path(folder), NAMES);
    if (!listing.ok) return [];
    return listing.value.entries
      .filter(({ name, kind }) => (kind === 'folder' || kind === 'link') && !name.startsWith('.'))
      .map(({ name }) => (folder === '' ? name : `${folder}/${name}`));
  }

  /** A folder below the root that is gone again, or may not be read, is not watched; the root must be. */
  #watch(folder: string): void {
    if (this.#disposed || this.#watches.has(folder)) return;
    if (this.#watches.size >= MOST) throw new Error('more folders than are watched');
    const { watchFolder, recursive, onChange } = this.#options;
    const onEvent = (name: string | null) =>
      onChange(name === null ? folder : folder === '' ? name : `${folder}/${name}`);
    const onEnd = () => {
      this.#remove(folder);
      onChange(folder);
    };
    try {
      this.#watches.set(folder, watchFolder(this.#path(folder), recursive && folder === '', onEvent, onEnd));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (folder === '' || !PASSED_OVER.has(code)) throw error;
    }
  }

  #remove(folder: string): void {
    this.#watches.get(folder)?.close();
    this.#watches.delete(folder);
  }

  dispose(): void {
    this.#disposed = true;
    for (const watch of this.#watches.values()) watch.close();
    this.#watches.clear();
  }
}

const PASSED_OVER: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP']);

const depthOf = (folder: string) => (folder === '' ? 0 : folder.split('/').length);
