import { createStore, type StoreApi } from 'zustand/vanilla';
import type { TableQuery, TableRow } from '../../../../shared/contract/package';
import type { Failure } from '../../../../shared/result';
import { inTurn, lookAgain } from '../files/store';
import type { PackageModel } from '../model';

/** How many folders and entries the overview names. */
export const SHOWN = 8;

export interface SizesState {
  /** What lies at the root, the largest first: folders with the sum of what is in them. */
  readonly places: readonly TableRow[] | null;
  readonly placesMore: number;
  readonly largest: readonly TableRow[] | null;
  readonly error: Failure | null;
  readonly asked: boolean;
}

export type SizesStore = StoreApi<SizesState>;

export const createSizes = (): SizesStore =>
  createStore<SizesState>(() => ({ places: null, placesMore: 0, largest: null, error: null, asked: false }));

/** Forgets what was asked; the overview in front asks again. */
export const askAgain = (sizes: SizesStore): void => sizes.setState(sizes.getInitialState());

/** Where the bytes are: two small tables, made once. The Files tab then makes its own again. */
export async function loadSizes(model: PackageModel): Promise<void> {
  const { sizes, app, token, life } = model;
  if (sizes.getState().asked) return;
  sizes.setState({ asked: true, error: null });
  const ask = async (layout: 'tree' | 'flat') => {
    const query: TableQuery = { sort: 'packed', direction: 'down', filter: '', layout, open: [] };
    const made = await app.host.call('package:table', [token, query], life.signal);
    if (!made.ok) return made;
    const rows = await app.host.call('package:rows', [token, made.value.table, 0, SHOWN], life.signal);
    return rows.ok ? { ok: true as const, value: { rows: rows.value, all: made.value.rows } } : rows;
  };
  const places = await inTurn(model.files, () => ask('tree'));
  const largest = places.ok ? await inTurn(model.files, () => ask('flat')) : places;
  if (life.signal.aborted) return;
  if (places.ok && largest.ok) {
    const placesMore = Math.max(0, places.value.all - places.value.rows.length);
    sizes.setState({ places: places.value.rows, placesMore, largest: largest.value.rows });
  } else {
    const failed = places.ok ? largest : places;
    sizes.setState({ error: failed.ok ? null : failed.error });
  }
  lookAgain(model.files);
}
