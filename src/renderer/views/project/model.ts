import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Project } from '../../../shared/models/project';
import type { Failure, Result } from '../../../shared/result';
import { type App, copy } from '../../app/app';
import { type Doc, openItems, retitle } from '../../app/shell';
import { say } from '../../kit/Toasts';
import { visible } from '../../kit/visible';
import { oneOf } from '../../memory';
import { texts } from './texts';

export const TAB_IDS = ['artifacts', 'files', 'config', 'grants', 'findings'] as const;
export type TabId = (typeof TAB_IDS)[number];

/** A text that was asked for: of which row, and what came. */
export interface Shown {
  readonly row: number;
  readonly text: string | null;
  readonly error: Failure | null;
}

export interface ProjectState {
  readonly tab: TabId;
  readonly project: Project | null;
  readonly error: Failure | null;
  readonly verifying: boolean;
  readonly artifact: number;
  readonly file: number;
  readonly config: number;
  /** The text of a declared file, once it was asked for. */
  readonly fileText: Shown | null;
  /** Whether values of configs are in view. Not remembered: each project starts with them hidden. */
  readonly values: boolean;
  readonly form: 'pretty' | 'compact';
  readonly json: Shown | null;
}

/** One open project. Lives as long as its document. */
export interface ProjectModel {
  readonly app: App;
  readonly token: string;
  readonly store: StoreApi<ProjectState>;
  readonly life: AbortController;
  verify: AbortController | null;
}

const modelsOf = new WeakMap<App, Map<string, ProjectModel>>();

/** The model of a document, made and opened on the first call. */
export function projectModel(app: App, doc: Doc): ProjectModel {
  const models = modelsOf.get(app) ?? new Map<string, ProjectModel>();
  modelsOf.set(app, models);
  const known = models.get(doc.id);
  if (known) return known;
  const model: ProjectModel = {
    app,
    token: doc.id,
    store: createStore<ProjectState>(() => ({
      tab: app.memory.get('project.tab', oneOf(...TAB_IDS), 'artifacts'),
      project: null,
      error: null,
      verifying: false,
      artifact: 0,
      file: 0,
      config: 0,
      fileText: null,
      values: false,
      form: 'pretty',
      json: null,
    })),
    life: new AbortController(),
    verify: null,
  };
  models.set(doc.id, model);
  const stop = app.host.on('project:changed', ({ token, project }) => {
    if (token === doc.id) took(model, project);
  });
  model.life.signal.addEventListener('abort', stop);
  void openProject(model);
  return model;
}

/** Ends everything that runs for a closed document. */
export function dropProject(app: App, token: string): void {
  const models = modelsOf.get(app);
  models?.get(token)?.life.abort();
  models?.delete(token);
}

export async function openProject(model: ProjectModel): Promise<void> {
  model.store.setState({ error: null });
  const result = await model.app.host.call('project:open', [model.token], model.life.signal);
  if (result.ok) took(model, result.value);
  else if (result.error.code !== 'cancelled') model.store.setState({ error: result.error });
}

/** A project as it is now. What is in view of its files is read again, because it may be another one. */
function took(model: ProjectModel, project: Project): void {
  model.store.setState({ project, error: null });
  if (!('error' in project.manifest)) retitle(model.app.shell, model.token, visible(project.manifest.name));
  const { fileText } = model.store.getState();
  if (fileText) void readFile(model, fileText.row);
  model.store.setState({ json: null });
  void readJson(model);
}

export function showTab(model: ProjectModel, tab: TabId): void {
  model.store.setState({ tab });
  model.app.memory.set('project.tab', tab);
}

/** Reads the declared packages and compares their digests. */
export async function verify(model: ProjectModel): Promise<void> {
  if (model.verify) return;
  const controller = new AbortController();
  model.verify = controller;
  model.store.setState({ verifying: true });
  const signal = AbortSignal.any([controller.signal, model.life.signal]);
  const result = await model.app.host.call('project:verify', [model.token], signal);
  model.verify = null;
  model.store.setState({ verifying: false });
  if (!result.ok) return tell(model, result.error);
  took(model, result.value);
  say(model.app.toasts, texts.artifacts.verified);
}

export function cancelVerify(model: ProjectModel): void {
  model.verify?.abort();
}

/** Opens the installed package behind an artifact in a package tab. */
export async function openArtifact(model: ProjectModel, index: number): Promise<void> {
  const result = await model.app.host.call('project:open-artifact', [model.token, index]);
  if (!result.ok) return tell(model, result.error);
  const opened = result.value;
  if (opened.kind === 'refused') say(model.app.toasts, opened.message, { tone: 'error', detail: opened.hint });
  openItems(model.app.shell, [opened]);
}

/** A file that lies in the project is read as soon as it is chosen; one elsewhere only when asked for. */
export function chooseFile(model: ProjectModel, row: number): void {
  model.store.setState({ file: row, fileText: null });
  const file = model.store.getState().project?.manifestFiles[row];
  if (file?.found && file.base === 'manifest-folder' && !file.key.endsWith('.source')) void readFile(model, row);
}

export async function readFile(model: ProjectModel, row: number): Promise<void> {
  const result = await model.app.host.call('project:manifest-file', [model.token, row], model.life.signal);
  if (model.store.getState().file === row) model.store.setState({ fileText: shown(row, result, ({ text }) => text) });
}

export async function copyFiles(model: ProjectModel): Promise<void> {
  const result = await model.app.host.call('project:manifest-files-text', [model.token]);
  if (result.ok) await copy(model.app, texts.files.copied, result.value);
  else tell(model, result.error);
}

export function chooseConfig(model: ProjectModel, config: number): void {
  model.store.setState({ config, json: null });
  void readJson(model);
}

export function showValues(model: ProjectModel, values: boolean): void {
  model.store.setState({ values, json: null });
  void readJson(model);
}

/** Asks for the JSON of the row in view, if values are shown and it is no refusal. */
async function readJson(model: ProjectModel): Promise<void> {
  const { values, config, project } = model.store.getState();
  const row = project?.configs[config];
  if (!values || !row || 'refused' in row) return;
  const result = await model.app.host.call('project:config', [model.token, config], model.life.signal);
  const now = model.store.getState();
  if (now.values && now.config === config) model.store.setState({ json: shown(config, result, ({ json }) => json) });
}

function shown<T>(row: number, result: Result<T>, textOf: (value: T) => string): Shown {
  return result.ok ? { row, text: textOf(result.value), error: null } : { row, text: null, error: result.error };
}

/** The system's dialog for a folder; what it holds opens in the view it belongs to. */
export async function chooseProject(app: App): Promise<void> {
  const result = await app.host.call('project:choose', []);
  if (!result.ok) return say(app.toasts, result.error.message, { tone: 'error', detail: result.error.hint });
  const opened = result.value;
  if (opened === null) return;
  if (opened.kind === 'refused') say(app.toasts, opened.message, { tone: 'error', detail: opened.hint });
  openItems(app.shell, [opened]);
}

function tell({ app }: ProjectModel, error: Failure): void {
  if (error.code !== 'cancelled') say(app.toasts, error.message, { tone: 'error', detail: error.hint });
}
