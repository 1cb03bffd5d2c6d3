import type { StoreRow } from '../../shared/models/store';

/** What changed between two scans of a store, by the rows' keys. */
export interface StoreDiff {
  readonly added: readonly StoreRow[];
  readonly removed: readonly StoreRow[];
  readonly changed: ReadonlyArray<{ readonly before: StoreRow; readonly after: StoreRow }>;
}

/**
 * Compares two lists of rows. A row whose folder was not read again is the same object, so thousands of unchanged rows
 * cost nothing.
 */
export function diffRows(before: readonly StoreRow[], after: readonly StoreRow[]): StoreDiff {
  const old = new Map(before.map((row) => [row.key, row]));
  const added: StoreRow[] = [];
  const changed: Array<{ before: StoreRow; after: StoreRow }> = [];
  for (const row of after) {
    const known = old.get(row.key);
    old.delete(row.key);
    if (known === undefined) added.push(row);
    else if (known !== row && JSON.stringify(known) !== JSON.stringify(row))
      changed.push({ before: known, after: row });
  }
  return { added, removed: [...old.values()], changed };
}

/** Whether there is no difference. */
export function isSame(diff: StoreDiff): boolean {
  return diff.added.length === 0 && diff.removed.length === 0 && diff.changed.length === 0;
}
