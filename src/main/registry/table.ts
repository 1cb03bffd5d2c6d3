import { compareVersions } from '../../core/store/names';
import { compareBytes } from '../../core/text/order';
import { showName } from '../../core/text/visible';
import type { RegistryQuery, RegistryRow, RegistrySort, RegistryTable, StoreId } from '../../shared/contract/registry';
import type { Severity } from '../../shared/models/finding';
import type { DigestState, StoreRow } from '../../shared/models/store';

/** One row with the store it is of. */
export interface TableItem {
  readonly store: StoreId;
  readonly storeLabel: string;
  readonly row: StoreRow;
}

/** The key of a row among all stores. */
export function itemKey(store: StoreId, key: string): string {
  return `${store}:${key}`;
}

/** The store and the row's own key behind a key. */
export function splitKey(key: string): readonly [store: string, row: string] {
  const colon = key.indexOf(':');
  return [key.slice(0, colon), key.slice(colon + 1)];
}

const DIGESTS: Readonly<Record<DigestState, number>> = {
  differs: 0,
  malformed: 1,
  missing: 2,
  'not-read': 3,
  agrees: 4,
};

const problemsOf = ({ findings }: StoreRow) => {
  const count = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length;
  return count('error') * 1e6 + count('warning') * 1e3 + count('info');
};

type Compare = (a: TableItem, b: TableItem) => number;
const ORDERS: Readonly<Record<RegistrySort, Compare>> = {
  name: (a, b) => compareBytes(a.row.name, b.row.name),
  version: (a, b) => compareVersions(a.row.version, b.row.version),
  store: (a, b) => compareBytes(a.storeLabel, b.storeLabel),
  runtime: (a, b) => compareBytes(a.row.runtime, b.row.runtime),
  platforms: (a, b) => compareBytes(a.row.platforms.join(), b.row.platforms.join()),
  size: (a, b) => a.row.bytes - b.row.bytes,
  installed: (a, b) => (a.row.installed ?? 0) - (b.row.installed ?? 0),
  digest: (a, b) => DIGESTS[a.row.digest] - DIGESTS[b.row.digest],
  problems: (a, b) => problemsOf(a.row) - problemsOf(b.row),
};

/** By the column that is asked for; what is equal there by name, then by version, newest first. */
function order({ sort, direction }: RegistryQuery): Compare {
  const first = ORDERS[sort];
  const sign = direction === 'up' ? 1 : -1;
  return (a, b) =>
    sign * first(a, b) ||
    ORDERS.name(a, b) ||
    ORDERS.version(b, a) ||
    compareBytes(a.storeLabel, b.storeLabel) ||
    compareBytes(a.row.key, b.row.key);
}

const WEIGHTS: Readonly<Record<RegistryQuery['problems'], ReadonlySet<Severity | undefined>>> = {
  any: new Set([undefined, 'error', 'warning', 'info']),
  warning: new Set(['error', 'warning']),
  error: new Set(['error']),
};

/** Whether a row passes the filter; findings stand worst first. */
function passes(query: RegistryQuery): (item: TableItem) => boolean {
  const part = query.filter.trim().toLowerCase();
  const stores = new Set(query.stores);
  const digests = new Set(query.digests);
  const weights = WEIGHTS[query.problems];
  return ({ store, row }) =>
    (stores.size === 0 || stores.has(store)) &&
    (digests.size === 0 || digests.has(row.digest)) &&
    weights.has(row.findings[0]?.severity) &&
    (part === '' || searched(row).includes(part));
}

const searched = (row: StoreRow) =>
  `${row.name}@${row.version} ${row.runtime} ${row.implementation ?? ''} ${row.platforms.join(' ')} ${row.description ?? ''}`.toLowerCase();

type Line = { readonly group: Group } | { readonly item: TableItem; readonly depth: number };

interface Group {
  readonly key: string;
  readonly label: string;
  readonly open: boolean;
  readonly items: TableItem[];
}

/** A table as it was asked for: what is visible, in order. Rows are made when they are asked for. */
export class MadeTable {
  readonly about: Omit<RegistryTable, 'table'>;
  readonly #lines: readonly Line[];
  readonly #places: ReadonlyMap<string, number>;

  constructor(items: readonly TableItem[], query: RegistryQuery) {
    const shown = items.filter(passes(query)).sort(order(query));
    this.#lines = linesOf(shown, query);
    this.#places = new Map(this.#lines.map((line, index) => [keyOf(line), index]));
    this.about = {
      rows: this.#lines.length,
      matches: shown.length,
      packages: items.length,
      bytes: shown.reduce((sum, { row }) => sum + row.bytes, 0),
    };
  }

  rows(start: number, count: number, declaredBy: (reference: string) => readonly string[]): RegistryRow[] {
    return this.#lines.slice(start, start + count).map((line) => rowOf(line, declaredBy));
  }

  rowOf(key: string): number | null {
    return this.#places.get(key) ?? null;
  }
}

const keyOf = (line: Line) => ('group' in line ? line.group.key : itemKey(line.item.store, line.item.row.key));

function linesOf(items: readonly TableItem[], { group, folded }: RegistryQuery): Line[] {
  if (group === 'none') return items.map((item) => ({ item, depth: 0 }));
  const closed = new Set(folded);
  const groups = new Map<string, Group>();
  for (const item of items) {
    const key = `g:${group === 'name' ? item.row.name : item.store}`;
    const label = group === 'name' ? showName(item.row.name) : item.storeLabel;
    const known = groups.get(key) ?? { key, label, open: !closed.has(key), items: [] };
    known.items.push(item);
    groups.set(key, known);
  }
  return [...groups.values()].flatMap((made): Line[] => [
    { group: made },
    ...(made.open ? made.items.map((item) => ({ item, depth: 1 })) : []),
  ]);
}

function rowOf(line: Line, declaredBy: (reference: string) => readonly string[]): RegistryRow {
  if ('group' in line) {
    const { key, label, open, items } = line.group;
    const worst = (severity: Severity) => items.filter(({ row }) => row.findings[0]?.severity === severity).length;
    const bytes = items.reduce((sum, { row }) => sum + row.bytes, 0);
    return {
      kind: 'group',
      key,
      label,
      open,
      packages: items.length,
      bytes,
      errors: worst('error'),
      warnings: worst('warning'),
    };
  }
  const { store, storeLabel, row } = line.item;
  const reference = `${row.name}@${row.version}`;
  return {
    kind: 'package',
    key: itemKey(store, row.key),
    depth: line.depth,
    store,
    storeLabel,
    reference,
    row,
    declaredBy: [...declaredBy(reference)],
  };
}
