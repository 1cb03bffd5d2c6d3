import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Host } from '../../../../shared/contract';
import type { Chosen, SortColumn, Table, TableQuery, TableRow } from '../../../../shared/contract/package';
import type { Failure } from '../../../../shared/result';
import { Pager, pageOf, rowAt } from '../../../kit/grid/paged';
import { countOf, type Ranges } from '../../../kit/grid/selection';
import { type Memory, oneOf } from '../../../memory';

/** Packages of up to this many entries start unfolded. */
const UNFOLDED = 200;

/** Which folders are unfolded: those named, or all but those named. */
export interface Folds {
  readonly all: boolean;
  readonly except: ReadonlySet<string>;
}

export interface FilesState {
  readonly sort: SortColumn;
  readonly direction: 'up' | 'down';
  readonly filter: string;
  readonly layout: TableQuery['layout'];
  readonly folds: Folds;
  readonly table: Table | null;
  readonly pages: ReadonlyMap<number, readonly TableRow[]>;
  /** A question for a new table is on its way. */
  readonly busy: boolean;
  readonly error: Failure | null;
  /** Number of the selected row, null where none is or it is not shown. */
  readonly active: number | null;
  /** The selected row; stays while a filter or a fold hides it. */
  readonly selected: TableRow | null;
  /** Rows that are selected together, of the table at hand; none where it is the selected row alone. */
  readonly chosen: Ranges;
}

export interface FilesModel {
  readonly host: Host;
  readonly token: string;
  readonly memory: Memory;
  readonly store: StoreApi<FilesState>;
  /** The table that is on its way. */
  table: AbortController | null;
  readonly pager: Pager<TableRow, Table>;
  /** Main keeps one table of a package: who makes one reads its first rows before the next one is made. */
  turn: Promise<unknown>;
  /** Where the table is scrolled to, also while it is not shown. */
  readonly place: { top: number };
  /** The row that was gone to while a new table was on its way: its number where a key went there, its key where it was clicked. */
  moved: number | string | null;
}

const SORTS = ['name', 'size', 'packed', 'ratio', 'method', 'modified', 'crc', 'index'] as const;

export function createFiles(host: Host, token: string, memory: Memory): FilesModel {
  const store = createStore<FilesState>(() => ({
    sort: memory.get('files.sort', oneOf(...SORTS), 'size'),
    direction: memory.get('files.direction', oneOf('up', 'down'), 'down'),
    filter: '',
    layout: memory.get('files.layout', oneOf('tree', 'flat'), 'tree'),
    folds: { all: false, except: new Set() },
    table: null,
    pages: new Map(),
    busy: false,
    error: null,
    active: null,
    selected: null,
    chosen: [],
  }));
  const files: FilesModel = {
    host,
    token,
    memory,
    store,
    table: null,
    pager: new Pager(
      {
        make: (signal) => host.call('package:table', [token, queryOf(store.getState())], signal),
        rows: (table, start, count, signal) => host.call('package:rows', [token, table, start, count], signal),
        rowOf: (table, key, signal) => host.call('package:row-of', [token, table, key], signal),
      },
      {
        now: store.getState,
        onPage: (pages, page) => {
          const { active } = store.getState();
          const row = active !== null && pageOf(active) === page ? rowAt({ pages }, active) : undefined;
          store.setState({ pages, ...(row ? { selected: row } : {}) });
        },
        // The only way a page fails that was right when it was asked for: somebody else made a newer table.
        onLost: () => void refresh(files),
      },
    ),
    turn: Promise.resolve(),
    place: { top: 0 },
    moved: null,
  };
  return files;
}

/** Runs what makes a table and reads from it, after those who did so before. */
export function inTurn<T>(files: FilesModel, work: () => Promise<T>): Promise<T> {
  const mine = files.turn.then(work, work);
  files.turn = mine;
  return mine;
}

/** The first table, when the tab is first shown. */
export function showFiles(files: FilesModel, records: number): void {
  const { table, busy } = files.store.getState();
  if (table || busy) return;
  files.store.setState({ folds: { all: records <= UNFOLDED, except: new Set() } });
  void refresh(files);
}

/** Another part made a table of its own, or rows changed: the table at hand is old. Shown rows stay until the new ones are here. */
export function lookAgain(files: FilesModel): void {
  if (files.store.getState().table) void refresh(files, undefined, true);
}

/** Sorts by a column; a second time the other way round. Sizes begin with the largest, names with the first. */
export function sortBy(files: FilesModel, sort: SortColumn): void {
  const now = files.store.getState();
  const first = sort === 'name' || sort === 'index' || sort === 'method' || sort === 'crc' ? 'up' : 'down';
  const direction = now.sort === sort ? (now.direction === 'up' ? 'down' : 'up') : first;
  files.memory.set('files.sort', sort);
  files.memory.set('files.direction', direction);
  change(files, { sort, direction });
}

export function filterBy(files: FilesModel, filter: string): void {
  if (filter !== files.store.getState().filter) change(files, { filter });
}

export function setLayout(files: FilesModel, layout: TableQuery['layout']): void {
  files.memory.set('files.layout', layout);
  change(files, { layout });
}

export function foldRow(files: FilesModel, row: TableRow, open: boolean): void {
  const { folds, filter } = files.store.getState();
  // What a filter shows is unfolded by the filter.
  if (filter !== '') return;
  const except = new Set(folds.except);
  if (open === folds.all) except.delete(row.key);
  else except.add(row.key);
  change(files, { folds: { all: folds.all, except } });
}

export function foldAll(files: FilesModel, open: boolean): void {
  change(files, { folds: { all: open, except: new Set() } });
}

