import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SearchEnd, SearchMatch, SearchQuery } from '../../../../shared/contract/search';
import type { Failure } from '../../../../shared/result';
import { revealRow } from '../files/store';
import type { PackageModel } from '../model';
import { jumpTo } from '../preview/store';

export interface SearchState {
  readonly open: boolean;
  readonly query: SearchQuery;
  readonly matches: readonly SearchMatch[];
  /** Names of entries by number, as they come with the matches. */
  readonly names: ReadonlyMap<number, string>;
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly end: SearchEnd | null;
  readonly error: Failure | null;
  readonly active: number | null;
  /** What stops the search that runs. */
  readonly running: AbortController | null;
}

export type SearchStore = StoreApi<SearchState>;

const nothing = { matches: [], names: new Map(), progress: null, end: null, error: null, active: null, running: null };

export const createSearch = (): SearchStore =>
  createStore<SearchState>(() => ({
    open: false,
    query: { text: '', caseSensitive: false, regex: false },
    ...nothing,
  }));

export const openSearch = (search: SearchStore): void => search.setState({ open: true });

export function closeSearch(search: SearchStore): void {
  stopSearch(search);
  search.setState({ open: false });
}

export const stopSearch = (search: SearchStore): void => search.getState().running?.abort();

let numbers = 0;

/** Looks for something in all text entries; an earlier search is given up, and what still comes of it is not taken. */
export async function runSearch(model: PackageModel, query: SearchQuery): Promise<void> {
  const { app, token, search, life } = model;
  stopSearch(search);
  search.setState({ ...nothing, query });
  if (query.text === '') return;
  const number = ++numbers;
  const running = new AbortController();
  search.setState({ running });
  const stops = [
    app.host.on('search:found', (found) => {
      if (found.search !== number) return;
      const { matches, names } = search.getState();
      search.setState({
        matches: [...matches, ...found.matches],
        names: new Map([...names, ...found.names.map(({ entry, shown }) => [entry, shown] as const)]),
      });
    }),
    app.host.on('search:progress', ({ search: of, done, total }) => {
      if (of === number) search.setState({ progress: { done, total } });
    }),
  ];
  const signal = AbortSignal.any([running.signal, life.signal]);
  const result = await app.host.call('search:run', [token, number, query], signal);
  for (const stop of stops) stop();
  if (search.getState().running !== running) return;
  const isStopped = !result.ok && result.error.code === 'cancelled';
  search.setState({
    running: null,
    end: result.ok ? result.value : null,
    error: result.ok || isStopped ? null : result.error,
  });
}

/** Selects the entry of a match and brings its line into view. */
export function goTo(model: PackageModel, index: number): void {
  const match = model.search.getState().matches[index];
  if (!match) return;
  model.search.setState({ active: index });
  const { entry, offset, line, column } = match;
  jumpTo(model.filePreview, entry, offset, { line, column });
  void revealRow(model.files, `e:${entry}`);
}
