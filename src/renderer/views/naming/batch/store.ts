import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Host } from '../../../../shared/contract';
import type { BlockQuery, BlockTable } from '../../../../shared/contract/naming';
import type { BlockRow, BlockState } from '../../../../shared/models/naming';
import type { Failure } from '../../../../shared/result';
import { PAGE, pageOf, pagesOf, rowAt } from '../../../kit/grid/paged';
import { soon } from '../soon';
import { FAILED_STATES } from './counts';

/** Milliseconds between two looks at changed rows, and between two tables where what is shown depends on states. */
const ROWS_EVERY = 120;
const TABLE_EVERY = 700;

export type StateFilter = 'all' | 'failed' | BlockState;

export interface BlocksState {
  readonly show: StateFilter;
  readonly filter: string;
  readonly sort: BlockQuery['sort'];
  readonly direction: 'up' | 'down';
  readonly table: BlockTable | null;
  readonly pages: ReadonlyMap<number, readonly BlockRow[]>;
  readonly error: Failure | null;
  /** Place of the selected block in the table; null where it is not shown. */
  readonly active: number | null;
  /** The selected block, also while the filter hides it. */
  readonly selected: BlockRow | null;
  /** Blocks marked for a retry, by number. */
  readonly marks: ReadonlySet<number>;
}

export interface BlocksModel {
  readonly host: Host;
  readonly store: StoreApi<BlocksState>;
  /** The batch whose blocks these are. */
  batch: number | null;
  /** The rows in view. */
  view: readonly [number, number];
  readonly stale: Set<number>;
  readonly asked: Set<number>;
  making: AbortController | null;
  readonly rowsSoon: ReturnType<typeof soon>;
  readonly tableSoon: ReturnType<typeof soon>;
}

const fresh = { table: null, pages: new Map(), error: null, active: null, selected: null, marks: new Set<number>() };

export function createBlocks(host: Host): BlocksModel {
  const model: BlocksModel = {
    host,
    store: createStore<BlocksState>(() => ({ show: 'all', filter: '', sort: 'index', direction: 'up', ...fresh })),
    batch: null,
    view: [0, 0],
    stale: new Set(),
    asked: new Set(),
    making: null,
    rowsSoon: soon(ROWS_EVERY, () => void fetchStale(model)),
    tableSoon: soon(TABLE_EVERY, () => void refresh(model, true)),
  };
  return model;
}

/** The blocks of another batch, or of none. */
export function ofBatch(blocks: BlocksModel, batch: number | null): void {
  if (blocks.batch === batch) return;
  blocks.batch = batch;
  blocks.making?.abort();
  blocks.rowsSoon.drop();
  blocks.tableSoon.drop();
  blocks.stale.clear();
  blocks.store.setState({ ...fresh });
  if (batch !== null) void refresh(blocks);
}

/** Whether the table stays as it is however the blocks go. */
const isFixed = ({ show, filter, sort }: BlocksState) =>
  show === 'all' && filter === '' && (sort === 'index' || sort === 'block');

/** Blocks went on: looks again at those in view. Null: too many to name. */
export function blocksChanged(blocks: BlocksModel, changed: readonly number[] | null): void {
  const state = blocks.store.getState();
  const which = changed && new Set(changed);
  for (const [page, rows] of state.pages) {
    if (!which || rows.some((row) => which.has(row.index))) blocks.stale.add(page);
  }
  blocks.rowsSoon.touch();
  if (!isFixed(state)) blocks.tableSoon.touch();
}

export function showStates(blocks: BlocksModel, show: StateFilter): void {
  change(blocks, { show });
}

export function filterBy(blocks: BlocksModel, filter: string): void {
  if (filter !== blocks.store.getState().filter) change(blocks, { filter });
}

/** Sorts by a column; a second time the other way round. Times begin with the longest. */
export function sortBy(blocks: BlocksModel, sort: BlockQuery['sort']): void {
  const now = blocks.store.getState();
  const first = sort === 'time' ? 'down' : 'up';
  const isBack = now.sort === sort && now.direction !== first;
  if (isBack) change(blocks, { sort: 'index', direction: 'up' });
  else change(blocks, { sort, direction: now.sort === sort ? (first === 'up' ? 'down' : 'up') : first });
}

export function select(blocks: BlocksModel, at: number): void {
  const row = rowAt(blocks.store.getState(), at);
  blocks.store.setState({ active: at, ...(row ? { selected: row } : {}) });
}

export function toggleMark(blocks: BlocksModel, index: number): void {
  const marks = new Set(blocks.store.getState().marks);
  if (!marks.delete(index)) marks.add(index);
  blocks.store.setState({ marks });
}

