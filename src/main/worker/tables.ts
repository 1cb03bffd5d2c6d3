import type { PackageModel } from '../../core/model/model';
import { type ChosenRows, type EntrySource, type EntryTable, makeTable, type RowRange } from '../../core/model/table';
import { layoutTreemap } from '../../core/model/treemap';
import type { TableQuery } from '../../shared/contract/package';
import type { Treemap, TreemapQuery } from '../../shared/models/treemap';

/** Tables kept of one package; an older one is made again from its query when somebody still asks for it. */
const MOST = 4;

/** What a table is made of, so that a fresh process can make it again, and the number the window knows it by. */
export interface TableRef {
  readonly number: number;
  readonly query: TableQuery;
}

/** Rows that something is done with, as `chosenSchema` says it. */
export type ChosenRef =
  | { readonly keys: readonly string[] }
  | { readonly table: TableRef; readonly ranges: readonly RowRange[] };

/** A tree in which every row has its key and none but the first ones is listed. */
const WHOLE: TableQuery = { sort: 'name', direction: 'up', filter: '', layout: 'tree', open: [] };

/** The tables of entries of one package. */
export class Tables {
  /** One for all tables of the package: what is made of it once serves every query. */
  readonly #entries: EntrySource;
  readonly #made = new Map<number, EntryTable>();

  constructor(model: PackageModel) {
    this.#entries = entriesOf(model);
  }

  get({ number, query }: TableRef): EntryTable {
    const made = this.#made.get(number) ?? makeTable(this.#entries, query);
    this.#made.set(number, made);
    for (const old of [...this.#made.keys()].slice(0, -MOST)) this.#made.delete(old);
    return made;
  }

  /** The table in which every row is found by its key. */
  whole(): EntryTable {
    this.#whole ??= makeTable(this.#entries, WHOLE);
    return this.#whole;
  }
  #whole: EntryTable | null = null;

  chosen(which: ChosenRef): ChosenRows {
    return 'keys' in which ? this.whole().chosen(which.keys) : this.get(which.table).chosen(which.ranges);
  }

  treemap(query: TreemapQuery): Treemap {
    return layoutTreemap(this.#entries, query);
  }
}

const entriesOf = (model: PackageModel): EntrySource => {
  const { archive } = model;
  return {
    recordCount: archive.recordCount,
    nameOf: (index) => archive.nameOf(index),
    sizeOf: (index) => archive.sizeOf(index),
    packedOf: (index) => archive.packedOf(index),
    methodOf: (index) => archive.methodOf(index),
    crcOf: (index) => archive.crcOf(index),
    entry: (index) => model.entry(index),
  };
};
