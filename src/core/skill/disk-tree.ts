import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { basename } from 'node:path';
import { err, type Failure, failure, ok, type Result } from '../../shared/result';
import { osErrorOf } from '../io/os-error';
import type { SkillTree, TreeEntry, TreeEntryKind } from './tree';

type DiskPath = string | Buffer;

/** A failed call in Murmur's words. */
export function diskFailure(error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  return failure(code, osErrorOf(error).message);
}

function attempt<T>(work: () => T): Result<T> {
  try {
    return ok(work());
  } catch (error) {
    return err(diskFailure(error));
  }
}

const KINDS: ReadonlyArray<readonly [test: (entry: Dirent<string> | Dirent<Buffer>) => boolean, kind: TreeEntryKind]> =
  [
    [(entry) => entry.isDirectory(), 'directory'],
    [(entry) => entry.isSymbolicLink(), 'symlink'],
    [(entry) => entry.isFIFO(), 'pipe'],
    [(entry) => entry.isSocket(), 'socket'],
    [(entry) => entry.isCharacterDevice() || entry.isBlockDevice(), 'device'],
  ];

const kindOf = (entry: Dirent<string> | Dirent<Buffer>): TreeEntryKind =>
  entry.isFile() ? 'file' : (KINDS.find(([test]) => test(entry))?.[1] ?? 'other');

/** `folder/name` for the system, which takes bytes where the name is not UTF-8. */
function joinDisk(folder: DiskPath, name: DiskPath): DiskPath {
  if (typeof folder === 'string' && typeof name === 'string') return folder === '' ? name : `${folder}/${name}`;
  return Buffer.concat([Buffer.from(folder), Buffer.from('/'), Buffer.from(name)]);
}

/**
 * The names in a folder of the disk, unsorted, links not followed. Names that are not UTF-8 read with U+FFFD and stay
 * reachable through their bytes.
 */
export function listDisk(folder: DiskPath): Result<TreeEntry[]> {
  return attempt(() => {
    const entries = readdirSync(folder, { withFileTypes: true });
    if (entries.some((entry) => entry.name.includes('\ufffd'))) return listBytes(folder);
    return entries.map((entry) => ({ name: entry.name, kind: kindOf(entry), at: joinDisk(folder, entry.name) }));
  });
}

function listBytes(folder: DiskPath): TreeEntry[] {
  return readdirSync(folder, { withFileTypes: true, encoding: 'buffer' }).map((entry) => {
    const name = entry.name.toString('utf8');
    const exact = Buffer.from(name).equals(entry.name);
    return { name, kind: kindOf(entry), at: joinDisk(folder, exact ? name : entry.name) };
  });
}

/**
 * The first bytes of a regular file and its whole size. Never waits on a pipe, and follows a last link only where it is
 * told to, so a file that was exchanged for one since it was listed is a failure.
 */
export function readDiskHead(
  path: DiskPath,
  limit: number,
  links: 'follow' | 'refuse' = 'refuse',
): Result<{ bytes: Uint8Array; size: number }> {
  let descriptor = -1;
  const noFollow = links === 'refuse' ? (constants.O_NOFOLLOW ?? 0) : 0;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | noFollow);
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return err(failure('not-a-file', 'is no regular file any more'));
    const wanted = Math.min(stat.size, limit);
    const into = Buffer.allocUnsafe(wanted);
    let got = 0;
    while (got < wanted) {
      const count = readSync(descriptor, into, got, wanted - got, got);
      if (count === 0) break;
      got += count;
    }
    return ok({ bytes: into.subarray(0, got), size: got < wanted ? got : stat.size });
  } catch (error) {
    return err(diskFailure(error));
  } finally {
    if (descriptor >= 0) closeSync(descriptor);
  }
}

/** Whether everybody may read a file: then nobody needs to ask the system. */
const READ_BY_ALL = 0o444;

/** As `access`, but for the rights that reading will have. */
function tryToOpen(path: DiskPath): void {
  closeSync(openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)));
}

function statDisk(path: DiskPath) {
  return attempt(() => {
    const { size, mode } = lstatSync(path);
    const access = (mode & READ_BY_ALL) === READ_BY_ALL ? ok(null) : attempt(() => tryToOpen(path));
    return { bytes: size, unreadable: access.ok ? null : access.error };
  });
}

/** Lists of folders that two passes need, the search for skills and the walk of each; each list is used once. */
export class ListMemory {
  readonly #lists = new Map<DiskPath, Result<TreeEntry[]>>();

  keep(folder: string, listed: Result<TreeEntry[]>): void {
    this.#lists.set(folder, listed);
  }

  /** The list that was kept of a folder, else a new one. */
  take(folder: DiskPath): Result<TreeEntry[]> {
    const kept = this.#lists.get(folder);
    if (kept === undefined) return listDisk(folder);
    this.#lists.delete(folder);
    return kept;
  }

  clear(): void {
    this.#lists.clear();
  }
}

/** What is known about a folder before it is looked at. */
export interface KnownFolder {
  /** Its real name, where it was met as a folder and not as a link. */
  readonly name?: string;
  readonly memory?: ListMemory;
}

/**
 * A folder of the disk as a tree.
 * @param path where it is; a link is followed, as Murmur follows it
 * @param shown how Murmur would print it: the path as given
 */
export function diskTree(path: string, shown: string, known: KnownFolder = {}): SkillTree {
  const { memory } = known;
  const list = (folder: DiskPath) => {
    if (memory === undefined) return listDisk(folder);
    const listed = memory.take(folder);
    if (typeof folder === 'string' && folder !== path) memory.keep(folder, listed);
    return listed;
  };
  return {
    shown,
    folderName: known.name ?? realName(path),
    list: (folder) => list(folder === null ? path : diskPath(folder)),
    stat: (file) => statDisk(diskPath(file)),
    head: (file, limit) => readDiskHead(diskPath(file), limit),
    linkTarget: (link) => {
      const target = attempt(() => readlinkSync(diskPath(link)));
      return target.ok ? target.value : null;
    },
  };
}

/**
 * A `SKILL.md` judged alone: a folder that holds only it, under its parent's name.
 * @param file the file's path, `folder` the one it is in, both for the system
 */
export function diskFileTree(file: string, folder: string, shown: string): SkillTree {
  const whole = diskTree(folder, shown);
  const name = basename(file);
  return {
    ...whole,
    list: (inside) => {
      if (inside !== null) return ok([]);
      const kind = attempt(() => lstatSync(file));
      if (!kind.ok) return kind;
      return ok([{ name, kind: kind.value.isSymbolicLink() ? 'symlink' : 'file', at: file }]);
    },
    exists: (relative) => attempt(() => lstatSync(`${folder}/${relative}`)).ok,
  };
}

const diskPath = ({ at }: TreeEntry): DiskPath => {
  if (typeof at === 'number') throw new Error('an entry of an archive was asked of the disk');
  return at;
};

/** The last component of a folder's canonical path, as Murmur compares it with the front block's name. */
export function realName(folder: string): string | null {
  const real = attempt(() => realpathSync.native(folder));
  if (!real.ok) return null;
  const name = basename(real.value);
  return name === '' ? null : name;
}
