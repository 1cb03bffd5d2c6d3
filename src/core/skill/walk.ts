import type { Failure } from '../../shared/result';
import { compareBytes } from '../text/order';
import type { SkillTree, TreeEntry, TreeEntryKind } from './tree';

/** The folder's file for mur build, which no skill may hold at its root. */
export const BUILD_INFO = 'murmur-build.json';
const MANIFEST = 'murmur.yaml';
/** Entries that one walk looks at; a folder with more is given up with a finding. */
export const WALK_LIMIT = 300_000;

export interface WalkedFile {
  /** `/`-joined, relative to the folder, as spelled on disk. */
  readonly path: string;
  readonly entry: TreeEntry;
}

export interface PackedFile extends WalkedFile {
  readonly bytes: number;
  /** Why its content cannot be read, where that shows without reading. */
  readonly unreadable: Failure | null;
}

/** Something the walk meets that one Murmur or another refuses, in the order in which Murmur would meet it. */
export type WalkEvent =
  | { readonly type: 'skill-md'; readonly path: string }
  | { readonly type: 'manifest'; readonly path: string }
  | { readonly type: 'build-info'; readonly path: string }
  | { readonly type: 'symlink'; readonly path: string; readonly target: string | null }
  /** `path` is '' for the folder itself. */
  | { readonly type: 'io'; readonly path: string; readonly failure: Failure };

export interface SkippedEntry {
  readonly path: string;
  readonly why: string;
  readonly kind: TreeEntryKind;
}

/** A folder as Murmur's walk sees it (S2), with everything it would refuse and not only the first. */
export interface WalkedFolder {
  readonly events: readonly WalkEvent[];
  /** The root's skill.md in any casing, the first one in byte order; also a linked one. */
  readonly skill: PackedFile | null;
  /** The root's murmur.yaml; the exact spelling wins. Never packed. */
  readonly manifest: WalkedFile | null;
  /** Every other regular file, sorted by its path's bytes. */
  readonly supporting: readonly PackedFile[];
  readonly skipped: readonly SkippedEntry[];
  /** Whether the walk was given up at `WALK_LIMIT`. */
  readonly cut: boolean;
}

/** Why a name is passed over at any depth, null for one that is not (S2). */
export function skipReason(name: string): string | null {
  if (name.startsWith('.')) return 'its name starts with a dot';
  if (name.toLowerCase().endsWith('.mur.zip')) return 'it is a package';
  return null;
}

const KIND_WHY: Readonly<Record<TreeEntryKind, string>> = {
  file: '',
  directory: '',
  symlink: 'it is a link',
  pipe: 'it is a named pipe',
  socket: 'it is a socket',
  device: 'it is a device',
  other: 'it is no regular file',
};

/**
 * Walks a skill folder as `mur build <folder>` does: depth first, each folder sorted by bytes, links not followed (S2).
 * Reads no file's content.
 */
export function walkSkill(tree: SkillTree, limit = WALK_LIMIT): WalkedFolder {
  return new Walk(tree, limit).run();
}

class Walk {
  readonly #tree: SkillTree;
  #left: number;
  readonly #events: WalkEvent[] = [];
  readonly #supporting: PackedFile[] = [];
  readonly #skipped: SkippedEntry[] = [];
  #skill: PackedFile | null = null;
  #manifest: WalkedFile | null = null;

  constructor(tree: SkillTree, limit: number) {
    this.#tree = tree;
    this.#left = limit;
  }

  run(): WalkedFolder {
    for (const entry of this.#entries(null, '')) this.#atRoot(entry);
    this.#supporting.sort((a, b) => compareBytes(a.path, b.path));
    return {
      events: this.#events,
      skill: this.#skill,
      manifest: this.#manifest,
      supporting: this.#supporting,
      skipped: this.#skipped,
      cut: this.#left < 0,
    };
  }

  #atRoot(entry: TreeEntry): void {
    const file: WalkedFile = { path: entry.name, entry };
    if (this.#isNoFile(file)) return;
    const lower = entry.name.toLowerCase();
    if (lower === 'skill.md') this.#takeSkill(file);
    else if (lower === MANIFEST) this.#takeManifest(file);
    else if (entry.name === BUILD_INFO) {
      this.#events.push({ type: 'build-info', path: file.path });
      this.#skip(file, 'mur build writes it');
    } else this.#take(file);
  }

  /** Goes into folders, and keeps links, pipes and devices out. */
  #isNoFile(file: WalkedFile): boolean {
    const { kind } = file.entry;
    if (kind === 'file') return false;
    if (kind === 'directory') {
      for (const entry of this.#entries(file.entry, file.path))
        this.#below({ path: `${file.path}/${entry.name}`, entry });
      return true;
    }
    if (kind === 'symlink') {
      this.#events.push({ type: 'symlink', path: file.path, target: this.#tree.linkTarget(file.entry) });
      // A linked SKILL.md still says what the folder is meant to be.
      if (this.#skill === null && file.path.toLowerCase() === 'skill.md')
        this.#skill = { ...file, bytes: 0, unreadable: null };
    }
    this.#skip(file, KIND_WHY[kind]);
    return true;
  }

  #below(file: WalkedFile): void {
    if (!this.#isNoFile(file)) this.#take(file);
  }

  #takeSkill(file: WalkedFile): void {
    const packed = this.#measured(file);
    if (packed === null) return;
    this.#events.push({ type: 'skill-md', path: file.path });
    if (this.#skill === null || this.#skill.entry.kind === 'symlink') this.#skill = packed;
    else this.#skip(file, 'the folder has another SKILL.md');
  }

  #takeManifest(file: WalkedFile): void {
    this.#events.push({ type: 'manifest', path: file.path });
    this.#skip(file, 'a manifest is not packed');
    if (this.#manifest === null || file.entry.name === MANIFEST) this.#manifest = file;
  }

  #take(file: WalkedFile): void {
    const packed = this.#measured(file);
    if (packed !== null) this.#supporting.push(packed);
  }

  #measured(file: WalkedFile): PackedFile | null {
    const stat = this.#tree.stat(file.entry);
    if (stat.ok) return { ...file, ...stat.value };
    this.#events.push({ type: 'io', path: file.path, failure: stat.error });
    this.#skip(file, `it cannot be read: ${stat.error.message}`);
    return null;
  }

  #skip(file: WalkedFile, why: string): void {
    this.#skipped.push({ path: file.path, why, kind: file.entry.kind });
  }

  /** The entries of a folder that the walk considers, in its order. */
  #entries(folder: TreeEntry | null, path: string): TreeEntry[] {
    if (this.#left < 0) return [];
    const listed = this.#tree.list(folder);
    if (!listed.ok) {
      this.#events.push({ type: 'io', path, failure: listed.error });
      return [];
    }
    const considered: TreeEntry[] = [];
    for (const entry of listed.value) {
      const why = skipReason(entry.name);
      if (why === null) considered.push(entry);
      else this.#skip({ path: path === '' ? entry.name : `${path}/${entry.name}`, entry }, why);
    }
    considered.sort((a, b) => compareBytes(a.name, b.name));
    this.#left -= considered.length;
    return this.#left < 0 ? considered.slice(0, considered.length + this.#left) : considered;
  }
}
