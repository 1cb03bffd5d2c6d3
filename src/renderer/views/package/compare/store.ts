import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CompareRow, CompareSummary, EntryChange, TextDiff } from '../../../../shared/models/compare';
import type { Failure } from '../../../../shared/result';
import type { PackageModel } from '../model';

export interface CompareState {
  /** The token of the package that this one is compared with. */
  readonly other: string | null;
  readonly summary: CompareSummary | null;
  readonly error: Failure | null;
  readonly show: EntryChange | 'all';
  readonly count: number;
  readonly pages: ReadonlyMap<number, readonly CompareRow[]>;
  readonly active: number | null;
  readonly selected: CompareRow | null;
  readonly diff: TextDiff | null;
  readonly diffError: Failure | null;
}

export type CompareStore = StoreApi<CompareState>;

const PAGE = 200;
const noRows = { count: 0, pages: new Map(), active: null, selected: null, diff: null, diffError: null };

export const createCompare = (): CompareStore =>
  createStore<CompareState>(() => ({ other: null, summary: null, error: null, show: 'all', ...noRows }));

/** Compares this package with another open one. */
export async function compareWith(model: PackageModel, other: string): Promise<void> {
  const { app, token, compare, life } = model;
  compare.setState({ other, summary: null, error: null, show: 'all', ...noRows });
  const result = await app.host.call('compare:run', [token, other], life.signal);
  if (life.signal.aborted || compare.getState().other !== other) return;
  compare.setState(result.ok ? { summary: result.value } : { error: result.error });
  if (result.ok) await fetchPage(model, 0);
}

export function showChanges(model: PackageModel, show: EntryChange | 'all'): void {
  model.compare.setState({ show, ...noRows });
  void fetchPage(model, 0);
}

/** Fetches the rows in view that are not here. */
export function wantRows(model: PackageModel, first: number, last: number): void {
  const { pages, count } = model.compare.getState();
  for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page++)
    if (!pages.has(page) && page * PAGE < count) void fetchPage(model, page);
}

export const rowAt = ({ pages }: Pick<CompareState, 'pages'>, index: number): CompareRow | undefined =>
  pages.get(Math.floor(index / PAGE))?.[index % PAGE];

/** Shows how an entry differs. */
export async function chooseRow(model: PackageModel, index: number): Promise<void> {
  const { app, token, compare, life } = model;
  const { other } = compare.getState();
  const row = rowAt(compare.getState(), index);
  if (!row || other === null) return;
  compare.setState({ active: index, selected: row, diff: null, diffError: null });
  const result = await app.host.call('compare:diff', [token, other, row.key], life.signal);
  if (compare.getState().selected !== row) return;
  compare.setState(result.ok ? { diff: result.value } : { diffError: result.error });
}

async function fetchPage(model: PackageModel, page: number): Promise<void> {
  const { app, token, compare, life } = model;
  const { other, show } = compare.getState();
  if (other === null) return;
  const changes: EntryChange[] = show === 'all' ? ['changed', 'renamed', 'added', 'removed'] : [show];
  const query = { changes, filter: '' };
  const result = await app.host.call('compare:rows', [token, other, query, page * PAGE, PAGE], life.signal);
  const now = compare.getState();
  if (now.other !== other || now.show !== show) return;
  if (!result.ok) compare.setState({ error: result.error });
  else compare.setState({ count: result.value.count, pages: new Map(now.pages).set(page, result.value.rows) });
}
