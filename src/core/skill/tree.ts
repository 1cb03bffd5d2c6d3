import type { Failure, Result } from '../../shared/result';

/** What an entry of a folder is, a link not followed. */
export type TreeEntryKind = 'file' | 'directory' | 'symlink' | 'pipe' | 'socket' | 'device' | 'other';

/** One name in a folder that may be a skill: of a disk or of an archive. */
export interface TreeEntry {
  /** As Murmur reads it: bytes that are not UTF-8 became U+FFFD. */
  readonly name: string;
  readonly kind: TreeEntryKind;
  /** Where it is, for the tree that made it. */
  readonly at: string | Buffer | number;
}

/** A file's size in bytes, and why reading it is refused where that shows without reading it. */
export interface TreeStat {
  readonly bytes: number;
  readonly unreadable: Failure | null;
}

/** A folder that may be a skill, wherever it lies. Failures are in Murmur's words (`Permission denied (os error 13)`). */
export interface SkillTree {
  /** How Murmur would print the folder. */
  readonly shown: string;
  /** The folder's real name, null where it has none (the root of an archive). */
  readonly folderName: string | null;
  /** The names in a folder of the tree, unsorted; `null` is the tree itself. */
  list(folder: TreeEntry | null): Result<readonly TreeEntry[]>;
  stat(file: TreeEntry): Result<TreeStat>;
  /** The first bytes of a file, at most `limit`, and its whole size. Links and anything but regular files fail. */
  head(file: TreeEntry, limit: number): Result<{ readonly bytes: Uint8Array; readonly size: number }>;
  /** Where a link leads, as written; null if that cannot be read. */
  linkTarget(link: TreeEntry): string | null;
  /** A stranger file beside the walked ones, for links in the text of a skill that is judged alone. */
  exists?(relative: string): boolean;
}

/** A path as Murmur joins it: no second slash after one that is there. */
export function joinShown(folder: string, name: string): string {
  return folder === '' || folder.endsWith('/') ? folder + name : `${folder}/${name}`;
}
