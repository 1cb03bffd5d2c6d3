import { describe, expect, it } from 'vitest';
import { cpuTimer } from '../../../test/support/cpu';
import type { TreemapNode } from '../../shared/models/treemap';
import type { EntrySource } from './entry-index';
import { layoutTreemap } from './treemap';

/** A package of these names and sizes; packed is half. */
function sourceOf(entries: readonly (readonly [name: string, size: number])[]): EntrySource {
  return {
    recordCount: entries.length,
    nameOf: (index) => entries[index]?.[0] ?? '',
    sizeOf: (index) => entries[index]?.[1] ?? 0,
    packedOf: (index) => (entries[index]?.[1] ?? 0) / 2,
    methodOf: () => 8,
    crcOf: () => 0,
    entry: () => {
      throw new Error('no entry is needed');
    },
  };
}
const QUERY = { by: 'unpacked', folder: null, width: 800, height: 600, most: 500 } as const;
const list = (nodes: readonly TreemapNode[]) =>
  nodes.map(({ depth, key, shown, kind, bytes }) => `${'  '.repeat(depth)}${key} ${shown} ${kind} ${bytes}`);

/** Rectangles lie in the area, and in the folder they are in, and none over its neighbour. */
function checkPlaces(nodes: readonly TreemapNode[], width: number, height: number): void {
  const open: TreemapNode[] = [];
  const siblings = new Map<TreemapNode | null, TreemapNode[]>();
  for (const node of nodes) {
    open.length = node.depth;
    const above = open.at(-1) ?? null;
    const area = above ?? { x: 0, y: 0, width, height };
    const near = 1e-6;
    expect(node.x).toBeGreaterThanOrEqual(area.x - near);
    expect(node.y).toBeGreaterThanOrEqual(area.y - near);
    expect(node.x + node.width).toBeLessThanOrEqual(area.x + area.width + near);
    expect(node.y + node.height).toBeLessThanOrEqual(area.y + area.height + near);
    for (const other of siblings.get(above) ?? []) {
      const isApart =
        node.x + node.width <= other.x + near ||
        other.x + other.width <= node.x + near ||
        node.y + node.height <= other.y + near ||
        other.y + other.height <= node.y + near;
      expect(isApart, `${node.key} over ${other.key}`).toBe(true);
    }
    siblings.set(above, [...(siblings.get(above) ?? []), node]);
    open.push(node);
  }
}

