import type { PackageModel } from '../../core/model/model';
import { type EntrySource, type EntryTable, makeTable } from '../../core/model/table';
import type { TableQuery } from '../../shared/contract/package';

/** Tables kept of one package; an older one is made again from its query when somebody still asks for it. */
const MOST = 4;

/** What a table is made of, so that a fresh process can make it again, and the number the window knows it by. */
export interface TableRef {
  readonly number: number;
  readonly query: TableQuery;
}

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
