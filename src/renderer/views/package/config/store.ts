import type { Failure } from '../../../../shared/result';
import type { PackageModel } from '../model';
import { perModel } from '../perModel';

export interface ConfigState {
  readonly selected: number;
  /** Whether values are in view. Not remembered: each package starts with them hidden. */
  readonly shown: boolean;
  readonly form: 'compact' | 'pretty';
  /** The exact JSON of rows that were looked at. */
  readonly json: ReadonlyMap<number, string>;
  readonly error: Failure | null;
}

/** Values live here and in the pane that shows them, nowhere else. */
export const configStore = perModel<ConfigState>(() => ({
  selected: 0,
  shown: false,
  form: 'pretty',
  json: new Map(),
  error: null,
}));

export function chooseConfig(model: PackageModel, selected: number): void {
  configStore(model).setState({ selected, error: null });
  void fetchShown(model);
}

export function showValues(model: PackageModel, shown: boolean): void {
  configStore(model).setState(shown ? { shown, error: null } : { shown, json: new Map(), error: null });
  void fetchShown(model);
}

/** Asks for the JSON of the row in view, if values are shown and it is no refusal. */
export async function fetchShown(model: PackageModel): Promise<void> {
  const store = configStore(model);
  const { selected, shown, json } = store.getState();
  const row = model.store.getState().summary?.configs[selected];
  if (!shown || json.has(selected) || !row || 'refused' in row) return;
  const result = await model.app.host.call('package:config', [model.token, selected], model.life.signal);
  if (!store.getState().shown) return;
  if (result.ok) store.setState((state) => ({ json: new Map(state.json).set(selected, result.value.json) }));
  else if (store.getState().selected === selected) store.setState({ error: result.error });
}
