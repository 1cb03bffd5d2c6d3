import { expect, test } from 'vitest';
import type { RegistryQuery } from '../../shared/contract/registry';
import type { Finding } from '../../shared/models/finding';
import type { StoreRow } from '../../shared/models/store';
import { MadeTable, type TableItem } from './table';

const [GLOBAL, ADDED] = ['store-0000000000000001', 'store-0000000000000002'];
const finding = (severity: Finding['severity']): Finding => ({ id: 'x', severity, message: '' });

function item(name: string, version: string, more: Partial<StoreRow> = {}, store = GLOBAL): TableItem {
  const row: StoreRow = {
    key: `local/${name}/${version}`,
    scope: 'local',
    name: `local/${name}`,
    version,
    runtime: 'tool',
    implementation: 'wasm',
    platforms: [],
    description: null,
    bytes: 100,
    installed: 0,
    digest: 'not-read',
    listed: true,
    variants: [],
    findings: [],
    ...more,
  };
  return { store, storeLabel: store === GLOBAL ? 'global' : 'backup', row };
}

const ITEMS = [
  item('house', '0.10.0', { bytes: 5, digest: 'agrees' }),
  item('house', '0.2.0', { bytes: 9, digest: 'differs', findings: [finding('error')] }),
  item('git', '1.0.0', { runtime: 'hook', platforms: ['linux-x86_64'], installed: 7, findings: [finding('warning')] }),
  item('git', '1.0.0', { description: 'Says HELLO' }, ADDED),
];

const QUERY: RegistryQuery = {
  sort: 'name',
  direction: 'up',
  filter: '',
  problems: 'any',
  digests: [],
  stores: [],
  group: 'none',
  folded: [],
};

const shown = (query: Partial<RegistryQuery>) =>
  new MadeTable(ITEMS, { ...QUERY, ...query })
    .rows(0, 100, () => [])
    .map((row) => (row.kind === 'group' ? `[${row.label} ${row.packages}]` : `${row.storeLabel} ${row.reference}`));

const [H10, H2, GIT, BACKUP] = [
  'global local/house@0.10.0',
  'global local/house@0.2.0',
  'global local/git@1.0.0',
  'backup local/git@1.0.0',
];

test.each<[string, Partial<RegistryQuery>, readonly (string | undefined)[]]>([
  ['by name, newest version first', {}, [BACKUP, GIT, H10, H2]],
  ['by name downwards', { direction: 'down' }, [H10, H2, BACKUP, GIT]],
  ['by version as semver orders them', { sort: 'version' }, [H2, H10, BACKUP, GIT]],
  ['by size, largest first', { sort: 'size', direction: 'down' }, [BACKUP, GIT, H2, H10]],
  ['by what is worst', { sort: 'problems', direction: 'down' }, [H2, GIT, BACKUP, H10]],
  ['by digest', { sort: 'digest' }, [H2, BACKUP, GIT, H10]],
  ['by store', { sort: 'store' }, [BACKUP, GIT, H10, H2]],
  ['by runtime', { sort: 'runtime' }, [GIT, BACKUP, H10, H2]],
  ['by when it was installed', { sort: 'installed', direction: 'down' }, [GIT, BACKUP, H10, H2]],
  ['by platform', { sort: 'platforms', direction: 'down' }, [GIT, BACKUP, H10, H2]],
  ['a part of a name', { filter: 'HOUSE@0.1' }, [H10]],
  ['a platform', { filter: 'x86_64' }, [GIT]],
  ['a description', { filter: 'hello' }, [BACKUP]],
  ['errors', { problems: 'error' }, [H2]],
  ['warnings and errors', { problems: 'warning' }, [GIT, H2]],
  ['digests', { digests: ['agrees', 'differs'] }, [H10, H2]],
  ['one store', { stores: [ADDED] }, [BACKUP]],
  ['grouped by name', { group: 'name' }, ['[local/git 2]', BACKUP, GIT, '[local/house 2]', H10, H2]],
  ['grouped, one folded', { group: 'name', folded: ['g:local/git'] }, ['[local/git 2]', '[local/house 2]', H10, H2]],
  ['grouped by store', { group: 'store', filter: 'git' }, ['[backup 1]', BACKUP, '[global 1]', GIT]],
])('shows %s', (_, query, expected) => {
  expect(shown(query)).toEqual(expected);
});

test('a group adds up what is in it', () => {
  const [group] = new MadeTable(ITEMS, { ...QUERY, group: 'name', sort: 'size', folded: ['g:local/house'] }).rows(
    0,
    1,
    () => [],
  );
  expect(group).toMatchObject({ kind: 'group', open: false, packages: 2, bytes: 14, errors: 1, warnings: 0 });
});

test('ten thousand packages are sorted, grouped and found in a moment', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => item(`p${index % 3000}`, `0.${index}.0`));
  const table = new MadeTable(many, { ...QUERY, group: 'name' });
  expect(table.about).toMatchObject({ rows: 13_000, matches: 10_000 });
  const [last] = table.rows(12_999, 1, () => []);
  expect(table.rowOf(last?.key ?? '')).toBe(12_999);
});
