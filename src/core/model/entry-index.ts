import type { Entry } from '../../shared/models/package';
import { compareBytes } from '../text/order';

/** What the table needs of an archive. Column getters are cheap; `entry` is called only for rows that are looked at. */
export interface EntrySource {
  readonly recordCount: number;
  entry(index: number): Entry;
  nameOf(index: number): string;
  /** Declared bytes, unpacked. */
  sizeOf(index: number): number;
  /** Declared bytes, packed. */
  packedOf(index: number): number;
  methodOf(index: number): number;
  crcOf(index: number): number;
  /** As `entry(index).modified`; without it sorting by date asks for every entry once. */
  modifiedOf?(index: number): string | null;
}

/** Folders that a table tells apart; a directory that implies more is shown with longer names instead. */
export const FOLDER_LIMIT = 500_000;
/** Levels of folders; what is deeper keeps the rest of its path as its name. */
export const DEPTH_LIMIT = 1024;

/** A folder that names imply. Folders are numbered so that a parent comes before its children. */
export interface Folder {
  /** Its last component; may be empty, `.` or `..`, since names are taken as they are. */
  readonly name: string;
  /** -1 for those at the top. */
  readonly parent: number;
  /** The first record that is this folder, -1 if none is. */
  record: number;
  /** Folders right inside it, by name; null as long as there are none. */
  folders: Map<string, number> | null;
  /** Records right inside it, but for the one that is the folder. */
  readonly records: number[];
}

/** Sums over what is inside a folder. */
export interface Sums {
  readonly size: Float64Array;
  readonly packed: Float64Array;
  /** Records inside, folders' own records counted where they are not this folder's. */
  readonly entries: Float64Array;
  /** The first record that belongs to the folder. */
  readonly first: Float64Array;
}

/**
 * The folders that the names of an archive imply, made once: paths split at `/` and nothing else is done to them, so
 * `a//b`, `../x`, `/a` and a file that is named like a folder are all rows of their own. Nodes are numbered: records
 * first, then folders.
 */
export class EntryIndex {
  readonly source: EntrySource;
  readonly count: number;
  readonly folders: Folder[] = [];
  readonly top: Pick<Folder, 'folders' | 'records'> = { folders: null, records: [] };
  /** Of each record the folder it is in, -1 for the top. */
  readonly parentOf: Int32Array;
  /** Of each record the part of its name that its row shows in a tree. */
  readonly leafOf: string[];

  constructor(source: EntrySource) {
    this.source = source;
    this.count = source.recordCount;
    this.parentOf = new Int32Array(this.count).fill(-1);
    this.leafOf = new Array<string>(this.count).fill('');
    let lastPath = '';
    let lastFolder = -1;
    let lastLeafStart = 0;
    for (let index = 0; index < this.count; index++) {
      const name = source.nameOf(index);
      const slash = name.lastIndexOf('/') + 1;
      const path = name.slice(0, slash);
      if (path !== lastPath || slash === name.length) {
        const { folder, rest } = this.#enter(name, slash);
        [lastPath, lastFolder, lastLeafStart] = [path, folder, rest];
      }
      if (slash === name.length && slash > 0) {
        this.#addFolderRecord(index, name, lastFolder, lastLeafStart);
        lastPath = '';
        lastFolder = -1;
        lastLeafStart = 0;
      } else this.#addRecord(index, lastFolder, name.slice(lastLeafStart));
    }
  }

  /** The folder number of a path without its last `/`, null if no name implies it. */
  folderAt(path: string): number | null {
    let folder = -1;
    for (let start = 0; start <= path.length; ) {
      const slash = path.indexOf('/', start);
      const end = slash < 0 ? path.length : slash;
      const next = this.inside(folder).folders?.get(path.slice(start, end));
      if (next === undefined) return null;
      folder = next;
      start = end + 1;
    }
    return folder;
  }

  /** The path of a folder, without a `/` at its end. */
  pathOf(folder: number): string {
    const parts: string[] = [];
    for (let at = folder; at >= 0; at = this.folders[at]?.parent ?? -1) parts.push(this.folders[at]?.name ?? '');
    return parts.reverse().join('/');
  }

  inside(folder: number): Pick<Folder, 'folders' | 'records'> {
    return this.folders[folder] ?? this.top;
  }

