import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Host } from '../../../shared/contract';
import type { RegistryRow, RegistrySort, RegistryTable } from '../../../shared/contract/registry';
import type { Failure } from '../../../shared/result';
import { Pager, pagesOf, rowAt } from '../../kit/grid/paged';
import type { Memory } from '../../memory';
import { soon } from '../naming/soon';
import { type ColumnId, type Look, queryOf, rememberedLook, rememberLook, sortedBy } from './query';

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
  readonly pager: Pager<RegistryRow, RegistryTable>;
  making: AbortController | null;
  readonly again: ReturnType<typeof soon>;
}

export function createTable(host: Host, memory: Memory): TableModel {
  const store = createStore<TableState>(() => ({
    ...rememberedLook(memory),
    table: null,
    pages: new Map(),
    error: null,
    active: null,
    selected: null,
  }));
  const model: TableModel = {
    host,
    memory,
    store,
    view: [0, 0],
    pager: new Pager(
      {
        make: (signal) => host.call('registry:table', [queryOf(store.getState())], signal),
        rows: (table, start, count, signal) => host.call('registry:rows', [table, start, count], signal),
        rowOf: (table, key, signal) => host.call('registry:row-of', [table, key], signal),
      },
      {
        now: store.getState,
        onPage: (pages, page) => {
          const { selected } = store.getState();
          const row = pages.get(page)?.find(({ key }) => key === selected?.key);
          store.setState({ pages, ...(row ? { selected: row } : {}) });
        },
        onLost: (why) => failed(model, why),
      },
    ),
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
  table.pager.want(first, last);
}

/**
 * Makes the table anew and shows it with the rows in view, so that nothing blinks. `live`: nobody asked, the stores
 * changed; then the list stays where it is: a selection that is out of view stays chosen and is not scrolled to.
 */
export async function refresh(model: TableModel, live = false): Promise<void> {
  const { store } = model;
  if (live && model.making && !model.making.signal.aborted) return model.again.touch();
  model.making?.abort();
  const controller = new AbortController();
  model.making = controller;
  const { signal } = controller;
  const { selected } = store.getState();
  const loaded = await model.pager.load(selected?.key, signal, pagesOf(...model.view));
  if (signal.aborted) return;
  if (!loaded.ok) return failed(model, loaded.error);
  const { table, active: place, pages } = loaded.value;
  const { active: before } = store.getState();
  const [first, last] = model.view;
  const wasInView = before !== null && before >= first && before <= last;
  const active = live && !wasInView ? null : place;
  model.making = null;
  model.pager.giveUp();
  const row = place === null ? undefined : rowAt({ pages }, place);
  store.setState({ table, pages, active, error: null, ...(row ? { selected: row } : {}) });
}

function failed(model: TableModel, error: Failure): void {
  model.making = null;
  if (error.code === 'old-table') model.again.touch();
  else if (error.code !== 'cancelled') model.store.setState({ error });
}
