import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Payload } from '../../../shared/contract';
import type { ChangeCounts } from '../../../shared/models/compare';
import type { Finding, Severity } from '../../../shared/models/finding';
import type { PackageSummary } from '../../../shared/models/package';
import type { Failure } from '../../../shared/result';
import type { App } from '../../app/app';
import { type Doc, retitle } from '../../app/shell';
import { integer } from '../../kit/format';
import { say } from '../../kit/Toasts';
import { visible } from '../../kit/visible';
import { oneOf } from '../../memory';
import { compareDrops } from './compare/alt-drop';
import { type CompareStore, createCompare } from './compare/store';
import { tookOut } from './files/outgoing';
import { createFiles, type FilesModel, lookAgain, refresh } from './files/store';
import { createMap, type MapStore } from './map/store';
import { askAgain, createSizes, type SizesStore } from './overview/sizes';
import { createPreview, follow as followPreview, lookAt, type PreviewModel } from './preview/store';
import { createSearch, type SearchStore } from './search/store';
import { texts } from './texts';

export const TAB_IDS = ['overview', 'files', 'manifest', 'config', 'skills', 'findings', 'compare'] as const;
export type TabId = (typeof TAB_IDS)[number];

/** Something that is computed beside the view: not there yet, how far, there, or why not. */
export type Later<T> =
  | { readonly state: 'waiting' }
  | { readonly state: 'running'; readonly done: number; readonly total: number }
  | { readonly state: 'done'; readonly value: T }
  | { readonly state: 'failed'; readonly error: Failure };

export interface PackageState {
  readonly tab: TabId;
  readonly summary: PackageSummary | null;
  /** Why it cannot be shown at all. */
  readonly error: Failure | null;
  /** Milliseconds from the question to the summary. */
  readonly openedIn: number | null;
  readonly digest: Later<string>;
  /** Local headers (and, asked for, every byte) against the directory. */
  readonly check: Later<null>;
}

/** One open package: its state and what its tabs hold. Lives as long as its document. */
export interface PackageModel {
  readonly app: App;
  readonly token: string;
  readonly store: StoreApi<PackageState>;
  readonly files: FilesModel;
  readonly map: MapStore;
  readonly sizes: SizesStore;
  /** Of the Files tab, and of the panes that show a file beside a list. */
  readonly filePreview: PreviewModel;
  readonly manifestPreview: PreviewModel;
  readonly search: SearchStore;
  readonly compare: CompareStore;
  readonly life: AbortController;
}

const modelsOf = new WeakMap<App, Map<string, PackageModel>>();

/** The model of a document, made and opened on the first call. */
export function packageModel(app: App, doc: Doc): PackageModel {
  const models = modelsOf.get(app) ?? new Map<string, PackageModel>();
  modelsOf.set(app, models);
  const known = models.get(doc.id);
  if (known) return known;
  const { host, memory } = app;
  const life = new AbortController();
  const model: PackageModel = {
    app,
    token: doc.id,
    store: createStore<PackageState>(() => ({
      tab: memory.get('package.tab', oneOf(...TAB_IDS), 'overview'),
      summary: null,
      error: null,
      openedIn: null,
      digest: { state: 'waiting' },
      check: { state: 'waiting' },
    })),
    files: createFiles(host, doc.id, memory),
    map: createMap(memory),
    sizes: createSizes(),
    filePreview: createPreview(host, doc.id),
    manifestPreview: createPreview(host, doc.id),
    search: createSearch(),
    compare: createCompare(),
    life,
  };
  models.set(doc.id, model);
  const stopProgress = host.on('package:progress', (progress) => {
    if (progress.token === doc.id) tookStep(model, progress);
  });
  life.signal.addEventListener('abort', stopProgress);
  const stopChanges = host.on('package:changed', ({ token, there }) => {
    if (token === doc.id) void followFile(model, doc, there);
  });
  life.signal.addEventListener('abort', stopChanges);
  compareDrops(model, doc);
  void openPackage(model);
  return model;
}

/** Ends everything that runs for a closed document. */
export function dropPackage(app: App, token: string): void {
  const models = modelsOf.get(app);
  models?.get(token)?.life.abort();
  models?.delete(token);
}

/** Asks for the summary, then for what takes longer: the digest, then the local headers. */
export async function openPackage(model: PackageModel): Promise<void> {
  const { app, store, token, life } = model;
  store.setState({ error: null });
  const began = performance.now();
  const opened = await app.host.call('package:open', [token], life.signal);
  if (life.signal.aborted) return;
  if (!opened.ok) return store.setState({ error: opened.error });
  store.setState({ summary: opened.value, openedIn: performance.now() - began });
  retitle(app.shell, token, titleOf(opened.value));
  await readDigest(model);
  await checkHeaders(model, false);
}

