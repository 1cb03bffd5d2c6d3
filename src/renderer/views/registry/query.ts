import type { RegistryQuery, RegistrySort } from '../../../shared/contract/registry';
import { isText, type Memory, oneOf } from '../../memory';

/** The columns of the table; the name is always there. */
export const COLUMN_IDS = [
  'store',
  'name',
  'version',
  'runtime',
  'platforms',
  'size',
  'installed',
  'digest',
  'problems',
] as const satisfies readonly RegistrySort[];
export type ColumnId = (typeof COLUMN_IDS)[number];

/** What is shown of all packages, as one choice. */
export const SHOWN = ['any', 'warning', 'error', 'differs', 'not-read'] as const;
export type Shown = (typeof SHOWN)[number];

/** How the table is looked at; kept over a restart. */
export interface Look {
  readonly sort: RegistrySort;
  readonly direction: 'up' | 'down';
  readonly filter: string;
  readonly show: Shown;
  readonly group: RegistryQuery['group'];
  readonly folded: ReadonlySet<string>;
  readonly hidden: ReadonlySet<ColumnId>;
}

const isColumns = (value: unknown): value is ColumnId[] => Array.isArray(value) && value.every(oneOf(...COLUMN_IDS));

export function rememberedLook(memory: Memory): Look {
  return {
    sort: memory.get('registry.sort', oneOf(...COLUMN_IDS), 'name'),
    direction: memory.get('registry.direction', oneOf('up', 'down'), 'up'),
    filter: memory.get('registry.filter', isText, ''),
    show: memory.get('registry.show', oneOf(...SHOWN), 'any'),
    group: memory.get('registry.group', oneOf('none', 'name', 'store'), 'none'),
    folded: new Set(),
    hidden: new Set(memory.get('registry.hidden', isColumns, [])),
  };
}

export function rememberLook(memory: Memory, look: Look): void {
  for (const key of ['sort', 'direction', 'filter', 'show', 'group'] as const) memory.set(`registry.${key}`, look[key]);
  memory.set('registry.hidden', [...look.hidden]);
}

/** The question that a look asks. */
export function queryOf({ sort, direction, filter, show, group, folded }: Look): RegistryQuery {
  const isDigest = show === 'differs' || show === 'not-read';
  return {
    sort,
    direction,
    filter,
    problems: isDigest ? 'any' : show,
    digests: isDigest ? [show] : [],
    stores: [],
    group,
    folded: [...folded],
  };
}

const DOWN_FIRST: ReadonlySet<RegistrySort> = new Set(['size', 'installed', 'problems']);

/** Sorting by a column: what is large, new or bad first; a second time the other way, a third time by name again. */
export function sortedBy({ sort, direction }: Look, column: RegistrySort): Pick<Look, 'sort' | 'direction'> {
  const first = DOWN_FIRST.has(column) ? 'down' : 'up';
  if (sort !== column) return { sort: column, direction: first };
  if (direction === first) return { sort, direction: first === 'up' ? 'down' : 'up' };
  return column === 'name' ? { sort, direction: 'up' } : { sort: 'name', direction: 'up' };
}
