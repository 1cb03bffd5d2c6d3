import { showName } from '../text/visible';
import type { FindingList } from './finding-list';
import type { EntryFindingId } from './findings';

/** What the collision map asks of an archive's records. */
export interface NamedRecords {
  readonly count: number;
  nameOf(index: number): string;
  /** The name's bytes as a key: one character a byte. */
  rawKeyOf(index: number): string;
  safeNameOf(index: number): string | null;
  isFolder(index: number): boolean;
  recordOffsetOf(index: number): number;
}

/** Folders of one name that are looked at, from the root on; a name can have 32,000 of them (`name-deep` says so). */
const LEVELS = 64;
/** Characters of folder paths that are looked at in one archive, so that long names stay cheap. */
const FOLDER_BUDGET = 1 << 26;
const ASCII = /^[\x00-\x7f]*$/;

/** Records that share one folded path. Its maps keep a crowd of equal names linear. */
class Group {
  readonly members: number[] = [];
  /** Raw name to the first record with it. */
  readonly byRaw = new Map<string, number>();
  readonly bySafe = new Map<string, number>();
  readonly byForm = new Map<string, number>();
  /** Safe name to the file the resolver takes; made when it is first asked. */
  files: Map<string, number> | null = null;
}

/** A path as a disk sees it that tells neither case nor composition apart. */
function fold(path: string): string {
  return ASCII.test(path) ? path.toLowerCase() : path.normalize('NFC').toLowerCase().normalize('NFC');
}

/**
 * One map over all names. It says which records Murmur sees, finds records by name, and reports names that meet.
 */
export class CollisionMap {
  /** Records Murmur sees, in its order: of equal raw names the last, at the first one's place (spec 7, "Names"). */
  readonly seen: number[] = [];
  readonly #records: NamedRecords;
  readonly #findings: FindingList;
  /** Folded safe path to the first record with it. */
  readonly #first = new Map<string, number>();
  readonly #groups = new Map<string, Group>();
  /** Folded paths that some record needs as a folder, with that record. */
  readonly #folders = new Map<string, number>();
  /** Record to its place in `seen`, -1 where Murmur does not count it. */
  readonly #place: Int32Array;
  /** 1 for records that share their folded path with another. */
  readonly #grouped: Uint8Array;
  #lastFolder = '';
  #budget = FOLDER_BUDGET;

  /** Goes through all records; Murmur sees only the first `counted`. */
  constructor(records: NamedRecords, counted: number, findings: FindingList) {
    this.#records = records;
    this.#findings = findings;
    this.#place = new Int32Array(records.count).fill(-1);
    this.#grouped = new Uint8Array(records.count);
    for (let index = 0; index < records.count; index++) this.#enter(index, index < counted);
    for (const [path, inside] of this.#folders) {
      const file = this.#first.get(path);
      if (file !== undefined && !records.isFolder(file)) this.#meet('path-file-and-folder', file, inside);
    }
  }

  /** The first seen file (no folder) with this safe name, as Murmur's path resolver takes it; else null. */
  find(safeName: string): number | null {
    const key = fold(safeName);
    const group = this.#groups.get(key);
    if (group) {
      group.files ??= this.#filesOf(group);
      return group.files.get(safeName) ?? null;
    }
    const only = this.#first.get(key);
    return only !== undefined && this.#isFileOf(only, safeName) ? only : null;
  }

