import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CallName, EventName, Payload, Value } from '../../../shared/contract';
import type { NamingState } from '../../../shared/contract/naming';
import type { EndpointCall } from '../../../shared/models/naming';
import type { Failure, Result } from '../../../shared/result';
import type { App } from '../../app/app';
import { closeDoc, type Doc } from '../../app/shell';
import { say } from '../../kit/Toasts';
import { oneOf } from '../../memory';
import { createLog, type LogModel, logChanged, lookAtLog } from './batch/log';
import { type BlocksModel, blocksChanged, clearMarks, createBlocks, ofBatch } from './batch/store';
import { soon } from './soon';
import { texts } from './texts';

export const PARTS = ['setup', 'batch', 'endpoint'] as const;
export type Part = (typeof PARTS)[number];

export interface NamingViewState {
  /** Null until main has answered. */
  readonly state: NamingState | null;
  readonly error: Failure | null;
  readonly part: Part;
  /** `performance.now()` when the batch was last heard of: its clock goes on from there. */
  readonly heardAt: number;
  /** A question to main is on its way that changes something; its buttons wait. */
  readonly busy: boolean;
  /** The calls of the endpoint, newest first. */
  readonly calls: readonly EndpointCall[];
}

/** The Naming view's state and what its parts hold. One for the window's life: a batch goes on behind other views. */
export interface NamingModel {
  readonly app: App;
  readonly store: StoreApi<NamingViewState>;
  readonly blocks: BlocksModel;
  readonly log: LogModel;
}

const models = new WeakMap<App, NamingModel>();

export function namingModel(app: App): NamingModel {
  const known = models.get(app);
  if (known) return known;
  const model: NamingModel = {
    app,
    store: createStore<NamingViewState>(() => ({
      state: null,
      error: null,
      part: app.memory.get('naming.part', oneOf(...PARTS), 'setup'),
      heardAt: 0,
      busy: false,
      calls: [],
    })),
    blocks: createBlocks(app.host),
    log: createLog(app.host),
  };
  models.set(app, model);
  const callsSoon = soon(500, () => void readCalls(model));
  on(model, 'naming:progress', (progress) => heard(model, progress));
  on(model, 'naming:endpoint', (endpoint) => {
    const { state } = model.store.getState();
    if (state) model.store.setState({ state: { ...state, endpoint } });
    callsSoon.touch();
  });
  void readState(model);
  return model;
}

function on<E extends EventName>({ app }: NamingModel, event: E, listener: (payload: Payload<E>) => void): void {
  app.host.on(event, listener);
}

/** Asks main for everything anew. */
export async function readState(model: NamingModel): Promise<void> {
  model.store.setState({ error: null });
  const result = await model.app.host.call('naming:state', []);
  if (!result.ok) return model.store.setState({ error: result.error });
  took(model, result.value);
  // With nothing running, the view begins where a person has to do something.
  if (!result.value.batch && model.store.getState().part === 'batch') model.store.setState({ part: 'setup' });
  if (result.value.endpoint.port !== null) await readCalls(model);
}

function took(model: NamingModel, state: NamingState): void {
  model.store.setState({ state, heardAt: performance.now() });
  ofBatch(model.blocks, state.batch?.number ?? null);
  if (!state.batch) lookAtLog(model.log, null);
}

function heard(model: NamingModel, { number, event }: Payload<'naming:progress'>): void {
  const { state } = model.store.getState();
  if (!state) return;
  if (state.batch?.number !== number) {
    // The answer to the start is on its way and says the same; a batch of another window's life is asked for.
    if (!model.store.getState().busy) void readState(model);
    return;
  }
  model.store.setState({ state: { ...state, batch: { ...state.batch, event } }, heardAt: performance.now() });
  blocksChanged(model.blocks, event.changed);
  logChanged(model.log, event.changed);
}

export function showPart(model: NamingModel, part: Part): void {
  model.store.setState({ part });
  model.app.memory.set('naming.part', part);
}

type StateCall = {
  [C in CallName]: Value<C> extends NamingState ? (C extends `naming:${string}` ? C : never) : never;
}[CallName];

/** A call whose answer is the new state. What was not taken is told in the state; what failed is told in passing. */
async function change(model: NamingModel, ask: () => Promise<Result<Value<StateCall>>>): Promise<boolean> {
  if (model.store.getState().busy) return false;
  model.store.setState({ busy: true });
  const result = await ask();
  if (result.ok) took(model, result.value);
  model.store.setState({ busy: false });
  if (!result.ok) tell(model, result.error);
  return result.ok;
}

