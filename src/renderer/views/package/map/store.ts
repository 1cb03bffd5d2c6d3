import { createStore, type StoreApi } from 'zustand/vanilla';
import type { TableRow } from '../../../../shared/contract/package';
import type { Treemap, TreemapNode, TreemapQuery } from '../../../../shared/models/treemap';
import type { Failure } from '../../../../shared/result';
import { type Memory, oneOf } from '../../../memory';
import { lookAtRow, revealRow } from '../files/store';
import type { PackageModel } from '../model';

/** Entries that get a box of their own. */
export const MOST = 500;

/** How the entries are shown: the table, boxes by size, or the same boxes as a list. */
export type Form = 'table' | 'boxes' | 'list';

export interface MapState {
  readonly form: Form;
  readonly by: TreemapQuery['by'];
  /** The folder that fills the area, null for the package. */
  readonly folder: string | null;
  /** What is drawn, and the size it was laid out for; null before the first answer. */
  readonly drawn: { readonly map: Treemap; readonly width: number; readonly height: number } | null;
  readonly error: Failure | null;
  /** The box that the keys start from. */
  readonly current: string | null;
}

export type MapStore = StoreApi<MapState>;

export const createMap = (memory: Memory): MapStore =>
  createStore<MapState>(() => ({
    form: memory.get('files.form', oneOf('table', 'boxes', 'list'), 'table'),
    by: memory.get('map.by', oneOf('packed', 'unpacked'), 'packed'),
    folder: null,
    drawn: null,
    error: null,
    current: null,
  }));

export function showForm({ map, files, app }: PackageModel, form: Form): void {
  app.memory.set('files.form', form);
  // What is selected in the table is the current box afterwards.
  map.setState(form === 'table' ? { form, current: null } : { form });
  const { selected, active } = files.store.getState();
  // What was selected among the boxes may lie in a folded folder of the table.
  if (form === 'table' && selected && active === null) void revealRow(files, selected.key);
}

export function showSizes({ map, app }: PackageModel, by: MapState['by']): void {
  app.memory.set('map.by', by);
  map.setState({ by });
}

/** Lays the boxes out for an area of so many pixels; what is drawn stays until the new ones are there. */
export async function layOut({ app, token, map }: PackageModel, width: number, height: number, signal: AbortSignal) {
  const { by, folder } = map.getState();
  const query: TreemapQuery = { by, folder, width: Math.max(1, width), height: Math.max(1, height), most: MOST };
  const answer = await app.host.call('package:treemap', [token, query], signal);
  if (signal.aborted) return;
  if (!answer.ok) return map.setState({ error: answer.error });
  // The folder is gone from a package that changed on disk.
  if (answer.value.entries === 0 && folder !== null) return map.setState({ folder: null, current: null });
  const { current } = map.getState();
  const isThere = answer.value.nodes.some(({ key }) => key === current);
  map.setState({ drawn: { map: answer.value, width, height }, error: null, current: isThere ? current : null });
}

/** Goes into a folder: `f:…` of its box, or the box of what is too small in it. */
export function goInto({ map }: PackageModel, key: string): boolean {
  const { folder } = map.getState();
  const path = key.startsWith('f:') ? key.slice(2) : key.startsWith('rest:') ? key.slice(5, -1) : null;
  if (path === null || key === 'rest:' || path === folder) return false;
  map.setState({ folder: path, current: null });
  return true;
}

/** Goes to the folder around, as far as the package; what was looked at is the current box there. */
export function goOut(model: PackageModel): void {
  const { folder } = model.map.getState();
  if (folder === null) return;
  const slash = folder.lastIndexOf('/');
  model.map.setState({ folder: slash < 0 ? null : folder.slice(0, slash) });
  chooseBox(model, `f:${folder}`);
}

export function goTo({ map }: PackageModel, folder: string | null): void {
  if (folder !== map.getState().folder) map.setState({ folder, current: null });
}

/** Makes a box the current one, and what it stands for the selected row of the whole part. */
export function chooseBox({ map, files }: PackageModel, key: string): void {
  map.setState({ current: key });
  if (!key.startsWith('rest:')) void lookAtRow(files, key);
}

/** The box of a row: its own, else the one of what is too small in the nearest folder that is drawn. */
export function boxOf(nodes: readonly TreemapNode[], row: TableRow | null): string | null {
  if (row === null) return null;
  const keys = new Set(nodes.map(({ key }) => key));
  if (keys.has(row.key)) return row.key;
  const path = row.folder ? row.key.slice(2) : (row.entry?.name ?? '');
  for (let slash = path.lastIndexOf('/'); slash >= 0; slash = slash === 0 ? -1 : path.lastIndexOf('/', slash - 1)) {
    const rest = `rest:${path.slice(0, slash)}/`;
    if (keys.has(rest)) return rest;
  }
  return keys.has('rest:') ? 'rest:' : null;
}

/** The folders from the package down to the one that is shown, with their paths. */
export function crumbsOf(folder: string | null): readonly { readonly path: string | null; readonly name: string }[] {
  if (folder === null) return [{ path: null, name: '' }];
  const parts = folder.split('/');
  return [{ path: null, name: '' }, ...parts.map((name, at) => ({ path: parts.slice(0, at + 1).join('/'), name }))];
}
