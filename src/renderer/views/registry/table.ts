import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Host } from '../../../shared/contract';
import type { RegistryRow, RegistrySort, RegistryTable } from '../../../shared/contract/registry';
import type { Failure } from '../../../shared/result';
import type { Rows } from '../../kit/grid/types';
import type { Memory } from '../../memory';
import { soon } from '../naming/soon';
import { type ColumnId, type Look, queryOf, rememberedLook, rememberLook, sortedBy } from './query';

/** Rows come in pages; a page is one question. */
export const PAGE = 100;
/** Milliseconds between two tables while stores change. */
const TABLE_EVERY = 150;

export type PackageRow = Extract<RegistryRow, { kind: 'package' }>;

export interface TableState extends Look {
  readonly table: RegistryTable | null;
  readonly pages: ReadonlyMap<number, readonly RegistryRow[]>;
  readonly error: Failure | null;
  /** Place of the selected row in the table; null where it is not shown, or where following it would scroll. */
  readonly active: number | null;
  readonly selected: RegistryRow | null;
}

export interface TableModel {
  readonly host: Host;
  readonly memory: Memory;
  readonly store: StoreApi<TableState>;
  /** The rows in view. */
  view: readonly [number, number];
  readonly asked: Set<number>;
  making: AbortController | null;
  readonly again: ReturnType<typeof soon>;
}

export function createTable(host: Host, memory: Memory): TableModel {
  const model: TableModel = {
    host,
    memory,
    store: createStore<TableState>(() => ({
      ...rememberedLook(memory),
      table: null,
      pages: new Map(),
      error: null,
      active: null,
      selected: null,
    })),
    view: [0, 0],
    asked: new Set(),
    making: null,
    again: soon(TABLE_EVERY, () => void refresh(model, true)),
  };
  return model;
}

/** Looks at the table another way. */
export function look(table: TableModel, change: Partial<Look>): void {
  table.store.setState(change);
  rememberLook(table.memory, table.store.getState());
  void refresh(table);
}

export function sortBy(table: TableModel, column: RegistrySort): void {
  look(table, sortedBy(table.store.getState(), column));
}

export function foldGroup(table: TableModel, row: RegistryRow, open: boolean): void {
  if (row.kind !== 'group') return;
  const folded = new Set(table.store.getState().folded);
  if (open) folded.delete(row.key);
  else folded.add(row.key);
  look(table, { folded });
}

/** Hides or shows a column. The table stays as it is, unless it is sorted by what is hidden now. */
export function toggleColumn(table: TableModel, column: ColumnId): void {
  const { hidden: before, sort } = table.store.getState();
  const hidden = new Set(before);
  if (!hidden.delete(column)) hidden.add(column);
  if (hidden.has(sort)) {
    look(table, { hidden, sort: 'name', direction: 'up' });
    return;
  }
  table.store.setState({ hidden });
  rememberLook(table.memory, table.store.getState());
}

export function select(table: TableModel, at: number): void {
  const row = rowAt(table.store.getState(), at);
  table.store.setState({ active: at, ...(row ? { selected: row } : {}) });
}

export function deselect(table: TableModel): void {
  table.store.setState({ active: null, selected: null });
}

/** The rows in view: fetches those that are not here. */
export function want(table: TableModel, first: number, last: number): void {
  table.view = [first, last];
  const { table: made, pages } = table.store.getState();
  if (!made) return;
  for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE) && page * PAGE < made.rows; page++) {
    if (!pages.has(page) && !table.asked.has(page)) void fetchPage(table, made, page);
  }
}

export const rowAt = ({ pages }: Pick<TableState, 'pages'>, at: number): RegistryRow | undefined =>
  pages.get(Math.floor(at / PAGE))?.[at % PAGE];

/** The table's rows for a grid; a new object for every change of them. */
export const gridRows = (state: Pick<TableState, 'table' | 'pages'>): Rows<RegistryRow> => ({
  count: state.table?.rows ?? 0,
  at: (index) => rowAt(state, index),
});

/**
 * Makes the table anew and shows it with the rows in view, so that nothing blinks. `live`: nobody asked, the stores
 * changed; then the list stays where it is: a selection that is out of view stays chosen and is not scrolled to.
 */
export async function refresh(model: TableModel, live = false): Promise<void> {
  const { host, store } = model;
  if (live && model.making && !model.making.signal.aborted) return model.again.touch();
  model.making?.abort();
  const controller = new AbortController();
  model.making = controller;
  const { signal } = controller;
  const made = await host.call('registry:table', [queryOf(store.getState())], signal);
  if (signal.aborted) return;
  if (!made.ok) return failed(model, made.error);
  const table = made.value;
  const { selected, active: before } = store.getState();
  const found = selected ? await host.call('registry:row-of', [table.table, selected.key], signal) : null;
  const place = found?.ok ? found.value : null;
  const [first, last] = model.view;
  const wasInView = before !== null && before >= first && before <= last;
  const active = live && !wasInView ? null : place;
  const top = active !== null && !live ? active : Math.min(first, Math.max(0, table.rows - 1));
  const bottom = Math.max(top, Math.min(last, table.rows - 1));
  const pages = new Map<number, readonly RegistryRow[]>();
  const needed = new Set<number>(place === null ? [] : [Math.floor(place / PAGE)]);
  for (let page = Math.floor(top / PAGE); page <= Math.floor(bottom / PAGE); page++) needed.add(page);
  for (const page of needed) {
    if (page * PAGE >= table.rows) continue;
    const rows = await host.call('registry:rows', [table.table, page * PAGE, PAGE], signal);
    if (signal.aborted) return;
    if (!rows.ok) return failed(model, rows.error);
    pages.set(page, rows.value);
  }
  model.making = null;
  model.asked.clear();
  const row = place === null ? undefined : rowAt({ pages }, place);
  store.setState({ table, pages, active, error: null, ...(row ? { selected: row } : {}) });
}

function failed(model: TableModel, error: Failure): void {
  model.making = null;
  if (error.code === 'old-table') model.again.touch();
  else if (error.code !== 'cancelled') model.store.setState({ error });
}

async function fetchPage(model: TableModel, table: RegistryTable, page: number): Promise<void> {
  model.asked.add(page);
  const rows = await model.host.call('registry:rows', [table.table, page * PAGE, PAGE]);
  const state = model.store.getState();
  if (state.table?.table !== table.table) return;
  model.asked.delete(page);
  if (!rows.ok) return failed(model, rows.error);
  const selected = rows.value.find((row) => row.key === state.selected?.key);
  model.store.setState({ pages: new Map(state.pages).set(page, rows.value), ...(selected ? { selected } : {}) });
}