  /** Sums of every folder over the records that `counts` (all of them if null). */
  sums(counts: Uint8Array | null): Sums {
    const length = this.folders.length;
    const size = new Float64Array(length);
    const packed = new Float64Array(length);
    const entries = new Float64Array(length);
    const first = new Float64Array(length).fill(Number.POSITIVE_INFINITY);
    const add = (folder: number, index: number, own: boolean) => {
      size[folder] = (size[folder] ?? 0) + this.source.sizeOf(index);
      packed[folder] = (packed[folder] ?? 0) + this.source.packedOf(index);
      entries[folder] = (entries[folder] ?? 0) + (own ? 0 : 1);
      first[folder] = Math.min(first[folder] ?? index, index);
    };
    for (let folder = length - 1; folder >= 0; folder--) {
      const { parent, record, records } = this.folders[folder] ?? NOTHING;
      for (const index of records) if (counts === null || counts[index] === 1) add(folder, index, false);
      const hasOwn = record >= 0 && (counts === null || counts[record] === 1);
      if (hasOwn) add(folder, record, true);
      if (parent < 0) continue;
      size[parent] = (size[parent] ?? 0) + (size[folder] ?? 0);
      packed[parent] = (packed[parent] ?? 0) + (packed[folder] ?? 0);
      entries[parent] = (entries[parent] ?? 0) + (entries[folder] ?? 0) + (hasOwn ? 1 : 0);
      first[parent] = Math.min(first[parent] ?? 0, first[folder] ?? 0);
    }
    return { size, packed, entries, first };
  }

  /** Nodes right inside a folder, in the order of their names' bytes; of equal names the folder first. */
  namedChildren(folder: number): readonly number[] {
    const known = this.#named.get(folder);
    if (known !== undefined) return known;
    const { folders, records } = this.inside(folder);
    const nodes: number[] = [];
    for (const child of folders?.values() ?? []) nodes.push(this.count + child);
    for (const record of records) nodes.push(record);
    const names = nodes.map((node) => this.nameOfNode(node));
    const order = nodes.length < 2 ? nodes : sortedByName(names).map((position) => nodes[position] ?? 0);
    this.#named.set(folder, order);
    return order;
  }
  #named = new Map<number, readonly number[]>();

  /** All records in the order of their whole names' bytes. */
  namedRecords(): readonly number[] {
    this.#allNamed ??= sortedByName(Array.from({ length: this.count }, (_, index) => this.source.nameOf(index)));
    return this.#allNamed;
  }
  #allNamed: readonly number[] | null = null;

  /** The component that a node's row shows. */
  nameOfNode(node: number): string {
    return node < this.count ? (this.leafOf[node] ?? '') : (this.folders[node - this.count]?.name ?? '');
  }

  /** Finds or makes the folders of `name` up to `end`, and says where the rest of the name starts. */
  #enter(name: string, end: number): { folder: number; rest: number } {
    let folder = -1;
    let start = 0;
    for (let depth = 0; start < end && depth < DEPTH_LIMIT; depth++) {
      const slash = name.indexOf('/', start);
      const component = name.slice(start, slash);
      const inside = this.inside(folder);
      let next = inside.folders?.get(component);
      if (next === undefined) {
        if (this.folders.length >= FOLDER_LIMIT) break;
        next = this.folders.length;
        this.folders.push({ name: component, parent: folder, record: -1, folders: null, records: [] });
        inside.folders ??= new Map();
        inside.folders.set(component, next);
      }
      folder = next;
      start = slash + 1;
    }
    return { folder, rest: start };
  }

  #addRecord(index: number, folder: number, leaf: string): void {
    this.parentOf[index] = folder;
    this.leafOf[index] = leaf;
    this.inside(folder).records.push(index);
  }

  /** `a/` is the folder a itself; a second one, or one whose folder was not made, is a row beside it. */
  #addFolderRecord(index: number, name: string, folder: number, rest: number): void {
    const own = this.folders[folder];
    if (own === undefined || rest < name.length) this.#addRecord(index, folder, name.slice(rest));
    else if (own.record >= 0) this.#addRecord(index, own.parent, `${own.name}/`);
    else {
      own.record = index;
      this.parentOf[index] = folder;
      this.leafOf[index] = own.name;
    }
  }
}

const NOTHING: Folder = { name: '', parent: -1, record: -1, folders: null, records: [] };

/** Positions of names in the order of their bytes; equal names keep their order. */
function sortedByName(names: readonly string[]): number[] {
  const positions = names.map((_, position) => position);
  if (names.some((name) => SURROGATE.test(name))) {
    return positions.sort((a, b) => compareBytes(names[a] ?? '', names[b] ?? ''));
  }
  // Without surrogate pairs, which nearly no archive has, the order of UTF-16 is that of UTF-8, and much quicker.
  return positions.sort((a, b) => {
    const [left, right] = [names[a] ?? '', names[b] ?? ''];
    return left < right ? -1 : left > right ? 1 : 0;
  });
}

const SURROGATE = /[\ud800-\udfff]/;
