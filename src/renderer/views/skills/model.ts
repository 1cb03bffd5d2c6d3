import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  SkillDetail,
  SkillId,
  SkillListRow,
  SkillQuery,
  SkillSort,
  SkillsSummary,
  SkillTable,
} from '../../../shared/contract/skills';
import type { Failure } from '../../../shared/result';
import type { App } from '../../app/app';
import { Pager, pageOf, rowAt } from '../../kit/grid/paged';
import { say } from '../../kit/Toasts';
import { oneOf } from '../../memory';

/** Milliseconds between two tables while skills come in. */
const PACE = 150;

export type DetailState =
  | { readonly state: 'none' }
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: SkillDetail; readonly gone: boolean }
  | { readonly state: 'failed'; readonly error: Failure };

export interface Undo {
  readonly number: number;
  readonly skill: SkillId;
  readonly title: string;
}

export const PARTS = ['findings', 'description', 'packs'] as const;
export type Part = (typeof PARTS)[number];

export interface SkillsState {
  readonly summary: SkillsSummary | null;
  readonly error: Failure | null;
  readonly query: SkillQuery;
  readonly table: SkillTable | null;
  readonly pages: ReadonlyMap<number, readonly SkillListRow[]>;
  readonly busy: boolean;
  /** Number of the selected row, null where it is not shown. */
  readonly active: number | null;
  readonly selected: SkillId | null;
  readonly detail: DetailState;
  /** Which part of the detail is in front, and the finding that was gone to last. */
  readonly part: Part;
  readonly finding: number | null;
  /** Counts up each time a finding is gone to, also the same one again. */
  readonly jump: number;
  /** Fixes that can be taken back, the last one last. */
  readonly undos: readonly Undo[];
  readonly packing: boolean;
}

/** The skills of one document. Lives as long as it. */
export interface SkillsModel {
  readonly app: App;
  readonly token: string;
  readonly store: StoreApi<SkillsState>;
  readonly life: AbortController;
  /** What is on its way. */
  asking: AbortController | null;
  reading: AbortController | null;
  readonly pager: Pager<SkillListRow, SkillTable, SkillId>;
  readonly isPart: boolean;
  timer: ReturnType<typeof setTimeout> | null;
}

const modelsOf = new WeakMap<App, Map<string, SkillsModel>>();

/**
 * The model of a document; made and opened on the first call.
 * @param isPart of a package, whose list begins unfiltered
 */
export function skillsModel(app: App, token: string, isPart = false): SkillsModel {
  const models = modelsOf.get(app) ?? new Map<string, SkillsModel>();
  modelsOf.set(app, models);
  const known = models.get(token);
  if (known) return known;
  const { memory } = app;
  const store = createStore<SkillsState>(() => ({
    summary: null,
    error: null,
    query: {
      sort: memory.get('skills.sort', oneOf('path', 'murmur09', 'murmur010', 'format', 'clients', 'problems'), 'path'),
      direction: memory.get('skills.direction', oneOf('up', 'down'), 'up'),
      filter: '',
      show: isPart ? 'all' : memory.get('skills.show', oneOf('all', 'problems', 'valid', 'format', 'refused'), 'all'),
      rule: null,
    },
    table: null,
    pages: new Map(),
    busy: false,
    active: null,
    selected: null,
    detail: { state: 'none' },
    part: 'findings',
    finding: null,
    jump: 0,
    undos: [],
    packing: false,
  }));
  const model: SkillsModel = {
    app,
    token,
    store,
    life: new AbortController(),
    asking: null,
    reading: null,
    pager: new Pager(
      {
        make: (signal) => app.host.call('skills:table', [token, store.getState().query], signal),
        rows: (table, start, count, signal) => app.host.call('skills:rows', [token, table, start, count], signal),
        rowOf: (table, id, signal) => app.host.call('skills:row-of', [token, table, id], signal),
      },
      {
        now: store.getState,
        onPage: (pages, page) => {
          store.setState({ pages });
          const { active } = store.getState();
          if (active !== null && pageOf(active) === page) select(model, active);
        },
        onLost: () => void refresh(model),
      },
    ),
    isPart,
    timer: null,
  };
  models.set(token, model);
  const stop = app.host.on('skills:changed', (change) => {
    if (change.token === token) took(model, change.summary, change.ids);
  });
  model.life.signal.addEventListener('abort', stop);
  void open(model);
  return model;
}

/** Ends everything that runs for a closed document. */
export function dropSkills(app: App, token: string): void {
  const models = modelsOf.get(app);
  const model = models?.get(token);
  if (model?.timer) clearTimeout(model.timer);
  model?.life.abort();
  models?.delete(token);
  if (model) void app.host.call('skills:close', [token]);
}

export async function open(model: SkillsModel): Promise<void> {
  const { app, token, store, life } = model;
  store.setState({ error: null });
  const opened = await app.host.call('skills:open', [token], life.signal);
  if (life.signal.aborted) return;
  if (!opened.ok) return store.setState({ error: opened.error });
  took(model, opened.value, []);
}

