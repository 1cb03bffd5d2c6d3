import type { SortColumn, TableQuery, TableRow } from '../../shared/contract/package';
import { showName } from '../text/visible';
import { EntryIndex, type EntrySource, type Sums } from './entry-index';

export type { EntrySource } from './entry-index';

/** The table of an archive's entries, as one query wants it. Rows are made when a slice asks for them. */
export interface EntryTable {
  /** Visible rows. */
  readonly rows: number;
  /** Records that the filter lets through. */
  readonly matches: number;
  slice(offset: number, limit: number): TableRow[];
  /** The number of a row, null if it is not visible. */
  rowOf(key: string): number | null;
  /** The next row at or after `from`, around the end, whose shown name begins with a word in any case; null for none. */
  find(word: string, from: number): number | null;
  /** What rows stand for, also rows that are not visible where keys name them. */
  chosen(which: readonly RowRange[] | readonly string[]): ChosenRows;
  /** A row by its key, visible or not, and the keys of the folders above it, the outermost first; null for no such row. */
  row(key: string): { readonly row: TableRow; readonly above: readonly string[] } | null;
}

/** Rows from the first to the last, both with it. */
export type RowRange = readonly [first: number, last: number];

/** What some rows of a table stand for. */
export interface ChosenRows {
  /** Records, in the order of the directory; of a folder all that the filter lets through. */
  readonly records: readonly number[];
  /** Paths of the folders among the rows. */
  readonly folders: readonly string[];
  /** Exact names in the order of the rows; a folder's ends with a slash. */
  readonly names: readonly string[];
}

/** What was made of an archive is kept as long as the archive is. */
const indexes = new WeakMap<EntrySource, TableIndex>();

/**
 * The table of entries for a query: a tree of the folders that names imply, or a flat list; sorted, filtered, folded.
 * Everything but the rows themselves is done on numbers, so 100,000 entries take milliseconds.
 */
export function makeTable(entries: EntrySource, query: TableQuery): EntryTable {
  let index = indexes.get(entries);
  if (index === undefined) {
    index = new TableIndex(entries);
    indexes.set(entries, index);
  }
  return new MadeTable(index, query);
}

/** The index plus what several queries share. */
class TableIndex extends EntryIndex {
  #lowerNames: string[] | null = null;
  #sums: Sums | null = null;
  #columns = new Map<SortColumn, Float64Array>();

  /** Marks the records whose shown name holds `filter` in any case; null for no filter. */
  matching(filter: string): Uint8Array | null {
    if (filter === '') return null;
    this.#lowerNames ??= Array.from({ length: this.count }, (_, record) => lower(showName(this.source.nameOf(record))));
    const wanted = lower(filter);
    const marks = new Uint8Array(this.count);
    for (const [record, name] of this.#lowerNames.entries()) if (name.includes(wanted)) marks[record] = 1;
    return marks;
  }

  sumsOf(marks: Uint8Array | null): Sums {
    if (marks !== null) return this.sums(marks);
    this.#sums ??= this.sums(null);
    return this.#sums;
  }

  /** Sort keys of all nodes, one finite number each. */
  keys(name: SortColumn, sums: Sums): Float64Array {
    const keys = new Float64Array(this.count + this.folders.length);
    keys.set(this.#column(name));
    const ofFolder = FOLDER_KEYS[name];
    for (let folder = 0; folder < this.folders.length; folder++) keys[this.count + folder] = ofFolder(sums, folder);
    return keys;
  }

  #column(name: SortColumn): Float64Array {
    const known = this.#columns.get(name);
    if (known !== undefined) return known;
    const read = RECORD_KEYS[name];
    const column = new Float64Array(this.count);
    for (let record = 0; record < this.count; record++) column[record] = read(this.source, record);
    this.#columns.set(name, column);
    return column;
  }
}

const lower = (text: string) => text.toLowerCase();

/** Unpacked bytes for each packed one; of what is empty 0, and of something out of nothing the greatest. */
const ratio = (size: number, packed: number) => (size === 0 ? 0 : Math.min(size / packed, Number.MAX_VALUE));

const RECORD_KEYS: Readonly<Record<SortColumn, (source: EntrySource, record: number) => number>> = {
  name: () => 0,
  index: (_, record) => record,
  size: (source, record) => source.sizeOf(record),
  packed: (source, record) => source.packedOf(record),
  ratio: (source, record) => ratio(source.sizeOf(record), source.packedOf(record)),
  method: (source, record) => source.methodOf(record),
  crc: (source, record) => source.crcOf(record),
  modified: (source, record) => dateKey(modifiedOf(source, record)),
};

/** Folders sort by their sums, by their first record, or before everything else. */
const FOLDER_KEYS: Readonly<Record<SortColumn, (sums: Sums, folder: number) => number>> = {
  name: () => 0,
  index: (sums, folder) => Math.min(sums.first[folder] ?? 0, Number.MAX_VALUE),
  size: (sums, folder) => sums.size[folder] ?? 0,
  packed: (sums, folder) => sums.packed[folder] ?? 0,
  ratio: (sums, folder) => ratio(sums.size[folder] ?? 0, sums.packed[folder] ?? 0),
  method: () => -1,
  crc: () => -1,
  modified: () => -1,
};

function modifiedOf(source: EntrySource, record: number): string | null {
  return source.modifiedOf === undefined ? source.entry(record).modified : source.modifiedOf(record);
}

/** `YYYY-MM-DDTHH:MM:SS` as a number that sorts like it; no date comes first. */
function dateKey(modified: string | null): number {
  return modified === null ? 0 : Number(modified.replace(/\D/g, ''));
}

class MadeTable implements EntryTable {
  readonly matches: number;
  readonly #index: TableIndex;
  readonly #query: TableQuery;
  readonly #marks: Uint8Array | null;
  readonly #sums: Sums;
  /** Nodes of the visible rows, and their depth. */
  readonly #nodes: number[] = [];
  readonly #depths: number[] = [];
  #rowOfNode: Int32Array | null = null;
  /** Sort keys of all nodes. */
  #keys: Float64Array | null = null;
  readonly #isOpen: (folder: number) => boolean;