export function clearMarks(blocks: BlocksModel): void {
  if (blocks.store.getState().marks.size > 0) blocks.store.setState({ marks: new Set() });
}

/** The rows in view: fetches those that are not here or are old. */
export function want(blocks: BlocksModel, first: number, last: number): void {
  blocks.view = [first, last];
  void fetchStale(blocks);
}

function change(blocks: BlocksModel, part: Partial<BlocksState>): void {
  blocks.store.setState(part);
  void refresh(blocks);
}

function queryOf({ show, filter, sort, direction }: BlocksState): BlockQuery {
  const states: BlockState[] = show === 'all' ? [] : show === 'failed' ? [...FAILED_STATES] : [show];
  return { states, filter, sort, direction };
}

/**
 * Makes the table anew and shows it with the rows in view, so that nothing blinks. `live`: nobody asked, blocks went on;
 * the selection is followed only where it is in view, so that the list never scrolls away under a reader.
 */
export async function refresh(blocks: BlocksModel, live = false): Promise<void> {
  const { host, store } = blocks;
  if (blocks.batch === null) return;
  if (live && blocks.making && !blocks.making.signal.aborted) return blocks.tableSoon.touch();
  blocks.making?.abort();
  const controller = new AbortController();
  blocks.making = controller;
  const { signal } = controller;
  const made = await host.call('naming:table', [queryOf(store.getState())], signal);
  if (signal.aborted) return;
  if (!made.ok) return failed(blocks, made.error);
  const table = made.value;
  const before = store.getState();
  const [first, last] = blocks.view;
  const follows =
    before.selected !== null && (!live || (before.active !== null && before.active >= first && before.active <= last));
  const found =
    follows && before.selected ? await host.call('naming:row-of', [table.table, before.selected.index], signal) : null;
  const active = found?.ok ? found.value : null;
  const top = active !== null && !live ? active : Math.min(first, Math.max(0, table.rows - 1));
  const pages = new Map<number, readonly BlockRow[]>();
  for (const page of pagesOf(top, Math.max(top, Math.min(last, table.rows - 1)))) {
    if (page * PAGE >= table.rows) break;
    const rows = await host.call('naming:rows', [table.table, page * PAGE, PAGE], signal);
    if (rows.ok) pages.set(page, rows.value);
    else if (!signal.aborted) return failed(blocks, rows.error);
  }
  if (signal.aborted) return;
  blocks.making = null;
  blocks.stale.clear();
  const selected = active === null ? undefined : rowAt({ pages }, active);
  store.setState({ table, pages, active, error: null, ...(selected ? { selected } : {}) });
}

function failed(blocks: BlocksModel, error: Failure): void {
  blocks.making = null;
  if (error.code === 'table-replaced') blocks.tableSoon.touch();
  else if (error.code !== 'no-batch') blocks.store.setState({ error });
}

/** Fetches the pages in view that are old or not here. Old rows stay until the new ones are here. */
async function fetchStale(blocks: BlocksModel): Promise<void> {
  const { table, pages } = blocks.store.getState();
  if (!table) return;
  const [first, last] = blocks.view;
  for (const page of pagesOf(first, last)) {
    if (page * PAGE < table.rows && (!pages.has(page) || blocks.stale.has(page)) && !blocks.asked.has(page))
      void fetchPage(blocks, table, page);
  }
  followSelected(blocks, table);
}

async function fetchPage(blocks: BlocksModel, table: BlockTable, page: number): Promise<void> {
  blocks.asked.add(page);
  blocks.stale.delete(page);
  const rows = await blocks.host.call('naming:rows', [table.table, page * PAGE, PAGE]);
  blocks.asked.delete(page);
  const state = blocks.store.getState();
  if (state.table?.table !== table.table) return;
  if (!rows.ok) return failed(blocks, rows.error);
  const selected = rows.value.find((row) => row.index === state.selected?.index);
  blocks.store.setState({
    pages: new Map(state.pages).set(page, rows.value),
    ...(selected ? { selected } : {}),
  });
  if (blocks.stale.has(page)) blocks.rowsSoon.touch();
}

/** The selected block is kept up to date also where its row is out of view. */
function followSelected(blocks: BlocksModel, table: BlockTable): void {
  const { active, selected } = blocks.store.getState();
  if (active === null || selected === null) return;
  const page = pageOf(active);
  if (blocks.stale.has(page) && !blocks.asked.has(page)) void fetchPage(blocks, table, page);
}
