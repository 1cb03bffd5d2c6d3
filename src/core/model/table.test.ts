import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TableQuery, TableRow } from '../../shared/contract/package';
import type { Entry } from '../../shared/models/package';
import { compareBytes } from '../text/order';
import { DEPTH_LIMIT, type EntrySource } from './entry-index';
import { makeTable } from './table';

type Record = readonly [name: string, size?: number, packed?: number, more?: Partial<Entry>];

function sourceOf(records: readonly Record[]): EntrySource & { asked: number } {
  const source = {
    asked: 0,
    recordCount: records.length,
    nameOf: (index: number) => records[index]?.[0] ?? '',
    sizeOf: (index: number) => records[index]?.[1] ?? 0,
    packedOf: (index: number) => records[index]?.[2] ?? 0,
    methodOf: (index: number) => records[index]?.[3]?.method ?? 8,
    crcOf: (index: number) => Number.parseInt(records[index]?.[3]?.crc32 ?? '0', 16),
    entry: (index: number): Entry => {
      source.asked++;
      return {
        index,
        name: source.nameOf(index),
        kind: 'file',
        method: 8,
        compressedSize: source.packedOf(index),
        size: source.sizeOf(index),
        crc32: '00000000',
        encrypted: false,
        modified: null,
        safeName: null,
        readBy: [],
        findings: [],
        ...records[index]?.[3],
      };
    },
  };
  return source;
}

const tree: TableQuery = { sort: 'name', direction: 'up', filter: '', layout: 'tree', open: 'all' };
const flat: TableQuery = { ...tree, layout: 'flat' };
const allRows = (records: readonly Record[], query: TableQuery): TableRow[] =>
  makeTable(sourceOf(records), query).slice(0, 1e6);
/** Rows as an indented list. */
const shown = (records: readonly Record[], query: Partial<TableQuery> = {}) =>
  allRows(records, { ...tree, ...query }).map((row) => `${' '.repeat(row.depth)}${row.shown}${row.folder ? '/' : ''}`);

