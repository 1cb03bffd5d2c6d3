import { type Failure, failure } from '../../shared/result';
import type { Archive } from './archive';
import { FLAG_ENCRYPTED } from './format';
import { foldedName, type NameRules, numbered, safeComponent } from './save-names';

/** One entry and where below the chosen folder it is written. */
export interface PlannedFile {
  readonly index: number;
  /** Components of the path, each safe to write. */
  readonly path: readonly string[];
  /** Declared bytes. */
  readonly size: number;
}

/** An entry that is not saved, and why. */
export interface RefusedEntry {
  readonly index: number;
  /** Exact. */
  readonly name: string;
  readonly error: Failure;
}

export interface SavePlan {
  readonly files: readonly PlannedFile[];
  /** Folders that are made even if nothing is put into them; parents come first. */
  readonly folders: readonly (readonly string[])[];
  readonly refused: readonly RefusedEntry[];
  /** Declared bytes of all files. */
  readonly bytes: number;
}

export interface PlanOptions {
  readonly rules: NameRules;
  /** Safe name of a folder whose path is left away; empty for none. Entries elsewhere keep their whole path. */
  readonly below?: string;
}

/** Bytes of a path below the chosen folder; systems take about twice as many in all. */
const PATH = 2000;
const DEPTH = 100;

/** Why an entry is not saved, in the order in which it is asked. */
const REFUSALS: readonly (readonly [
  code: string,
  test: (archive: Archive, index: number) => boolean,
  message: string,
  hint: string,
])[] = [
  [
    'save-link',
    (archive, index) => archive.kindOf(index) === 'symlink',
    'it is a symbolic link',
    'A link could lead anywhere; its target is shown in the preview.',
  ],
  [
    'save-special',
    (archive, index) => archive.kindOf(index) === 'other',
    'it is no regular file',
    'Only files and folders are saved.',
  ],
  [
    'save-unsafe-name',
    (archive, index) => archive.safeNameOf(index) === null,
    "its name has a '..' component",
    'Such a name could lead out of the folder. Copy the text from the preview.',
  ],
  [
    'save-empty-name',
    (archive, index) => archive.safeNameOf(index) === '',
    'nothing is left of its name once it is safe',
    'Copy the text from the preview.',
  ],
  [
    'save-encrypted',
    (archive, index) => (archive.flagsOf(index) & FLAG_ENCRYPTED) !== 0,
    'it is encrypted',
    'Pack it again without a password.',
  ],
];

/** Why an entry cannot be saved at all, null where it can be. */
export function saveRefusal(archive: Archive, index: number): Failure | null {
  const found = REFUSALS.find(([, test]) => test(archive, index));
  return found === undefined ? null : failure(found[0], found[2], found[3]);
}

/** The name that a dialog proposes for one entry: its last component, safe to write. */
export function proposedName(archive: Archive, index: number, rules: NameRules): string {
  const components = (archive.safeNameOf(index) ?? archive.nameOf(index)).split('/').filter((part) => part !== '');
  return safeComponent(components.at(-1) ?? '', rules);
}

/** The records of a folder (safe name, without a slash at its end) and of everything below it; all for the empty name. */
export function recordsBelow(archive: Archive, folder: string): number[] {
  const found: number[] = [];
  for (let index = 0; index < archive.recordCount; index++) {
    const name = archive.safeNameOf(index);
    if (folder === '' || name === folder || name?.startsWith(`${folder}/`)) found.push(index);
  }
  return found;
}

/** The deepest folder that holds all of these entries, as a safe name; empty where there is none. */
export function commonFolder(archive: Archive, indexes: readonly number[]): string {
  let common: string[] | null = null;
  for (const index of indexes) {
    const folder = (archive.safeNameOf(index) ?? '').split('/').slice(0, -1);
    if (common === null) common = folder;
    const differs: number = common.findIndex((part, place) => part !== folder[place]);
    if (differs >= 0) common = common.slice(0, differs);
  }
  return common?.join('/') ?? '';
}

/**
 * Where entries are written, and which are not and why; nothing is touched. Names are Murmur's safe names, made fit for the
 * system. Two that would meet get numbers (`a (2).md`), also where a file and a folder have one name.
 */
export function planSave(archive: Archive, indexes: readonly number[], options: PlanOptions): SavePlan {
  const planner = new Planner(archive, options);
  for (const index of indexes) planner.add(index);
  return planner.plan();
}

class Planner {
  readonly #archive: Archive;
  readonly #options: PlanOptions;
  readonly #refused: RefusedEntry[] = [];
  readonly #wanted: { readonly index: number; readonly path: readonly string[] }[] = [];
  /** Folders that something needs, folded, with the path as it is written. */
  readonly #folders = new Map<string, readonly string[]>();
  /** Every folded path that is taken by a file, and the numbers given out for it. */
  readonly #taken = new Map<string, number>();

  constructor(archive: Archive, options: PlanOptions) {
    this.#archive = archive;
    this.#options = options;
  }

  add(index: number): void {
    const refusal = saveRefusal(this.#archive, index);
    if (refusal !== null) {
      this.#refuse(index, refusal);
      return;
    }
    const parts = this.#relative(this.#archive.safeNameOf(index) ?? '').split('/');
    const path = parts.map((part) => safeComponent(part, this.#options.rules));
    if (path.length > DEPTH || Buffer.byteLength(path.join('/')) > PATH) {
      this.#refuse(
        index,
        failure('save-too-long', 'its path is longer than systems take', 'Save it alone, under its own name.'),
      );
      return;
    }
    const isFolder = this.#archive.kindOf(index) === 'directory';
    for (let depth = 1; depth <= path.length - (isFolder ? 0 : 1); depth++) this.#needFolder(path.slice(0, depth));
    if (!isFolder) this.#wanted.push({ index, path });
  }

  plan(): SavePlan {
    const files = this.#wanted.map(({ index, path }) => ({
      index,
      path: this.#free(path),
      size: this.#archive.sizeOf(index),
    }));
    return {
      files,
      folders: [...this.#folders.values()],
      refused: this.#refused,
      bytes: files.reduce((sum, file) => sum + file.size, 0),
    };
  }

  #refuse(index: number, error: Failure): void {
    this.#refused.push({ index, name: this.#archive.nameOf(index), error });
  }

  #relative(name: string): string {
    const { below = '' } = this.#options;
    return below !== '' && name.startsWith(`${below}/`) ? name.slice(below.length + 1) : name;
  }

  #fold(path: readonly string[]): string {
    return foldedName(path.join('/'), this.#options.rules);
  }

  /** Folders that differ in nothing the system tells apart are one; the first one's spelling counts. */
  #needFolder(path: readonly string[]): void {
    const key = this.#fold(path);
    if (!this.#folders.has(key)) this.#folders.set(key, path);
  }

  /** A path that no other file and no folder has. */
  #free(path: readonly string[]): readonly string[] {
    const folder = path.slice(0, -1);
    const spelled = folder.length === 0 ? folder : (this.#folders.get(this.#fold(folder)) ?? folder);
    const leaf = path.at(-1) ?? '';
    const key = this.#fold(path);
    for (let number = (this.#taken.get(key) ?? 0) + 1; ; number++) {
      const tried = [...spelled, number === 1 ? leaf : numbered(leaf, number)];
      const folded = this.#fold(tried);
      if (this.#folders.has(folded) || (number > 1 && this.#taken.has(folded))) continue;
      this.#taken.set(key, number);
      if (number > 1) this.#taken.set(folded, 1);
      return tried;
    }
  }
}