/** Reads the package anew where its file was replaced, and lets every tab begin again. */
export async function reopenPackage(model: PackageModel): Promise<void> {
  lookAt(model.filePreview, null);
  lookAt(model.manifestPreview, null);
  askAgain(model.sizes);
  const reading = openPackage(model);
  await refresh(model.files);
  await reading;
}

/** Shows the package as it is on disk now, at the same place, and says what changed. */
async function followFile(model: PackageModel, doc: Doc, there: boolean): Promise<void> {
  const { app, store, files, token, life } = model;
  const words = texts.follow;
  const file = visible(doc.name);
  if (!there) return say(app.toasts, words.gone(file), { tone: 'warning', detail: words.goneDetail });
  const { selected } = files.store.getState();
  const entry = selected?.folder ? null : (selected?.entry?.index ?? null);
  const followed = await app.host.call('package:follow', [token, entry], life.signal);
  if (life.signal.aborted) return;
  if (!followed.ok) {
    say(app.toasts, words.changed(file, followed.error.message), { tone: 'error', detail: followed.error.hint });
    return;
  }
  const { summary, changes, became } = followed.value;
  store.setState({ summary, error: null, digest: { state: 'waiting' }, check: { state: 'waiting' } });
  retitle(app.shell, token, titleOf(summary));
  askAgain(model.sizes);
  if (entry !== null) followPreview(model.filePreview, became);
  if (entry !== null && became === null) files.store.setState({ selected: null, active: null });
  lookAt(model.manifestPreview, null);
  if (files.store.getState().table) await refresh(files, entry === null ? selected?.key : `e:${became ?? -1}`);
  const what = changes === null ? words.unknown : changesText(changes);
  const lost = entry !== null && became === null ? words.selectionGone : undefined;
  say(app.toasts, words.changed(file, what), { detail: lost });
  await readDigest(model);
  await checkHeaders(model, false);
}

function changesText(changes: ChangeCounts): string {
  const words = texts.follow;
  const said = (['added', 'removed', 'renamed', 'changed'] as const).flatMap((kind) =>
    changes[kind] > 0 ? [`${integer(changes[kind])} ${words.counts[kind]}`] : [],
  );
  return said.length === 0 ? words.touched : said.join(', ');
}

/** What "Try again" does: a file that was replaced is read anew, anything else is asked for once more. */
export function retry(model: PackageModel, error: Failure, ask: () => void): void {
  if (error.code === 'file-changed') void reopenPackage(model);
  else ask();
}

export async function readDigest({ app, store, token, life }: PackageModel): Promise<void> {
  store.setState({ digest: { state: 'running', done: 0, total: 0 } });
  const result = await app.host.call('package:digest', [token], life.signal);
  if (life.signal.aborted) return;
  store.setState({
    digest: result.ok ? { state: 'done', value: result.value.sha256 } : { state: 'failed', error: result.error },
  });
}

/** Compares local headers with the directory, with `read` every byte too; the findings join the summary's. */
export async function checkHeaders(model: PackageModel, read: boolean): Promise<void> {
  const { app, store, token, life } = model;
  if (store.getState().check.state === 'running' || life.signal.aborted) return;
  store.setState({ check: { state: 'running', done: 0, total: 0 } });
  const result = await app.host.call('package:check', [token, { read }], life.signal);
  if (life.signal.aborted) return;
  if (!result.ok) return store.setState({ check: { state: 'failed', error: result.error } });
  const before = store.getState().summary;
  store.setState({ summary: result.value, check: { state: 'done', value: null } });
  // Rows carry the ids of their findings: new findings make the rows at hand old.
  if (before && before.findings.length !== result.value.findings.length) lookAgain(model.files);
}

function tookStep(model: PackageModel, progress: Payload<'package:progress'>): void {
  const { what, done, total } = progress;
  if (what === 'save' || what === 'drag') tookOut(model, progress);
  else if (model.store.getState()[what].state === 'running')
    model.store.setState({ [what]: { state: 'running', done, total } });
}

export function showTab(model: PackageModel, tab: TabId): void {
  model.store.setState({ tab });
  model.app.memory.set('package.tab', tab);
}

export function titleOf(summary: PackageSummary): string {
  if ('error' in summary.manifest) return visible(summary.file.slice(summary.file.lastIndexOf('/') + 1));
  return `${visible(summary.manifest.name)} ${visible(summary.manifest.version)}`.trim();
}

export function countsOf(findings: readonly Finding[]): Readonly<Record<Severity, number>> {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const finding of findings) counts[finding.severity]++;
  return counts;
}

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** The worst findings first, as found among equals. */
export const worstFirst = (findings: readonly Finding[]): readonly Finding[] =>
  [...findings].sort((a, b) => RANK[a.severity] - RANK[b.severity]);
