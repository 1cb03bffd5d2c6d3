import { lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { err, type Failure, failure, ok, type Result } from '../../shared/result';
import { compareBytes } from '../text/order';
import type { SkillPlace } from './check';
import { diskFailure, diskFileTree, diskTree, ListMemory, listDisk, readDiskHead } from './disk-tree';
import { SKILL_FILE } from './refusals';
import { joinShown, type SkillTree, type TreeEntry } from './tree';

/** What a search for skills says as it goes. */
export type Discovery =
  | { readonly type: 'skill'; readonly place: SkillPlace }
  /** A folder below what was given, or what was given, that cannot be read: exit code 2. */
  | { readonly type: 'unreadable'; readonly path: string; readonly failure: Failure }
  /** What was given was read and is nothing that holds a skill: exit code 1. */
  | { readonly type: 'unusable'; readonly path: string; readonly failure: Failure }
  /** The search stopped at one of its limits. */
  | { readonly type: 'limit'; readonly path: string; readonly message: string }
  | { readonly type: 'progress'; readonly folders: number; readonly skills: number; readonly path: string };

export interface DiscoverOptions {
  /** The path for the system, where the given one starts elsewhere than the process. */
  readonly at?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  /** Default 64 folders deep. */
  readonly maxDepth?: number;
  /** Default 2,000,000 names. */
  readonly maxEntries?: number;
  /** Milliseconds; default none. */
  readonly timeLimit?: number;
}

const MAX_DEPTH = 64;
const MAX_ENTRIES = 2_000_000;
/** Folders that hold no skills of the tree's own. */
const PASSED_OVER: ReadonlySet<string> = new Set(['.git', 'node_modules']);
/** Milliseconds of work between two breaths, in which an abort gets through. */
const SLICE = 20;

/**
 * Finds the skills at and below a path: a SKILL.md, a skill folder, a tree, an archive. Links are never followed out of
 * what was given nor in circles; a linked skill folder is told as one. Ends early, without an error, when the signal aborts.
 * @param path as given; what is found is named by it, plus `/` and what was found below it
 */
export async function* discoverSkills(path: string, options: DiscoverOptions = {}): AsyncGenerator<Discovery> {
  const at = options.at ?? path;
  const stat = look(at);
  if (!stat.ok) yield { type: 'unreadable', path, failure: stat.error };
  else if (stat.value === 'folder') yield* new FolderSearch(at, path, options).run();
  else if (stat.value === 'skill-file') yield { type: 'skill', place: filePlace(at, path) };
  else yield* (await import('./discover-archive')).skillsInArchive(at, path, options);
}

/** What a path is, links followed; anything but a folder and a regular file cannot be read. */
function look(at: string): Result<'folder' | 'skill-file' | 'file'> {
  try {
    if (basename(at).toLowerCase() === 'skill.md' && lstatSync(at).isSymbolicLink()) {
      const target = statSync(at, { throwIfNoEntry: false });
      return ok(target?.isDirectory() ? 'folder' : 'skill-file');
    }
    const stat = statSync(at);
    if (stat.isDirectory()) return ok('folder');
    if (!stat.isFile())
      return err(failure(null, 'is no regular file and is not opened', 'Give a folder, a SKILL.md or an archive.'));
    return ok(basename(at).toLowerCase() === 'skill.md' ? 'skill-file' : 'file');
  } catch (error) {
    const { code, message } = diskFailure(error);
    return err(failure(code, message, 'Check the path.'));
  }
}

/** The folder of a path as Murmur would print it. */
const shownParent = (path: string) => (path.includes('/') ? dirname(path) : '.');

/** A SKILL.md that was given itself: judged as a folder that holds only it. */
function filePlace(at: string, path: string): SkillPlace {
  const folder = shownParent(at);
  return {
    tree: diskFileTree(at, folder, shownParent(path)),
    kind: 'file',
    path,
    ...linkReader(folder),
  };
}

/** A folder of the disk as a place to judge, a link followed. */
export function folderPlace(at: string, path: string, root: string = at): SkillPlace {
  const link = readLinkOf(at);
  return {
    tree: diskTree(at, path),
    kind: 'folder',
    path,
    caseMatters: !isCaseBlind(at),
    ...(link === null ? {} : { linkedTo: link }),
    ...linkReader(root),
  };
}

function readLinkOf(at: string): string | null {
  try {
    return lstatSync(at.replace(/\/+$/, '')).isSymbolicLink() ? realpathSync.native(at) : null;
  } catch {
    return null;
  }
}

/** Whether the file system gives a file under the name SKILL.md that is spelled otherwise. */
function isCaseBlind(folder: string): boolean {
  if (process.platform === 'linux') return false;
  const listed = listDisk(folder);
  if (!listed.ok || listed.value.some(({ name }) => name === SKILL_FILE)) return false;
  return statSync(`${folder}/${SKILL_FILE}`, { throwIfNoEntry: false }) !== undefined;
}

/** Reads a linked SKILL.md whose target lies below `root`; null for one that leads out. */
function linkReader(root: string): Pick<SkillPlace, 'readLink'> {
  return {
    readLink: ({ at }, limit) => {
      if (typeof at !== 'string') return null;
      try {
        const target = realpathSync.native(at);
        return isBelow(target, realpathSync.native(root)) ? readDiskHead(target, limit) : null;
      } catch (error) {
        return err(diskFailure(error));
      }
    },
  };
}

const isBelow = (path: string, root: string) => path === root || path.startsWith(root === '/' ? root : `${root}/`);

interface Waiting {
  readonly at: string;
  /** As it was met in its folder, so not through a link; null for what was given. */
  readonly name: string | null;
  readonly path: string;
  readonly inside: string | null;
  readonly depth: number;
}

class FolderSearch {
  readonly #options: DiscoverOptions;
  readonly #root: Waiting;
  readonly #realRoot: string | null;
  #folders = 0;
  #skills = 0;
  #entries = 0;
  #isTooDeep = false;
  #breath = Date.now();
  readonly #memory = new ListMemory();
  readonly #deadline: number;

  constructor(at: string, path: string, options: DiscoverOptions) {
    this.#options = options;
    this.#root = { at, name: null, path, inside: null, depth: 0 };
    this.#realRoot = realPath(at);
    this.#deadline = options.timeLimit === undefined ? Number.POSITIVE_INFINITY : Date.now() + options.timeLimit;
  }

  async *run(): AsyncGenerator<Discovery> {
    const waiting = [this.#root];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (await this.#isAborted()) return;
      const stop = this.#limit();
      if (stop !== null) {
        yield { type: 'limit', path: next.path, message: stop };
        return;
      }
      const below: Waiting[] = [];
      yield* this.#folder(next, below);
      waiting.push(...below.reverse());
    }
    // The folder itself is judged when nothing in it is a skill, so that it is said what is missing.
    if (this.#skills === 0) yield { type: 'skill', place: folderPlace(this.#root.at, this.#root.path) };
  }

  *#folder(folder: Waiting, below: Waiting[]): Generator<Discovery> {
    const listed = this.#memory.take(folder.at);
    this.#folders++;
    if (!listed.ok) {
      if (folder === this.#root) this.#skills++;
      // Within a skill its walk says so already.
      if (folder.inside === null) yield { type: 'unreadable', path: folder.path, failure: listed.error };
      return;
    }
    const entries = listed.value;
    this.#entries += entries.length;
    const isSkill = entries.some(({ name, kind }) => kind !== 'directory' && name.toLowerCase() === 'skill.md');
    if (isSkill && folder.inside === null) this.#memory.clear();
    if (isSkill) this.#memory.keep(folder.at, listed);
    if (isSkill) yield this.#found({ ...this.#place(folder), inside: folder.inside });
    const inside = isSkill ? folder.path : folder.inside;
    for (const entry of entries.filter(isFolderOrLink).sort((a, b) => compareBytes(a.name, b.name))) {
      // A name that is not UTF-8 has no path that could be given again.
      if (typeof entry.at !== 'string' || PASSED_OVER.has(entry.name)) continue;
      const child = {
        at: entry.at,
        name: entry.name,
        path: joinShown(folder.path, entry.name),
        inside,
        depth: folder.depth + 1,
      };
      if (entry.kind === 'symlink') yield* this.#linked(child);
      else if (child.depth <= (this.#options.maxDepth ?? MAX_DEPTH)) below.push(child);
      else if (!this.#isTooDeep) {
        // Said once: a deep tree has many such folders.
        this.#isTooDeep = true;
        yield { type: 'limit', path: child.path, message: 'lies too deep to be looked at' };
      }
    }
    if (this.#folders % 64 === 0)
      yield { type: 'progress', folders: this.#folders, skills: this.#skills, path: folder.path };
  }

  /** A link to a skill folder is told as one: judged when it leads within what was given, closed when it leads out. */
  *#linked({ at, path, inside }: Waiting): Generator<Discovery> {
    const target = realPath(at);
    if (target === null || !holdsSkill(target)) return;
    // A link to a folder that it lies in leads round in a circle.
    const parent = realPath(dirname(at));
    if (parent !== null && isBelow(parent, target)) return;
    if (this.#realRoot !== null && isBelow(target, this.#realRoot)) {
      yield this.#found({ ...folderPlace(at, path, this.#root.at), inside });
    } else {
      const tree: SkillTree = { ...diskTree(at, path), folderName: basename(target) };
      yield this.#found({ tree, kind: 'folder', path, inside, closed: { target } });
    }
  }

  /** What was met as a folder needs no look at where it really is. */
  #place({ at, name, path }: Waiting): SkillPlace {
    if (name === null) return folderPlace(at, path);
    const tree = diskTree(at, path, { name, memory: this.#memory });
    return { tree, kind: 'folder', path, caseMatters: !isCaseBlind(at), ...linkReader(this.#root.at) };
  }

  #found(place: SkillPlace): Discovery {
    this.#skills++;
    return { type: 'skill', place };
  }

  #limit(): string | null {
    if (this.#entries > (this.#options.maxEntries ?? MAX_ENTRIES))
      return `the search stopped after ${this.#entries} names; give a smaller folder`;
    return Date.now() > this.#deadline ? 'the search took too long and stopped; give a smaller folder' : null;
  }

  async #isAborted(): Promise<boolean> {
    if (Date.now() - this.#breath > SLICE) {
      await new Promise((resolve) => setImmediate(resolve));
      this.#breath = Date.now();
    }
    return this.#options.signal?.aborted ?? false;
  }
}

const isFolderOrLink = ({ kind }: TreeEntry) => kind === 'directory' || kind === 'symlink';

function realPath(at: string): string | null {
  try {
    return realpathSync.native(at);
  } catch {
    return null;
  }
}

/** Whether a folder holds a file named SKILL.md in any casing. Looks at names only. */
function holdsSkill(folder: string): boolean {
  const listed = listDisk(folder);
  return listed.ok && listed.value.some(({ name, kind }) => kind !== 'directory' && name.toLowerCase() === 'skill.md');
}
