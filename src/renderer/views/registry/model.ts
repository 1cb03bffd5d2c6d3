import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Payload } from '../../../shared/contract';
import type { StoreSummary } from '../../../shared/contract/registry';
import type { Failure } from '../../../shared/result';
import type { App } from '../../app/app';
import { copy } from '../../app/app';
import { closeDoc, type Doc, openItems } from '../../app/shell';
import { say } from '../../kit/Toasts';
import { visible } from '../../kit/visible';
import { createTable, deselect, type PackageRow, refresh, type TableModel } from './table';
import { texts } from './texts';

export type Verifying = Payload<'registry:progress'>;

export interface RegistryState {
  /** Null until main has answered. */
  readonly stores: readonly StoreSummary[] | null;
  readonly error: Failure | null;
  /** How far verifying is; null while nothing is verified. */
  readonly verifying: Verifying | null;
  /** Whether the stores are in the detail, instead of a package. */
  readonly showStores: boolean;
}

/** The Registry view's state. One for the window's life: verifying goes on behind other views. */
export interface RegistryModel {
  readonly app: App;
  readonly store: StoreApi<RegistryState>;
  readonly table: TableModel;
  verify: AbortController | null;
}

const models = new WeakMap<App, RegistryModel>();

export function registryModel(app: App): RegistryModel {
  const known = models.get(app);
  if (known) return known;
  const model: RegistryModel = {
    app,
    store: createStore<RegistryState>(() => ({ stores: null, error: null, verifying: null, showStores: false })),
    table: createTable(app.host, app.memory),
    verify: null,
  };
  models.set(app, model);
  app.host.on('registry:changed', ({ stores, removed }) => {
    model.store.setState({ stores });
    const { selected } = model.table.store.getState();
    if (selected && removed.includes(selected.key)) deselect(model.table);
    model.table.again.touch();
  });
  app.host.on('registry:progress', (verifying) => {
    if (model.verify) model.store.setState({ verifying });
  });
  void openRegistry(model);
  return model;
}

/** Asks main for the stores, which it follows from then on. */
export async function openRegistry(model: RegistryModel): Promise<void> {
  model.store.setState({ error: null });
  const result = await model.app.host.call('registry:open', []);
  if (!result.ok) return model.store.setState({ error: result.error });
  model.store.setState({ stores: result.value.stores });
  await refresh(model.table);
}

/** Stores that were dropped or opened: taken in, then their documents are done with. */
export async function takeDocs(model: RegistryModel, docs: readonly Doc[]): Promise<void> {
  for (const doc of docs) closeDoc(model.app.shell, doc.id);
  for (const doc of docs) {
    const result = await model.app.host.call('registry:add-opened', [doc.id]);
    if (result.ok) took(model, result.value.stores);
    else tell(model, result.error);
  }
  showStores(model, true);
}

export async function addStore(model: RegistryModel): Promise<void> {
  const result = await model.app.host.call('registry:add-root', []);
  if (!result.ok) return tell(model, result.error);
  if (result.value === null) return;
  took(model, result.value.stores);
  showStores(model, true);
}

export async function removeStore(model: RegistryModel, id: string): Promise<void> {
  const result = await model.app.host.call('registry:remove-root', [id]);
  if (result.ok) took(model, result.value.stores);
  else tell(model, result.error);
}

export async function readAgain(model: RegistryModel): Promise<void> {
  const result = await model.app.host.call('registry:refresh', []);
  if (result.ok) took(model, result.value.stores);
  else tell(model, result.error);
}

export function showStores(model: RegistryModel, shown: boolean): void {
  model.store.setState({ showStores: shown });
}

/** Reads archives and compares their digests. One at a time; results come into the table as they are known. */
export async function verify(model: RegistryModel, keys: 'all' | readonly string[], fresh = true): Promise<void> {
  if (model.verify) return;
  const controller = new AbortController();
  model.verify = controller;
  model.store.setState({ verifying: { packages: 0, ofPackages: 0, done: 0, total: 0 } });
  const asked = { keys: keys === 'all' ? keys : [...keys], fresh };
  const result = await model.app.host.call('registry:verify', [asked], controller.signal);
  model.verify = null;
  model.store.setState({ verifying: null });
  const words = texts.verify;
  if (!result.ok) {
    if (result.error.code === 'cancelled') say(model.app.toasts, words.cancelled);
    else tell(model, result.error);
    return;
  }
  const { agree, differ, unread } = result.value;
  say(model.app.toasts, words.done(agree, differ, unread), differ > 0 ? { tone: 'warning' } : {});
}

export function cancelVerify(model: RegistryModel): void {
  model.verify?.abort();
}

/** Opens a version in a package tab; of several platforms the one named, else this machine's. */
export async function openRow(model: RegistryModel, row: PackageRow, platform: string | null = null): Promise<void> {
  const result = await model.app.host.call('registry:open-package', [row.key, platform]);
  if (!result.ok) return tell(model, result.error);
  const opened = result.value;
  if (opened.kind === 'refused') say(model.app.toasts, opened.message, { tone: 'error', detail: opened.hint });
  openItems(model.app.shell, [opened]);
}

export async function revealRow(model: RegistryModel, row: PackageRow): Promise<void> {
  const result = await model.app.host.call('registry:reveal', [row.key]);
  if (!result.ok) tell(model, result.error);
}

export function copyReference({ app }: RegistryModel, row: PackageRow): void {
  void copy(app, visible(row.reference), row.reference);
}

/** The selected package, if a package is selected. */
export function selectedPackage({ table }: RegistryModel): PackageRow | null {
  const { selected } = table.store.getState();
  return selected?.kind === 'package' ? selected : null;
}

function took(model: RegistryModel, stores: readonly StoreSummary[]): void {
  model.store.setState({ stores });
  model.table.again.touch();
}

function tell({ app }: RegistryModel, error: Failure): void {
  if (error.code !== 'cancelled') say(app.toasts, error.message, { tone: 'error', detail: error.hint });
}
