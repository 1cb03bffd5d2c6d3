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

  #entryRow(record: number, depth: number): TableRow {
    const { source, leafOf } = this.#index;
    const name = this.#query.layout === 'tree' ? (leafOf[record] ?? '') : source.nameOf(record);
    return {
      key: `e:${record}`,
      depth,
      shown: shownName(name),
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
      shown: shownName(folders[folder]?.name ?? ''),
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