  constructor(index: TableIndex, query: TableQuery) {
    this.#index = index;
    this.#query = query;
    this.#marks = index.matching(query.filter);
    this.matches = this.#marks === null ? index.count : this.#marks.reduce((sum, mark) => sum + mark, 0);
    this.#sums = index.sumsOf(this.#marks);
    this.#isOpen = this.#marks === null ? openFolders(index, query.open) : () => true;
    if (query.layout === 'flat') this.#listFlat();
    else this.#listTree();
  }

  get rows(): number {
    return this.#nodes.length;
  }

  slice(offset: number, limit: number): TableRow[] {
    const start = Math.max(0, Math.trunc(offset));
    return this.#nodes
      .slice(start, start + Math.max(0, Math.trunc(limit)))
      .map((node, position) => this.#row(node, this.#depths[start + position] ?? 0));
  }

  rowOf(key: string): number | null {
    const node = this.#nodeOf(key);
    if (node === null) return null;
    this.#rowOfNode ??= this.#numberRows();
    const row = this.#rowOfNode[node] ?? -1;
    return row < 0 ? null : row;
  }

  find(word: string, from: number): number | null {
    const wanted = lower(word);
    for (let step = 0; step < this.rows; step++) {
      const row = (from + step) % this.rows;
      if (lower(this.#shown(this.#nodes[row] ?? 0)).startsWith(wanted)) return row;
    }
    return null;
  }

  chosen(which: readonly RowRange[] | readonly string[]): ChosenRows {
    const { count, source } = this.#index;
    const nodes = which.flatMap((one) => this.#nodesOf(one));
    const folders = nodes.filter((node) => node >= count).map((node) => node - count);
    const marks = new Uint8Array(count);
    for (const node of nodes) if (node < count) marks[node] = 1;
    this.#markBelow(folders, marks);
    const paths = folders.map((folder) => this.#index.pathOf(folder));
    let folder = 0;
    return {
      records: [...marks.keys()].filter((record) => marks[record] === 1),
      folders: paths,
      names: nodes.map((node) => (node < count ? source.nameOf(node) : `${paths[folder++] ?? ''}/`)),
    };
  }

  row(key: string): { readonly row: TableRow; readonly above: readonly string[] } | null {
    const node = this.#nodeOf(key);
    if (node === null) return null;
    const above = this.#above(node);
    return { row: this.#row(node, above.length), above };
  }

  #above(node: number): string[] {
    const { count, folders, parentOf } = this.#index;
    const keys: string[] = [];
    for (
      let at = node < count ? (parentOf[node] ?? -1) : (folders[node - count]?.parent ?? -1);
      at >= 0;
      at = folders[at]?.parent ?? -1
    )
      keys.push(`f:${this.#index.pathOf(at)}`);
    return keys.reverse();
  }

  #nodesOf(one: RowRange | string): readonly number[] {
    if (typeof one !== 'string') return this.#nodes.slice(Math.max(0, one[0]), one[1] + 1);
    const node = this.#nodeOf(one);
    return node === null ? [] : [node];
  }

  /** Marks the records of folders and of all folders in them, each once. */
  #markBelow(folders: readonly number[], marks: Uint8Array): void {
    const seen = new Uint8Array(this.#index.folders.length);
    const left = [...folders];
    for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
      if (seen[folder] === 1) continue;
      seen[folder] = 1;
      const own = this.#index.folders[folder];
      if (own === undefined) continue;
      for (const record of own.record < 0 ? own.records : [own.record, ...own.records])
        if (this.#isMarked(record)) marks[record] = 1;
      for (const below of own.folders?.values() ?? []) left.push(below);
    }
  }

  #nodeOf(key: string): number | null {
    const { count, folders } = this.#index;
    if (key.startsWith('f:')) {
      const folder = this.#index.folderAt(key.slice(2));
      return folder === null ? null : count + folder;
    }
    if (!/^e:\d{1,9}$/.test(key)) return null;
    const record = Number(key.slice(2));
    if (record >= count) return null;
    // The record that is a folder is shown as that folder.
    const parent = this.#query.layout === 'tree' ? (this.#index.parentOf[record] ?? -1) : -1;
    return folders[parent]?.record === record ? count + parent : record;
  }

  #numberRows(): Int32Array {
    const rows = new Int32Array(this.#index.count + this.#index.folders.length).fill(-1);
    for (const [row, node] of this.#nodes.entries()) rows[node] = row;
    return rows;
  }

  // -- which rows, in which order --

  #listFlat(): void {
    const named = this.#index.namedRecords();
    for (const record of this.#sorted(named.filter((record) => this.#isMarked(record)))) {
      this.#nodes.push(record);
      this.#depths.push(0);
    }
  }

  /** Folders within folders on an explicit stack: a path may have a thousand of them. */
  #listTree(): void {
    const { count } = this.#index;
    const levels: { readonly nodes: readonly number[]; next: number }[] = [{ nodes: this.#children(-1), next: 0 }];
    for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
      const node = level.nodes[level.next++];
      if (node === undefined) {
        levels.pop();
        continue;
      }
      this.#nodes.push(node);
      this.#depths.push(levels.length - 1);
      if (node >= count && this.#isOpen(node - count)) levels.push({ nodes: this.#children(node - count), next: 0 });
    }
  }

  #children(folder: number): readonly number[] {
    const nodes = this.#index.namedChildren(folder);
    return this.#sorted(this.#marks === null ? nodes : nodes.filter((node) => this.#isVisible(node)));
  }

  #isMarked(record: number): boolean {
    return this.#marks === null || this.#marks[record] === 1;
  }

  #isVisible(node: number): boolean {
    const { count } = this.#index;
    if (node < count) return this.#isMarked(node);
    return Number.isFinite(this.#sums.first[node - count]);
  }

  /** By the column that is asked for; `nodes` come in the order of their names, which stays among equals. */
  #sorted(nodes: readonly number[]): readonly number[] {
    if (nodes.length < 2) return nodes;
    const { sort, direction } = this.#query;
    if (sort === 'name') return direction === 'up' ? nodes : [...nodes].reverse();
    this.#keys ??= this.#index.keys(sort, this.#sums);
    const keys = this.#keys;
    const compare = (a: number, b: number) => (keys[a] ?? 0) - (keys[b] ?? 0);
    return [...nodes].sort(direction === 'up' ? compare : (a, b) => compare(b, a));
  }

  // -- one row --

  #row(node: number, depth: number): TableRow {
    return node < this.#index.count ? this.#entryRow(node, depth) : this.#folderRow(node - this.#index.count, depth);
  }