function tell({ app }: NamingModel, error: Failure): void {
  if (error.code === 'cancelled') return;
  say(app.toasts, error.message, { tone: 'error', detail: error.hint });
}

/** What was dropped or opened for naming: taken, then its document is done with. */
export async function takeDocs(model: NamingModel, docs: readonly Doc[]): Promise<void> {
  for (const doc of docs) closeDoc(model.app.shell, doc.id);
  model.app.memory.set('view', 'naming'); // where a page that crashed comes back to
  for (const doc of docs) await taking(model, () => model.app.host.call('naming:use', [doc.id]));
}

/** Waits for its turn instead of being refused: a drop has no button that could be greyed. */
async function taking(model: NamingModel, ask: () => Promise<Result<NamingState>>): Promise<void> {
  const result = await ask();
  if (!result.ok) return tell(model, result.error);
  took(model, result.value);
  if (model.store.getState().part !== 'setup') showPart(model, 'setup');
}

export const chooseRunners = (model: NamingModel) =>
  change(model, () => model.app.host.call('naming:choose-runners', []));
export const chooseBlocks = (model: NamingModel, what: 'file' | 'folder') =>
  change(model, () => model.app.host.call('naming:choose-blocks', [what]));
export const chooseCwd = (model: NamingModel) => change(model, () => model.app.host.call('naming:choose-cwd', []));
export const takeSample = (model: NamingModel) => change(model, () => model.app.host.call('naming:use-sample', []));
export const reload = (model: NamingModel) => change(model, () => model.app.host.call('naming:reload', []));
export const pickRunner = (model: NamingModel, index: number) =>
  change(model, () => model.app.host.call('naming:pick-runner', [index]));

/** Starts a batch of all blocks, after main's question where the command is new. */
export async function start(model: NamingModel): Promise<void> {
  if (!canStart(model.store.getState())) return;
  model.store.setState({ busy: true });
  const result = await model.app.host.call('naming:start', []);
  if (result.ok) took(model, result.value.state);
  model.store.setState({ busy: false });
  if (!result.ok) return tell(model, result.error);
  if (result.value.started) showPart(model, 'batch');
}

/** Not through `change`: cancelling must be possible whatever else is on its way. */
export async function cancel(model: NamingModel): Promise<void> {
  const result = await model.app.host.call('naming:cancel', []);
  if (result.ok) took(model, result.value);
  else tell(model, result.error);
}

export const stop = (model: NamingModel) => change(model, () => model.app.host.call('naming:stop', []));
export const retryFailed = (model: NamingModel) => change(model, () => model.app.host.call('naming:retry', ['failed']));

export async function retry(model: NamingModel, indices: readonly number[]): Promise<void> {
  if (indices.length === 0) return;
  if (await change(model, () => model.app.host.call('naming:retry', [[...indices]]))) clearMarks(model.blocks);
}

export const retrySelected = (model: NamingModel) =>
  retry(
    model,
    [...model.blocks.store.getState().marks].sort((a, b) => a - b),
  );

export type ExportForm = 'json' | 'csv' | 'wire';

export async function exportAs(model: NamingModel, form: ExportForm): Promise<void> {
  const result = await model.app.host.call('naming:export', [form]);
  if (!result.ok) tell(model, result.error);
  else if (result.value.saved !== null) say(model.app.toasts, texts.actions.saved(result.value.saved));
}

export async function startEndpoint(model: NamingModel, port: number): Promise<void> {
  if (await change(model, () => model.app.host.call('naming:endpoint-start', [port]))) await readCalls(model);
}

export const stopEndpoint = (model: NamingModel) =>
  change(model, () => model.app.host.call('naming:endpoint-stop', []));
export const chooseSecret = (model: NamingModel) =>
  change(model, () => model.app.host.call('naming:choose-secret', []));

async function readCalls(model: NamingModel): Promise<void> {
  const result = await model.app.host.call('naming:endpoint-log', []);
  if (result.ok) model.store.setState({ calls: result.value });
}

/** Whether a batch is on its way. */
export function isRunning({ state }: Pick<NamingViewState, 'state'>): boolean {
  const phase = state?.batch?.event.phase;
  return phase !== undefined && phase !== 'ready' && phase !== 'done';
}

export function canStart(view: NamingViewState): boolean {
  const { state, busy } = view;
  return !busy && !isRunning(view) && (state?.argv ?? null) !== null && (state?.blocks?.blocks ?? 0) > 0;
}