describe('the tree of entries', () => {
  it('has the folders that names imply, with sums and counts', () => {
    const rows = allRows(
      [
        ['b/x', 1, 10],
        ['a', 2, 20],
        ['b/c/y', 4, 40],
        ['b/', 8, 80],
      ],
      tree,
    );
    expect(rows.map(({ key, depth, shown, size, packed }) => [key, depth, shown, size, packed])).toEqual([
      ['e:1', 0, 'a', 2, 20],
      ['f:b', 0, 'b', 13, 130],
      ['f:b/c', 1, 'c', 4, 40],
      ['e:2', 2, 'y', 4, 40],
      ['e:0', 1, 'x', 1, 10],
    ]);
    expect(rows.map(({ folder }) => folder?.entries ?? null)).toEqual([null, 2, 1, null, null]);
    expect(rows.map(({ entry }) => entry?.index ?? null)).toEqual([1, 3, null, 2, 0]);
  });

  it('takes names as they are', () => {
    expect(shown([['a//b'], ['../x'], ['/r'], ['a\\b'], ['d'], ['d/e'], ['__proto__/constructor'], ['']])).toEqual([
      '⟨empty⟩/',
      ' r',
      '⟨empty⟩',
      '../',
      ' x',
      '__proto__/',
      ' constructor',
      'a/',
      ' ⟨empty⟩/',
      '  b',
      'a\\b',
      'd/',
      ' e',
      'd',
    ]);
  });

  it('shows each record, also those of one name', () => {
    expect(shown([['a/'], ['a/'], ['a'], ['a'], ['a/b'], ['/'], ['/']])).toEqual([
      '⟨empty⟩/',
      '//'.slice(1),
      'a/',
      ' b',
      'a',
      'a',
      'a/',
    ]);
  });

  it('makes hostile characters visible', () => {
    expect(shown([['a\u202egnp.exe'], ['x\u0007/y\n']])).toEqual(['a⟨U+202E⟩gnp.exe', 'x⟨U+0007⟩/', ' y⟨U+000A⟩']);
  });

  it('goes a thousand folders deep', () => {
    const name = `${'d/'.repeat(1000)}x`;
    const table = makeTable(sourceOf([[name, 7]]), tree);
    expect(table.rows).toBe(1001);
    expect(table.slice(1000, 1)).toMatchObject([{ key: 'e:0', depth: 1000, shown: 'x' }]);
    expect(table.rowOf(`f:${'d/'.repeat(999)}d`)).toBe(999);
  });

  it('keeps the rest of a deeper path as a name', () => {
    const rows = allRows([[`${'d/'.repeat(DEPTH_LIMIT + 2)}x`]], tree);
    expect(rows.length).toBe(DEPTH_LIMIT + 1);
    expect(rows.at(-1)?.shown).toBe('d/d/x');
  });

  it('is unfolded where it is asked to be', () => {
    const records: Record[] = [['a/b/c'], ['d/e']];
    expect(shown(records, { open: [] })).toEqual(['a/', 'd/']);
    expect(shown(records, { open: ['f:a', 'f:nowhere', 'e:0', 'rubbish'] })).toEqual(['a/', ' b/', 'd/']);
    expect(shown(records, { open: ['f:a/b'] })).toEqual(['a/', 'd/']);
    expect(shown(records, { open: { allBut: ['f:a'] } })).toEqual(['a/', 'd/', ' e']);
    expect(allRows(records, { ...tree, open: ['f:a'] }).map(({ folder }) => folder?.open)).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('sorting', () => {
  const records: Record[] = [
    ['m/big', 100, 50, { crc32: 'ffffffff', modified: '2024-05-01T10:00:00' }],
    ['small', 1, 1, { crc32: '00000001', modified: null, method: 0 }],
    ['mid', 50, 1, { crc32: '0000000a', modified: '2020-01-01T00:00:00' }],
    ['m/tiny', 0, 0, { crc32: '00000000', modified: '2025-01-01T00:00:00' }],
  ];

  it.each([
    ['size', 'down', ['m/', ' big', ' tiny', 'mid', 'small']],
    ['size', 'up', ['small', 'mid', 'm/', ' tiny', ' big']],
    ['packed', 'down', ['m/', ' big', ' tiny', 'mid', 'small']],
    ['ratio', 'down', ['mid', 'm/', ' big', ' tiny', 'small']],
    ['name', 'down', ['small', 'mid', 'm/', ' tiny', ' big']],
    ['method', 'up', ['m/', ' big', ' tiny', 'small', 'mid']],
    ['crc', 'up', ['m/', ' tiny', ' big', 'small', 'mid']],
    ['modified', 'up', ['m/', ' big', ' tiny', 'small', 'mid']],
    ['index', 'up', ['m/', ' big', ' tiny', 'small', 'mid']],
    ['index', 'down', ['mid', 'small', 'm/', ' tiny', ' big']],
  ] as const)('by %s, %s', (sort, direction, expected) => {
    expect(shown(records, { sort, direction })).toEqual(expected);
  });

  it('of names is by bytes, not by any language', () => {
    const names = ['b', 'B', 'ä', 'a', '\u{1f600}', '\uffee', 'A', 'a b', 'a-b'];
    expect(shown(names.map((name) => [name]))).toEqual([...names].sort(compareBytes));
    expect(
      shown(
        names.map((name) => [name]),
        flat,
      ),
    ).toEqual([...names].sort(compareBytes));
  });

  it('of a flat list does not look at folders', () => {
    expect(shown(records, { ...flat, sort: 'size', direction: 'down' })).toEqual(['m/big', 'mid', 'small', 'm/tiny']);
  });
});

describe('a filter', () => {
  const records: Record[] = [
    ['docs/Guide.md', 5],
    ['docs/deep/notes.txt', 7],
    ['src/a.rs', 9],
    ['guide', 1],
    ['docs/', 0],
  ];

  it('shows matching entries with their folders unfolded, and sums of what matches', () => {
    const table = makeTable(sourceOf(records), { ...tree, filter: 'GUIDE', open: [] });
    expect([table.matches, table.rows]).toEqual([2, 3]);
    expect(table.slice(0, 9).map(({ key, size, folder }) => [key, size, folder?.open ?? null])).toEqual([
      ['f:docs', 5, true],
      ['e:0', 5, null],
      ['e:3', 1, null],
    ]);
  });

  it('looks at whole names as they are shown', () => {
    expect(shown(records, { filter: 'docs/' })).toEqual(['docs/', ' Guide.md', ' deep/', '  notes.txt']);
    expect(shown([['a\u202eb'], ['c']], { filter: 'u+202e' })).toEqual(['a⟨U+202E⟩b']);
    expect(shown(records, { filter: '.*' })).toEqual([]);
  });

  it('works on the flat list', () => {
    expect(shown(records, { ...flat, filter: 'guide' })).toEqual(['docs/Guide.md', 'guide']);
  });
});

describe('rows', () => {
  const records: Record[] = [['a/b'], ['a/'], ['c'], ['d/']];

  it('are found by key where they are visible', () => {
    const table = makeTable(sourceOf(records), { ...tree, open: [] });
    expect(['f:a', 'e:0', 'e:1', 'e:2', 'e:3', 'f:d', 'f:x', 'e:9', 'e:-1', ''].map((key) => table.rowOf(key))).toEqual(
      [0, null, 0, 1, 2, 2, null, null, null, null],
    );
    const list = makeTable(sourceOf(records), flat);
    expect(['e:1', 'e:0', 'f:a'].map((key) => list.rowOf(key))).toEqual([0, 1, null]);
  });

  it('are made only for the slice that is asked for', () => {
    const source = sourceOf(Array.from({ length: 1000 }, (_, index): Record => [`d${index % 10}/f${index}`, index]));
    const table = makeTable(source, { ...tree, sort: 'size', direction: 'down' });
    expect(source.asked).toBe(0);
    expect(table.slice(5, 20)).toHaveLength(20);
    expect(source.asked).toBeLessThanOrEqual(20);
    expect([table.slice(1009, 50).length, table.slice(5000, 5), table.slice(-3, 1).length]).toEqual([1, [], 1]);
  });

  it('are found by how they begin, from a row on and around the end, folded or far away', () => {
    const table = makeTable(sourceOf([['alpha'], ['Beta/x'], ['bravo'], ['a\u202eb']]), { ...tree, open: [] });
    const names = table.slice(0, 9).map((row) => row.shown);
    expect(names).toEqual(['Beta', 'alpha', 'a⟨U+202E⟩b', 'bravo']);
    expect(table.find('b', 0)).toBe(0);
    expect(table.find('B', 1)).toBe(3);
    expect(table.find('a⟨', 3)).toBe(2);
    expect(table.find('zz', 0)).toBeNull();
    expect(makeTable(sourceOf([]), tree).find('a', 0)).toBeNull();
  });

  it('stand for records: a folder for all that the filter lets through below it, each once', () => {
    const source = sourceOf([['a/'], ['a/b/x.md'], ['a/y.txt'], ['z.md'], ['c/d']]);
    const table = makeTable(source, { ...tree, open: [] });
    expect(table.chosen([[0, 0]])).toEqual({ records: [0, 1, 2], folders: ['a'], names: ['a/'] });
    const open = makeTable(source, tree);
    const all = open.chosen([[0, open.rows - 1]]);
    expect(all.records).toEqual([0, 1, 2, 3, 4]);
    expect(all.names).toEqual(['a/', 'a/b/', 'a/b/x.md', 'a/y.txt', 'c/', 'c/d', 'z.md']);
    const filtered = makeTable(source, { ...tree, filter: '.md' });
    expect(filtered.chosen([[0, filtered.rows - 1]]).records).toEqual([1, 3]);
    expect(table.chosen(['e:1', 'f:c', 'f:nowhere', 'x']).records).toEqual([1, 4]);
    expect(table.chosen([[90, 99]])).toEqual({ records: [], folders: [], names: [] });
  });

  it('are given by key with the folders above them, visible or not', () => {
    const table = makeTable(sourceOf([['a/b/x.md', 7], ['/y']]), { ...tree, open: [] });
    expect(table.row('e:0')).toMatchObject({ row: { shown: 'x.md', depth: 2, size: 7 }, above: ['f:a', 'f:a/b'] });
    expect(table.row('f:a/b')).toMatchObject({ row: { shown: 'b', folder: { open: false } }, above: ['f:a'] });
    expect(table.row('e:1')?.above).toEqual(['f:']);
    expect(table.row('e:2')).toBeNull();
  });

  it('hold every record once, each at its own number, whatever the names are', () => {
    const part = fc.constantFrom('a', 'b', '', '.', '..', '\\', 'é', '__proto__', '\u{1f600}');
    const name = fc.array(part, { maxLength: 6 }).map((parts) => parts.join('/'));
    const query = fc.record({
      sort: fc.constantFrom('name', 'size', 'index', 'ratio' as const),
      direction: fc.constantFrom('up', 'down' as const),
      filter: fc.constantFrom('', 'a', '/', 'É'),
      layout: fc.constantFrom('tree', 'flat' as const),
      open: fc.constant('all' as const),
    }) as fc.Arbitrary<TableQuery>;
    fc.assert(
      fc.property(fc.array(name, { maxLength: 30 }), query, (names, asked) => {
        const table = makeTable(sourceOf(names.map((each, index) => [each, index, 1])), asked);
        const rows = table.slice(0, 1e6);
        const records = rows.flatMap(({ entry }) => (entry === null ? [] : [entry.index]));
        expect(new Set(records).size).toBe(records.length);
        // A folder's own record comes along with what matches inside it.
        const wanted = records.filter((index) => names[index]?.toLowerCase().includes(asked.filter.toLowerCase()));
        expect(wanted.length).toBe(table.matches);
        if (asked.filter === '') expect(records.length).toBe(names.length);
        for (const [row, { key }] of rows.entries()) expect(table.rowOf(key)).toBe(row);
      }),
    );
  });
});

describe('100,000 entries', () => {
  const source = sourceOf(
    Array.from({ length: 100_000 }, (_, index): Record => {
      const folder = `folder-${index % 300}/sub-${index % 7}`;
      return [`${folder}/file-${(index * 7919) % 100_000}.txt`, (index * 31) % 65_536, index % 1000];
    }),
  );
  const timed = (query: TableQuery) => {
    const start = performance.now();
    const table = makeTable(source, query);
    return { table, ms: performance.now() - start };
  };

  it('become a table, sorted and filtered again, without asking for one entry', () => {
    const queries: TableQuery[] = [
      { ...tree, sort: 'size', direction: 'down' },
      { ...flat, sort: 'name' },
      { ...flat, sort: 'packed' },
      { ...tree, filter: '99' },
    ];
    const results = queries.map(timed);
    expect(source.asked).toBe(0);
    expect(results.map(({ table }) => table.rows > 0)).toEqual([true, true, true, true]);
    // The goals are 300 and 150 ms; a loaded machine gets ten times as much before this fails.
    expect(Math.max(...results.map(({ ms }) => ms))).toBeLessThan(3000);
  });

  it('cross in slices', () => {
    const { table } = timed({ ...tree, sort: 'size', direction: 'down' });
    const slice = table.slice(50_000, 200);
    expect(slice).toHaveLength(200);
    expect(table.rowOf(slice[17]?.key ?? '')).toBe(50_017);
  });
});
