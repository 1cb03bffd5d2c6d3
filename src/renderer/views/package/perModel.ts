import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PackageModel } from './model';

/** A tab's own state, one store for each open package, gone with it. */
export function perModel<S>(initial: () => S): (model: PackageModel) => StoreApi<S> {
  const stores = new WeakMap<PackageModel, StoreApi<S>>();
  return (model) => {
    const known = stores.get(model);
    if (known) return known;
    const store = createStore<S>(initial);
    stores.set(model, store);
    return store;
  };
}
