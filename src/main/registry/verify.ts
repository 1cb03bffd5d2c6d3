import type { z } from 'zod';
import type { registryCalls } from '../../shared/contract/registry';
import type { StoreRow } from '../../shared/models/store';
import { ok, type Result } from '../../shared/result';
import type { HeldStore } from './held-store';
import type { RegistryPorts } from './ports';
import type { Registry } from './registry';
import { splitKey } from './table';

/** One request's packages: results come as they are done, and cancelling loses one batch at most. Bytes. */
const BATCH_BYTES = 64 * 1024 * 1024;
const BATCH_ROWS = 100;

export type Verified = z.output<(typeof registryCalls)['registry:verify']['value']>;

interface Batch {
  readonly store: HeldStore;
  readonly rows: readonly StoreRow[];
  readonly bytes: number;
}

/** Verifies rows of the table, in batches; what is done stays known when the rest is given up. */
export async function verify(
  registry: Registry,
  ports: Pick<RegistryPorts, 'reading' | 'send'>,
  asked: { readonly keys: 'all' | readonly string[]; readonly fresh: boolean },
  signal: AbortSignal,
): Promise<Result<Verified>> {
  const batches = batchesOf(registry, asked);
  const totals = { ofPackages: sum(batches, ({ rows }) => rows.length), total: sum(batches, ({ bytes }) => bytes) };
  let [packages, done] = [0, 0];
  const say = (more = 0) =>
    ports.send('registry:progress', { packages, ...totals, done: done + more, total: totals.total });
  say();
  try {
    for (const { store, rows, bytes } of batches) {
      const onProgress = (read: number) => say(Math.min(read, bytes));
      const answers = await ports.reading.verify({ root: store.root, rows }, { signal, onProgress });
      if (!answers.ok) return answers;
      registry.learn(store, answers.value);
      packages += rows.length;
      done += bytes;
      say();
    }
  } finally {
    registry.saveDigests();
  }
  return ok(outcome(registry, asked.keys));
}

const sum = <T>(items: readonly T[], of: (item: T) => number) => items.reduce((total, item) => total + of(item), 0);

function batchesOf(
  registry: Registry,
  { keys, fresh }: { readonly keys: 'all' | readonly string[]; readonly fresh: boolean },
): Batch[] {
  const batches: Batch[] = [];
  for (const store of registry.stores()) {
    const own =
      keys === 'all'
        ? store.keys()
        : keys
            .map(splitKey)
            .filter(([id]) => id === store.id)
            .map(([, key]) => key);
    const rows = store.scanned(own).filter((row) => fresh || !isKnown(registry, store, row));
    for (let start = 0; start < rows.length; ) {
      let [end, bytes] = [start, 0];
      while (end < rows.length && end - start < BATCH_ROWS && (end === start || bytes < BATCH_BYTES))
        bytes += rows[end++]?.bytes ?? 0;
      batches.push({ store, rows: rows.slice(start, end), bytes });
      start = end;
    }
  }
  return batches;
}

/** Whether the digest of every archive of a row is remembered and still true. */
function isKnown({ memory }: Registry, { root }: HeldStore, row: StoreRow): boolean {
  return row.variants.every(
    ({ archive, identity }) =>
      archive === null || identity === null || memory.get(`${root}/${archive}`, identity) !== null,
  );
}

function outcome(registry: Registry, keys: 'all' | readonly string[]): Verified {
  const rows =
    keys === 'all'
      ? registry.stores().flatMap((store) => [...store.rows()])
      : keys.flatMap((key) => registry.find(key)?.row ?? []);
  const agree = rows.filter((row) => row.digest === 'agrees').length;
  const differ = rows.filter((row) => row.digest === 'differs').length;
  return { packages: rows.length, agree, differ, unread: rows.length - agree - differ };
}
