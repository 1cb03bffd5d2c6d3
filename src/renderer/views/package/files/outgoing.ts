import type { Payload } from '../../../../shared/contract';
import type { PackageModel } from '../model';
import { perModel } from '../perModel';

/** What is written to disk of a package at the moment, and the way to stop it. */
export interface Outgoing {
  readonly what: 'save' | 'drag';
  readonly done: number;
  /** Bytes; 0 while it is not known. */
  readonly total: number;
  readonly controller: AbortController;
}

export const outgoingStore = perModel<{ readonly now: Outgoing | null }>(() => ({ now: null }));

/** Runs what writes, one at a time; null where something runs already. It ends with the package, or when it is stopped. */
export async function goOut<T>(
  model: PackageModel,
  what: Outgoing['what'],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const store = outgoingStore(model);
  if (store.getState().now !== null) return null;
  const controller = new AbortController();
  store.setState({ now: { what, done: 0, total: 0, controller } });
  try {
    return await work(AbortSignal.any([controller.signal, model.life.signal]));
  } finally {
    store.setState({ now: null });
  }
}

export function tookOut(model: PackageModel, { what, done, total }: Payload<'package:progress'>): void {
  const store = outgoingStore(model);
  const { now } = store.getState();
  if (now?.what === what) store.setState({ now: { ...now, done, total } });
}