export function select(files: FilesModel, index: number, by: 'pointer' | 'key' = 'key'): void {
  const state = files.store.getState();
  const row = rowAt(state, index);
  // The end of this table means the end of the one that comes; a row that was clicked is that row.
  const number = index + 1 === state.table?.rows ? Number.POSITIVE_INFINITY : index;
  if (state.busy) files.moved = by === 'pointer' && row ? row.key : number;
  files.store.setState(row ? { active: index, selected: row } : { active: index });
}

export const choose = (files: FilesModel, chosen: Ranges): void => files.store.setState({ chosen });

/** What is to be done something with: the rows that are selected together, or this one. */
export function chosenWith({ table, chosen }: FilesState, row: TableRow): { what: Chosen; count: number } {
  const count = countOf(chosen);
  if (table === null || count < 2) return { what: { keys: [row.key] }, count: 1 };
  return { what: { table: table.table, ranges: chosen.map(([first, last]) => [first, last]) }, count };
}

/** Goes to the next row that begins with a word, wherever it is in the table. */
export async function findRow(files: FilesModel, word: string, from: number): Promise<void> {
  const { table } = files.store.getState();
  if (!table || table.rows === 0) return;
  const found = await files.host.call('package:find-row', [files.token, table.table, word.slice(0, 200), from]);
  if (!found.ok || found.value === null || files.store.getState().table !== table) return;
  await goToRow(files, table, found.value);
}

export const entryKey = (index: number): string => `e:${index}`;

/** Brings a row into view, unfolding and unfiltering for it where it must. */
export async function revealRow(files: FilesModel, key: string): Promise<void> {
  if (files.store.getState().table === null) await refresh(files, key);
  else await selectKey(files, key);
  if (files.store.getState().selected?.key === key && files.store.getState().active !== null) return;
  const known = await files.host.call('package:row', [files.token, key]);
  if (!known.ok || known.value === null) return;
  files.store.setState({ filter: '', folds: unfolded(files.store.getState().folds, known.value.above) });
  await refresh(files, key);
}

/** Looks at a row by its key, and leaves the table as it is: where the row is not visible there, none is active. */
export async function lookAtRow(files: FilesModel, key: string): Promise<void> {
  const { host, token, store } = files;
  const { table } = store.getState();
  const known = await host.call('package:row', [token, key]);
  if (!known.ok || known.value === null) return;
  const at = table ? await host.call('package:row-of', [token, table.table, key]) : null;
  const active = at?.ok && store.getState().table === table ? at.value : null;
  store.setState({ selected: known.value.row, active, chosen: [] });
}

function unfolded({ all, except }: Folds, keys: readonly string[]): Folds {
  const changed = new Set(except);
  for (const key of keys) {
    if (all) changed.delete(key);
    else changed.add(key);
  }
  return { all, except: changed };
}

/** Fetches the rows of a range that are not here. */
export const want = ({ pager }: FilesModel, first: number, last: number): void => pager.want(first, last);

/** Asks for a table anew and shows it together with its first rows, so that nothing blinks. */
export async function refresh(
  files: FilesModel,
  key = files.store.getState().selected?.key,
  sameRows = false,
): Promise<void> {
  const { store } = files;
  files.moved = null;
  files.table?.abort();
  const controller = new AbortController();
  files.table = controller;
  files.pager.giveUp();
  store.setState({ busy: true, error: null });
  const answer = await inTurn(files, () => files.pager.load(key, controller.signal));
  if (controller.signal.aborted) return;
  if (!answer.ok) return store.setState({ busy: false, error: answer.error });
  const { table, active, pages } = answer.value;
  const at = active ?? (store.getState().selected ? null : firstChoice(pages.get(0) ?? []));
  const row = at === null ? undefined : rowAt({ pages }, at);
  const kept = sameRows && store.getState().table?.rows === table.rows ? {} : { chosen: [] };
  store.setState({ table, pages, active: at, busy: false, ...kept, ...(row ? { selected: row } : {}) });
  // Whoever went on meanwhile meant the new table.
  const { moved } = files;
  if (typeof moved === 'string') await selectKey(files, moved);
  else if (moved !== null && table.rows > 0) await goToRow(files, table, Math.min(moved, table.rows - 1));
}

async function goToRow(files: FilesModel, table: Table, row: number): Promise<void> {
  const page = pageOf(row);
  if (!files.store.getState().pages.has(page)) await files.pager.fetch(page);
  // Rows are numbers of one table: of a newer one they would be others.
  if (files.store.getState().table === table) select(files, row);
}

/** What is looked at before anything was chosen: the manifest if it is in view, else the first file. */
function firstChoice(rows: readonly TableRow[]): number | null {
  const manifest = rows.findIndex(
    (row) => row.entry?.safeName === 'murmur.yaml' && row.entry.readBy.includes('murmur'),
  );
  if (manifest >= 0) return manifest;
  const file = rows.findIndex((row) => row.folder === null);
  return file < 0 ? null : file;
}

export function queryOf(state: FilesState): TableQuery {
  const { sort, direction, filter, layout, folds } = state;
  const except = [...folds.except];
  return { sort, direction, filter, layout, open: folds.all ? (except.length ? { allBut: except } : 'all') : except };
}

function change(files: FilesModel, part: Partial<FilesState>): void {
  files.store.setState(part);
  void refresh(files);
}

async function selectKey(files: FilesModel, key: string): Promise<void> {
  const { host, token, store } = files;
  const { table } = store.getState();
  if (!table) return;
  const found = await host.call('package:row-of', [token, table.table, key]);
  if (!found.ok) return refresh(files, key);
  if (found.value === null) return;
  await goToRow(files, table, found.value);
}