describe('a treemap', () => {
  it('is folders and entries, the largest first, in one list', () => {
    const source = sourceOf([
      ['murmur.yaml', 10],
      ['capsule.wasm', 500],
      ['skills/a/SKILL.md', 30],
      ['skills/a/b.py', 40],
      ['skills/c.json', 20],
      ['x.png', 15],
    ]);
    const { total, nodes } = layoutTreemap(source, QUERY);
    expect(total).toBe(615);
    expect(list(nodes)).toEqual([
      'e:1 capsule.wasm program 500',
      'f:skills skills folder 90',
      '  f:skills/a a folder 70',
      '    e:3 b.py code 40',
      '    e:2 SKILL.md skill 30',
      '  e:4 c.json data 20',
      'e:5 x.png image 15',
      'e:0 murmur.yaml manifest 10',
    ]);
    checkPlaces(nodes, 800, 600);
    expect(nodes[0]?.share).toBeCloseTo(500 / 615);
    const area = ({ width, height }: TreemapNode) => width * height;
    expect(area(nodes[0] as TreemapNode)).toBeGreaterThan(3 * area(nodes[1] as TreemapNode));
  });

  it('of one folder is what is in it, with the same names and shares of the whole', () => {
    const source = sourceOf([
      ['a/', 0],
      ['a/b/x.md', 30],
      ['a/b/y.md', 10],
      ['a/c.md', 20],
      ['ab/d.md', 40],
    ]);
    const { total, whole, entries, nodes } = layoutTreemap(source, { ...QUERY, folder: 'a', most: 2 });
    expect([total, whole, entries]).toEqual([60, 100, 3]);
    expect(list(nodes)).toEqual([
      'f:a/b b folder 40',
      '  e:1 x.md text 30',
      '  rest:a/b/ 1 smaller entry rest 10',
      'e:3 c.md text 20',
    ]);
    expect(nodes[0]?.share).toBe(0.4);
    expect(layoutTreemap(source, { ...QUERY, folder: 'nowhere' })).toEqual({
      total: 0,
      whole: 100,
      entries: 0,
      nodes: [],
    });
  });

  it('counts packed bytes when they are asked for', () => {
    expect(layoutTreemap(sourceOf([['a', 10]]), { ...QUERY, by: 'packed' })).toMatchObject({
      total: 5,
      nodes: [{ bytes: 5, share: 1, width: 800, height: 600 }],
    });
  });

  it('gathers what is too small in each folder', () => {
    const small = Array.from({ length: 50 }, (_, index) => [`a/b/small-${index}`, 1] as const);
    const source = sourceOf([
      ['a/big', 100],
      ['a/b/big', 90],
      ['top', 80],
      ['other/deep/x', 5],
      ['a/c/y', 3],
      ...small,
    ]);
    const { nodes } = layoutTreemap(source, { ...QUERY, most: 3 });
    expect(list(nodes)).toEqual([
      'f:a a folder 243',
      '  f:a/b b folder 140',
      '    e:1 big other 90',
      '    rest:a/b/ 50 smaller entries rest 50',
      '  e:0 big other 100',
      '  rest:a/ 1 smaller entry rest 3',
      'e:2 top other 80',
      'rest: 1 smaller entry rest 5',
    ]);
    expect(nodes.find(({ key }) => key === 'f:a')?.entries).toBe(53);
    checkPlaces(nodes, 800, 600);
  });

  it('tells folders with nothing but a folder in them as one', () => {
    expect(
      list(
        layoutTreemap(
          sourceOf([
            ['a/b/c/x', 1],
            ['a/b/c/y', 2],
          ]),
          QUERY,
        ).nodes,
      ),
    ).toEqual(['f:a/b/c a/b/c folder 3', '  e:1 y other 2', '  e:0 x other 1']);
  });

  it('has nothing to show of nothing', () => {
    expect(layoutTreemap(sourceOf([]), QUERY)).toEqual({ total: 0, whole: 0, entries: 0, nodes: [] });
    expect(
      layoutTreemap(
        sourceOf([
          ['a', 0],
          ['b/', 0],
        ]),
        QUERY,
      ),
    ).toMatchObject({ total: 0, nodes: [] });
  });

  it('takes hostile names as they are and shows them safely', () => {
    const names = [
      '__proto__/constructor',
      '//x',
      '/',
      '',
      'a//b',
      '../up',
      'evil\u202etxt',
      `${'d/'.repeat(3000)}x`,
      'same',
      'same',
      'a',
      'a/',
    ];
    const { nodes } = layoutTreemap(sourceOf(names.map((name) => [name, 100])), QUERY);
    const few = layoutTreemap(sourceOf([...names, '//z'].map((name, index) => [name, 100 - index])), {
      ...QUERY,
      most: 5,
    });
    expect(new Set(few.nodes.map(({ key }) => key)).size).toBe(few.nodes.length);
    expect(nodes.filter(({ key }) => key.startsWith('e:'))).toHaveLength(names.length);
    expect(new Set(nodes.map(({ key }) => key)).size).toBe(nodes.length);
    expect(JSON.stringify(nodes)).not.toContain('\u202e');
    expect(Math.max(...nodes.map(({ depth }) => depth))).toBeLessThanOrEqual(8);
    checkPlaces(nodes, 800, 600);
  });

  it('of an area of one pixel has no rectangle inside out', () => {
    const { nodes } = layoutTreemap(
      sourceOf([
        ['a/b', 1],
        ['a/c/d', 2],
        ['e', 3],
      ]),
      { ...QUERY, width: 1, height: 1 },
    );
    expect(nodes.every(({ width, height }) => width >= 0 && height >= 0 && Number.isFinite(width + height))).toBe(true);
  });

  it('of 100,000 entries is made at once', () => {
    const source = sourceOf(
      Array.from({ length: 100_000 }, (_, index) => [
        `folder-${index % 300}/sub-${index % 7}/file-${index}.md`,
        index % 50,
      ]),
    );
    const spent = cpuTimer();
    const { nodes, total } = layoutTreemap(source, QUERY);
    expect(spent()).toBeLessThan(1000);
    expect(nodes.filter(({ key }) => key.startsWith('e:'))).toHaveLength(500);
    expect(nodes.filter(({ depth }) => depth === 0).reduce((sum, { bytes }) => sum + bytes, 0)).toBe(total);
  });
});