  /** Whether `find` gives this record for its own safe name. */
  isFound(index: number, safeName: string): boolean {
    if (this.#grouped[index] === 1) return this.find(safeName) === index;
    return this.isSeen(index) && !this.#records.isFolder(index);
  }

  /** The seen record with exactly these name bytes, whose path is given folded by its safe name; else null. */
  byRawName(name: string, safeName: string | null, rawKey: string): number | null {
    const key = fold(safeName ?? name);
    const slot = this.#groups.get(key)?.byRaw.get(rawKey) ?? this.#first.get(key);
    if (slot === undefined || this.#records.rawKeyOf(slot) !== rawKey) return null;
    return this.seen[this.#place[slot] ?? -1] ?? null;
  }

  /** Whether Murmur sees a record. */
  isSeen(index: number): boolean {
    const place = this.#place[index] ?? -1;
    return place >= 0 && this.seen[place] === index;
  }

  #isFileOf(index: number, safeName: string): boolean {
    const { isFolder, safeNameOf } = this.#records;
    return this.isSeen(index) && !isFolder(index) && safeNameOf(index) === safeName;
  }

  #filesOf(group: Group): Map<string, number> {
    const files = new Map<string, number>();
    const members = group.members.filter((index) => this.isSeen(index) && !this.#records.isFolder(index));
    members.sort((a, b) => (this.#place[a] ?? 0) - (this.#place[b] ?? 0));
    for (const index of members) {
      const safe = this.#records.safeNameOf(index);
      if (safe !== null && !files.has(safe)) files.set(safe, index);
    }
    return files;
  }

  #enter(index: number, counted: boolean): void {
    const path = this.#records.safeNameOf(index) ?? this.#records.nameOf(index);
    const key = fold(path);
    const first = this.#first.get(key);
    let same: number | null = null;
    if (first === undefined) this.#first.set(key, index);
    else same = this.#join(key, first, index, path);
    if (counted) this.#see(index, same);
    this.#enterFolders(key, index);
  }

  #see(index: number, same: number | null): void {
    const place = same === null ? -1 : (this.#place[same] ?? -1);
    if (place >= 0) this.seen[place] = index;
    else this.seen.push(index);
    this.#place[index] = place >= 0 ? place : this.seen.length - 1;
  }

  /** Adds a record to those with its folded path; gives the first one with the same raw name, or null. */
  #join(key: string, first: number, index: number, path: string): number | null {
    let group = this.#groups.get(key);
    this.#grouped[first] = 1;
    this.#grouped[index] = 1;
    if (!group) {
      group = new Group();
      this.#groups.set(key, group);
      this.#addTo(group, first, this.#records.safeNameOf(first) ?? this.#records.nameOf(first));
    }
    const same = group.byRaw.get(this.#records.rawKeyOf(index));
    if (same !== undefined) {
      group.members.push(index);
      this.#meet('name-duplicate', index, same);
      return same;
    }
    this.#compare(group, first, index, path);
    this.#addTo(group, index, path);
    return null;
  }

  #addTo(group: Group, index: number, path: string): void {
    group.members.push(index);
    group.byRaw.set(this.#records.rawKeyOf(index), index);
    const form = path.normalize('NFC');
    if (!group.bySafe.has(path)) group.bySafe.set(path, index);
    if (!group.byForm.has(form)) group.byForm.set(form, index);
  }

  /** Names of one folded path with other bytes: how do they differ? */
  #compare(group: Group, first: number, index: number, path: string): void {
    const sameSafe = group.bySafe.get(path);
    const sameForm = group.byForm.get(path.normalize('NFC'));
    const other = sameSafe ?? sameForm ?? first;
    if (this.#records.isFolder(index) !== this.#records.isFolder(other)) {
      this.#meet('path-file-and-folder', index, other);
      return;
    }
    const id =
      sameSafe !== undefined
        ? 'safe-name-collision'
        : sameForm !== undefined
          ? 'name-normal-form-collision'
          : 'name-case-collision';
    this.#meet(id, index, other);
  }

  /** Both records get the finding, each naming the other. */
  #meet(id: EntryFindingId, one: number, other: number): void {
    for (const [index, met] of [
      [one, other],
      [other, one],
    ] as const) {
      const name = () => this.#records.nameOf(index);
      this.#findings.add(id, index, this.#records.recordOffsetOf(index), name, () => {
        const [shown, shownMet] = [showName(name()), showName(this.#records.nameOf(met))];
        return MEETINGS[id]?.(shown, shownMet, met) ?? `'${shown}' meets '${shownMet}'.`;
      });
    }
  }

  /** Enters the folders a path needs, from its own upwards until one is known. */
  #enterFolders(key: string, index: number): void {
    let end = key.lastIndexOf('/');
    if (end <= 0) return;
    if (end === this.#lastFolder.length && key.startsWith(this.#lastFolder)) return;
    end = withinLevels(key, end);
    this.#lastFolder = key.slice(0, end);
    for (let path = this.#lastFolder; path !== '' && !this.#folders.has(path) && this.#budget > 0; ) {
      this.#budget -= path.length;
      this.#folders.set(path, index);
      path = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    }
  }
}

/** The end of a path's folders, or of as many as are looked at. */
function withinLevels(path: string, end: number): number {
  if (end < LEVELS * 2) return end;
  let at = -1;
  for (let level = 0; level < LEVELS; level++) {
    const next = path.indexOf('/', at + 1);
    if (next < 0 || next >= end) return end;
    at = next;
  }
  return at;
}

const MEETINGS: Readonly<Partial<Record<EntryFindingId, (shown: string, met: string, number: number) => string>>> = {
  'name-duplicate': (shown, _met, number) =>
    `'${shown}' stands in the directory more than once (also as record ${number}); Murmur sees only the last.`,
  'safe-name-collision': (shown, met) => `'${shown}' and '${met}' are one path once made safe.`,
  'name-normal-form-collision': (shown, met) =>
    `'${markCombining(shown)}' and '${markCombining(met)}' differ only in how letters are composed.`,
  'name-case-collision': (shown, met) => `'${shown}' and '${met}' differ only in upper and lower case.`,
  'path-file-and-folder': (shown, met) => `'${shown}' and '${met}' need one path to be a file and a folder.`,
};

/** Combining marks made visible, where two names would look the same. */
function markCombining(shown: string): string {
  return shown.replace(
    /\p{M}/gu,
    (mark) => `⟨U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}