  #shown(node: number): string {
    const isWhole = node < this.#index.count && this.#query.layout === 'flat';
    return shownName(isWhole ? this.#index.source.nameOf(node) : this.#index.nameOfNode(node));
  }

  #entryRow(record: number, depth: number): TableRow {
    const { source } = this.#index;
    return {
      key: `e:${record}`,
      depth,
      shown: this.#shown(record),
      folder: null,
      size: source.sizeOf(record),
      packed: source.packedOf(record),
      entry: source.entry(record),
    };
  }

  #folderRow(folder: number, depth: number): TableRow {
    const { source, folders } = this.#index;
    const record = folders[folder]?.record ?? -1;
    return {
      key: `f:${this.#index.pathOf(folder)}`,
      depth,
      shown: this.#shown(this.#index.count + folder),
      folder: { open: this.#isOpen(folder), entries: this.#sums.entries[folder] ?? 0 },
      size: this.#sums.size[folder] ?? 0,
      packed: this.#sums.packed[folder] ?? 0,
      entry: record < 0 ? null : source.entry(record),
    };
  }
}

/** A name made visible, also one of no characters. */
function shownName(name: string): string {
  return name === '' ? '⟨empty⟩' : showName(name);
}

function openFolders(index: EntryIndex, open: TableQuery['open']): (folder: number) => boolean {
  if (open === 'all') return () => true;
  const isList = Array.isArray(open);
  const keys = isList ? open : open.allBut;
  const folders = new Set<number>();
  for (const key of keys) {
    const folder = key.startsWith('f:') ? index.folderAt(key.slice(2)) : null;
    if (folder !== null) folders.add(folder);
  }
  return isList ? (folder) => folders.has(folder) : (folder) => !folders.has(folder);
}
