import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Opened, OpenedView, Recent, Start } from '../../shared/contract/app';
import type { FindingRule } from '../../shared/models/finding';
import type { Settings } from '../../shared/models/settings';
import type { Failure } from '../../shared/result';
import { type Memory, oneOf } from '../memory';
import type { DropHint } from './drop';

/** Views that show something opened, and those that stand alone. */
export const VIEW_IDS = ['registry', 'packages', 'project', 'skills', 'naming', 'settings'] as const;
export type ViewId = (typeof VIEW_IDS)[number];

/** Something opened: what a tab stands for. Its id is the token that main gave out. */
export interface Doc {
  readonly id: string;
  readonly view: ViewId;
  /** Of the tab; a view gives it a better one when it knows more. */
  readonly title: string;
  readonly name: string;
  readonly path: string;
  readonly also: OpenedView['also'];
}

export interface ShellState {
  readonly view: ViewId;
  readonly docs: readonly Doc[];
  /** The open document of each view. */
  readonly active: Partial<Readonly<Record<ViewId, string>>>;
  /** Null until main has answered. */
  readonly start: Start | null;
  readonly startError: Failure | null;
  readonly settings: Settings | null;
  readonly recent: readonly Recent[];
  /** What was dropped or chosen and could not be opened. */
  readonly refused: readonly Extract<Opened, { kind: 'refused' }>[];
  readonly drop: DropHint | null;
  readonly palette: boolean;
  /** What the status bar says, set by the view in front. */
  readonly status: Status;
}

export interface Status {
  readonly left: readonly string[];
  readonly right: readonly string[];
}

export type ShellStore = StoreApi<ShellState>;

const VIEW_OF_KIND: Readonly<Record<OpenedView['kind'], ViewId>> = {
  package: 'packages',
  project: 'project',
  skills: 'skills',
  naming: 'naming',
  registry: 'registry',
};

const noStatus: Status = { left: [], right: [] };

export function createShell(memory: Memory): ShellStore {
  return createStore<ShellState>(() => ({
    view: memory.get('view', oneOf(...VIEW_IDS), 'packages'),
    docs: [],
    active: {},
    start: null,
    startError: null,
    settings: null,
    recent: [],
    refused: [],
    drop: null,
    palette: false,
    status: noStatus,
  }));
}

/** What main knows at the start. */
export function started(shell: ShellStore, start: Start): void {
  shell.setState({ start, settings: start.settings, recent: start.recent });
  openItems(shell, start.opened);
}

/** Takes in what was opened: a tab each, the last one in front; what was refused is told. */
export function openItems(shell: ShellStore, items: readonly Opened[]): void {
  const refused = items.filter((item) => item.kind === 'refused');
  const opened = items.filter((item): item is OpenedView => item.kind !== 'refused');
  shell.setState({ refused });
  for (const item of opened) openOne(shell, item);
}

function openOne(shell: ShellStore, item: OpenedView): void {
  const view = VIEW_OF_KIND[item.kind];
  shell.setState(({ docs, active }) => ({
    view,
    docs: docs.some((doc) => doc.id === item.token)
      ? docs
      : [...docs, { id: item.token, view, title: item.name, name: item.name, path: item.path, also: item.also }],
    active: { ...active, [view]: item.token },
  }));
}

export function showView(shell: ShellStore, view: ViewId, memory?: Memory): void {
  shell.setState({ view, status: noStatus });
  memory?.set('view', view);
}

export function activate(shell: ShellStore, doc: Doc): void {
  shell.setState(({ active }) => ({ view: doc.view, active: { ...active, [doc.view]: doc.id } }));
}

/** Closes a tab; its right neighbour comes to the front, else its left one. */
export function closeDoc(shell: ShellStore, id: string): void {
  shell.setState(({ docs, active }) => {
    const doc = docs.find((one) => one.id === id);
    if (!doc) return {};
    const siblings = docs.filter((one) => one.view === doc.view);
    const at = siblings.indexOf(doc);
    const next = siblings[at + 1] ?? siblings[at - 1];
    const { [doc.view]: current, ...others } = active;
    const kept = current === id ? next?.id : current;
    return {
      docs: docs.filter((one) => one.id !== id),
      active: kept === undefined ? others : { ...others, [doc.view]: kept },
      status: noStatus,
    };
  });
}

/** The next tab of the view in front, or the one before; it wraps. */
export function stepTab(shell: ShellStore, by: 1 | -1): void {
  const state = shell.getState();
  const docs = docsOf(state, state.view);
  const at = docs.findIndex((doc) => doc.id === state.active[state.view]);
  const next = docs[(at + by + docs.length) % docs.length];
  if (next) activate(shell, next);
}

export function retitle(shell: ShellStore, id: string, title: string): void {
  shell.setState(({ docs }) => ({ docs: docs.map((doc) => (doc.id === id ? { ...doc, title } : doc)) }));
}

export function setStatus(shell: ShellStore, status: Partial<Status>): void {
  shell.setState({ status: { ...noStatus, ...status } });
}

export const docsOf = (state: ShellState, view: ViewId): readonly Doc[] =>
  state.docs.filter((doc) => doc.view === view);

export const activeDoc = (state: ShellState, view: ViewId): Doc | undefined =>
  state.docs.find((doc) => doc.id === state.active[view]);

const byId = new WeakMap<Start, ReadonlyMap<string, FindingRule>>();

/** What an id of a finding stands for. */
export function ruleOf(state: ShellState, id: string): FindingRule | undefined {
  if (!state.start) return undefined;
  let rules = byId.get(state.start);
  if (!rules) {
    rules = new Map(state.start.catalog.map((rule) => [rule.id, rule]));
    byId.set(state.start, rules);
  }
  return rules.get(id);
}
