import { dirname } from 'node:path';
import { Coalescer, type CoalesceTimes } from './coalesce';
import { type Seen, type StoreFiles, storeFiles } from './files';
import { changedKeys, storePrint } from './watch-poll';
import { type FolderWatch, StoreTree, type WatchFolder, watchFolder } from './watch-tree';

export interface WatchOptions {
  readonly files?: StoreFiles;
  readonly watchFolder?: WatchFolder;
  /** Whether the system's watch sees all below a folder; Linux has no such watch. */
  readonly recursive?: boolean;
  readonly times?: CoalesceTimes;
  /** Milliseconds between looks at the root itself, and at least between two polls. */
  readonly pollEvery?: number;
}

/** What changed below which root: paths relative to it, `''` for everything. Ready for `scanStore`. */
export type StoreChange = (root: string, changed: readonly string[]) => void;

const TIMES: CoalesceTimes = { quiet: 60, longest: 300 };
const POLL_EVERY = 700;
/** A poll may take one part in so many of the time. */
const POLL_SHARE = 20;

/**
 * Follows stores on disk. Changes come gathered; a root that does not exist yet is found as soon as it does, one that
 * vanishes is told; where the system gives no watch the store is polled. Only looks, never touches. Ends with `dispose`.
 */
export function watchStores(
  roots: readonly string[],
  onChange: StoreChange,
  options: WatchOptions = {},
): { dispose(): void } {
  const watches = roots.map((root) => new RootWatch(root, onChange, options));
  return {
    dispose: () => {
      for (const watch of watches) watch.dispose();
    },
  };
}

class RootWatch {
  readonly #root: string;
  readonly #files: StoreFiles;
  readonly #options: WatchOptions;
  readonly #changes: Coalescer<string>;
  readonly #timer: NodeJS.Timeout;
  #tree: StoreTree | null = null;
  #parent: FolderWatch | null = null;
  #seen: Seen | null = null;
  #polling: Poll | null = null;
  #disposed = false;

  constructor(root: string, onChange: StoreChange, options: WatchOptions) {
    this.#root = root;
    this.#options = options;
    this.#files = options.files ?? storeFiles;
    this.#changes = new Coalescer(options.times ?? TIMES, (changed) => {
      this.#follow(changed);
      onChange(root, [...changed]);
    });
    this.#start();
    // A folder above the root can be moved away without any event of the root's own.
    this.#timer = setInterval(() => this.#lookAtRoot(), options.pollEvery ?? POLL_EVERY);
    this.#timer.unref();
  }

  #look(): Seen | null {
    const seen = this.#files.look(this.#root);
    return seen.ok && seen.value?.kind === 'folder' ? seen.value : null;
  }

  #start(): void {
    this.#seen = this.#look();
    if (this.#seen === null) this.#awaitRoot();
    else this.#watchTree();
  }

  #watchTree(): void {
    try {
      const tree = new StoreTree(this.#root, {
        watchFolder: this.#options.watchFolder ?? watchFolder,
        files: this.#files,
        recursive: this.#options.recursive ?? process.platform !== 'linux',
        onChange: (path) => this.#changes.add(path),
      });
      this.#tree = tree;
      tree.fill().catch(() => this.#giveUp(tree));
    } catch {
      this.#poll();
    }
  }

  /** The system gives no more watches: those there are go, and the store is polled. */
  #giveUp(tree: StoreTree): void {
    if (this.#tree !== tree) return;
    tree.dispose();
    this.#tree = null;
    this.#poll();
  }

  /** The root is not there: the nearest folder above it that is tells when that changes. */
  #awaitRoot(): void {
    let folder = dirname(this.#root);
    for (;;) {
      const seen = this.#files.look(folder);
      if (seen.ok && seen.value?.kind === 'folder') break;
      const above = dirname(folder);
      if (above === folder) return;
      folder = above;
    }
    try {
      const begin = this.#options.watchFolder ?? watchFolder;
      this.#parent = begin(
        folder,
        false,
        () => this.#lookAtRoot(),
        () => {},
      );
    } catch {
      // The look every now and then finds it too.
    }
  }

  /** Starts over when the root came, went, or is another folder than before. */
  #lookAtRoot(): void {
    if (this.#disposed) return;
    const now = this.#look();
    const same = now?.ino === this.#seen?.ino && now?.dev === this.#seen?.dev;
    if (same && now !== null) return;
    this.#stop();
    this.#start();
    if (!same) this.#changes.add('');
  }

  #follow(changed: ReadonlySet<string>): void {
    const tree = this.#tree;
    try {
      tree?.follow(changed);
    } catch {
      if (tree) this.#giveUp(tree);
    }
  }

  #poll(): void {
    const every = this.#options.pollEvery ?? POLL_EVERY;
    this.#polling = new Poll(this.#root, this.#files, every, (path) => this.#changes.add(path));
  }

  #stop(): void {
    this.#tree?.dispose();
    this.#parent?.close();
    this.#polling?.dispose();
    this.#tree = null;
    this.#parent = null;
    this.#polling = null;
  }

  dispose(): void {
    this.#disposed = true;
    clearInterval(this.#timer);
    this.#changes.dispose();
    this.#stop();
  }
}

/** Compares a store with itself every now and then. */
class Poll {
  #timer: NodeJS.Timeout | null = null;
  #disposed = false;

  constructor(root: string, files: StoreFiles, every: number, onChange: (path: string) => void) {
    const print = async () => {
      const began = performance.now();
      const made = await storePrint(root, files, () => this.#disposed);
      return { made, wait: Math.max(every, (performance.now() - began) * POLL_SHARE) };
    };
    const again = (before: Awaited<ReturnType<typeof print>>) => {
      if (this.#disposed) return;
      this.#timer = setTimeout(async () => {
        const now = await print();
        if (this.#disposed) return;
        for (const key of changedKeys(before.made, now.made)) onChange(key);
        again(now);
      }, before.wait);
      this.#timer.unref();
    };
    print().then(again);
  }

  dispose(): void {
    this.#disposed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}
