import { type Failure, ok, type Result } from '../../../shared/result';
import type { Rows } from './types';

/** Rows come in pages; a page is one question. */
export const PAGE = 200;
export const pageOf = (row: number): number => Math.floor(row / PAGE);

/** The pages that hold the rows from the first to the last. */
export const pagesOf = (first: number, last: number): readonly number[] =>
  Array.from({ length: pageOf(last) - pageOf(first) + 1 }, (_, at) => pageOf(first) + at);

/** A table that was made elsewhere, and its number there. */
export interface Made {
  readonly table: number;
  readonly rows: number;
}

/** What of such a table is here: a part of the owner's state. */
export interface Paged<R, T extends Made = Made> {
  readonly table: T | null;
  readonly pages: ReadonlyMap<number, readonly R[]>;
}

export const rowAt = <R>({ pages }: Pick<Paged<R>, 'pages'>, index: number): R | undefined =>
  pages.get(pageOf(index))?.[index % PAGE];

/** The rows for a grid; a new object for every change of them. */
export const gridRows = <R>(state: Paged<R>): Rows<R> => ({
  count: state.table?.rows ?? 0,
  at: (index) => rowAt(state, index),
});

/** Who makes the table and gives its rows. */
export interface PagedSource<R, T extends Made, K = string> {
  make(signal: AbortSignal): Promise<Result<T>>;
  rows(table: number, start: number, count: number, signal: AbortSignal): Promise<Result<readonly R[]>>;
  /** The number of a row, null where it is not in the table. */
  rowOf(table: number, key: K, signal: AbortSignal): Promise<Result<number | null>>;
}

/** Where the owner keeps what is here. */
export interface PagedOwner<R, T extends Made> {
  now(): Paged<R, T>;
  /** A page came; `pages` are all, with it. */
  onPage(pages: Paged<R, T>['pages'], page: number): void;
  /** The table at hand gives no rows any more, mostly since newer ones took its place: it is to be made again. */
  onLost(why: Failure): void;
}

export interface Loaded<R, T extends Made> {
  readonly table: T;
  /** The number of the row that was asked for, null where there is none. */
  readonly active: number | null;
  readonly pages: ReadonlyMap<number, readonly R[]>;
}

/** Makes tables and fetches their rows by pages: those that are looked at, each once, and none that are out of sight. */
export class Pager<R, T extends Made, K = string> {
  readonly #source: PagedSource<R, T, K>;
  readonly #owner: PagedOwner<R, T>;
  readonly #coming = new Map<number, AbortController>();

  constructor(source: PagedSource<R, T, K>, owner: PagedOwner<R, T>) {
    this.#source = source;
    this.#owner = owner;
  }

  /**
   * A table with the row of a key and the page around it, so that a grid can change to it without blinking. The pages
   * `kept` come too: the place does not jump when rows come or go.
   */
  async load(
    key: K | null | undefined,
    signal: AbortSignal,
    kept: Iterable<number> = [],
  ): Promise<Result<Loaded<R, T>>> {
    const made = await this.#source.make(signal);
    if (!made.ok) return made;
    const table = made.value;
    const found = key === undefined || key === null ? null : await this.#source.rowOf(table.table, key, signal);
    const active = found?.ok ? found.value : null;
    const pages = new Map<number, readonly R[]>();
    for (const page of new Set([pageOf(active ?? 0), ...kept])) {
      if (page * PAGE >= table.rows) continue;
      const rows = await this.#source.rows(table.table, page * PAGE, PAGE, signal);
      if (!rows.ok) return rows;
      pages.set(page, rows.value);
    }
    return ok({ table, active, pages });
  }

  /** The rows in view: fetches those that are not here, and gives up pages that are out of sight again. */
  want(first: number, last: number): void {
    const { table, pages } = this.#owner.now();
    if (!table) return;
    const [from, to] = [pageOf(first), pageOf(last)];
    for (const [page, controller] of this.#coming) if (page < from - 1 || page > to + 1) controller.abort();
    for (const page of pagesOf(first, last))
      if (!pages.has(page) && !this.#coming.has(page) && page * PAGE < table.rows) void this.fetch(page);
  }

  /** Fetches one page of the table at hand, also where it is here. */
  async fetch(page: number): Promise<void> {
    const { table } = this.#owner.now();
    if (!table) return;
    const controller = new AbortController();
    this.#coming.set(page, controller);
    const rows = await this.#source.rows(table.table, page * PAGE, PAGE, controller.signal);
    if (this.#coming.get(page) === controller) this.#coming.delete(page);
    const now = this.#owner.now();
    if (controller.signal.aborted || now.table?.table !== table.table) return;
    if (rows.ok) this.#owner.onPage(new Map(now.pages).set(page, rows.value), page);
    else this.#owner.onLost(rows.error);
  }

  /** Gives up what is on its way. */
  giveUp(): void {
    for (const controller of this.#coming.values()) controller.abort();
  }
}