/** What main tells: the counts at once, the rows as often as a person can read them. */
function took(model: SkillsModel, summary: SkillsSummary, ids: readonly SkillId[] | null): void {
  const { store } = model;
  store.setState({ summary });
  const { selected } = store.getState();
  if (selected !== null && (ids === null || ids.includes(selected))) void readDetail(model, selected);
  if (model.timer !== null) return;
  const wait = summary.state === 'checking' && store.getState().table !== null ? PACE : 0;
  model.timer = setTimeout(() => {
    model.timer = null;
    if (model.asking !== null) model.timer = setTimeout(() => again(model), PACE);
    else void refresh(model);
  }, wait);
}

function again(model: SkillsModel): void {
  model.timer = null;
  const { summary } = model.store.getState();
  if (summary && !model.life.signal.aborted) took(model, summary, []);
}

/** Asks for a table anew and shows it together with the rows around the selected one, so that nothing blinks. */
export async function refresh(model: SkillsModel): Promise<void> {
  const { store } = model;
  model.asking?.abort();
  const asking = new AbortController();
  model.asking = asking;
  store.setState({ busy: true });
  const { selected: before, pages: shown } = store.getState();
  const answer = await model.pager.load(before, asking.signal, [...shown.keys()].slice(-KEPT));
  if (asking.signal.aborted || model.life.signal.aborted) return;
  model.asking = null;
  model.pager.giveUp();
  if (!answer.ok) return store.setState({ busy: false });
  const { table, active, pages } = answer.value;
  store.setState({ table, pages, active, busy: false });
  if (store.getState().selected === null && table.rows > 0) select(model, 0);
}

/** Pages that were here last and stay in view. */
const KEPT = 3;

export function change(model: SkillsModel, part: Partial<SkillQuery>): void {
  const { store, app } = model;
  const query = { ...store.getState().query, ...part };
  store.setState({ query });
  if (!model.isPart) app.memory.set('skills.show', query.show);
  app.memory.set('skills.sort', query.sort);
  app.memory.set('skills.direction', query.direction);
  void refresh(model);
}

/** Sorts by a column; a second time the other way round. The worst come first. */
export function sortBy(model: SkillsModel, sort: SkillSort): void {
  const { query } = model.store.getState();
  const first = sort === 'problems' ? 'down' : 'up';
  change(model, { sort, direction: query.sort === sort ? (query.direction === 'up' ? 'down' : 'up') : first });
}

/** Fetches the rows of a range that are not here. */
export const want = ({ pager }: SkillsModel, first: number, last: number): void => pager.want(first, last);

export function select(model: SkillsModel, index: number): void {
  const { store } = model;
  const row = rowAt(store.getState(), index);
  if (!row) {
    store.setState({ active: index });
    return;
  }
  const isSame = store.getState().selected === row.id;
  store.setState({ active: index, selected: row.id, ...(isSame ? {} : { finding: null, packing: false }) });
  if (!isSame) void readDetail(model, row.id);
}

/** Reads the selected skill; what is shown of the same one stays until the new answer is here. */
export async function readDetail(model: SkillsModel, id: SkillId): Promise<void> {
  const { app, token, store } = model;
  model.reading?.abort();
  const reading = new AbortController();
  model.reading = reading;
  const { detail } = store.getState();
  const before = detail.state === 'ready' && detail.value.row.id === id ? detail : null;
  if (before === null && detail.state !== 'ready') store.setState({ detail: { state: 'loading' } });
  const read = await app.host.call('skills:detail', [token, id], reading.signal);
  if (reading.signal.aborted || model.life.signal.aborted || store.getState().selected !== id) return;
  if (read.ok) return store.setState({ detail: { state: 'ready', value: read.value, gone: false } });
  if (before !== null && read.error.code === 'not-there') store.setState({ detail: { ...before, gone: true } });
  else store.setState({ detail: { state: 'failed', error: read.error } });
}

/** The last fix of the selected skill that can be taken back. */
export const lastUndo = ({ undos, selected }: SkillsState): Undo | undefined =>
  undos.findLast(({ skill }) => skill === selected);

export function showPart(model: SkillsModel, part: Part): void {
  model.store.setState({ part });
}

/** Brings a finding's place into view. */
export function goTo(model: SkillsModel, finding: number): void {
  model.store.setState(({ jump }) => ({ finding, part: 'findings', jump: jump + 1 }));
}

/** The next finding that stands in the text, or the one before; it wraps. */
export function stepFinding(model: SkillsModel, by: 1 | -1): void {
  const { detail, finding } = model.store.getState();
  if (detail.state !== 'ready' || detail.value.findings.length === 0) return;
  const { length } = detail.value.findings;
  goTo(model, finding === null ? (by === 1 ? 0 : length - 1) : (finding + by + length) % length);
}

/** Tells a failure in passing; one that was cancelled is none. */
export function tell({ app }: SkillsModel, error: Failure): void {
  if (error.code !== 'cancelled') say(app.toasts, error.message, { tone: 'error', detail: error.hint });
}
