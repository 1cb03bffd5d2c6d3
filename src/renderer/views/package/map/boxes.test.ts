import { expect, test } from 'vitest';
import type { TreemapNode } from '../../../../shared/models/treemap';
import { drawnBoxes, nextBox } from './boxes';
import { boxOf, crumbsOf } from './store';

const box = (key: string, depth: number, x: number, y: number, width: number, height: number): TreemapNode => ({
  key,
  depth,
  shown: key,
  kind: key.startsWith('f:') ? 'folder' : 'text',
  bytes: width * height,
  share: 0.1,
  entries: 1,
  x,
  y,
  width,
  height,
});

/** A folder at the left with two boxes above each other, and two boxes at the right. */
const MAP = [
  box('f:a', 0, 0, 0, 50, 100),
  box('e:0', 1, 2, 18, 46, 40),
  box('rest:a/', 1, 2, 60, 46, 38),
  box('e:1', 0, 52, 0, 48, 60),
  box('e:2', 0, 52, 62, 48, 38),
];

test.each([
  [null, 'ArrowDown', 'f:a'],
  ['f:a', 'ArrowRight', 'e:1'],
  ['e:1', 'ArrowDown', 'e:2'],
  ['e:2', 'ArrowLeft', 'f:a'],
  ['e:2', 'ArrowDown', null],
  ['e:0', 'ArrowDown', 'rest:a/'],
  ['rest:a/', 'ArrowUp', 'e:0'],
  ['rest:a/', 'ArrowRight', 'e:2'],
  ['e:0', 'ArrowLeft', null],
] as const)('from %s %s goes to %s', (from, way, to) => {
  expect(nextBox(MAP, from, way)).toBe(to);
});

test('boxes too small to be seen are not drawn, and of too many only the largest', () => {
  const many = Array.from({ length: 3000 }, (_, at) => box(`e:${at}`, 0, at, 0, 3 + (at % 2), 4));
  expect(drawnBoxes([...MAP, box('e:9', 0, 0, 0, 2, 50)])).toEqual(MAP);
  const drawn = drawnBoxes(many, 1000);
  expect(drawn).toHaveLength(1000);
  expect(drawn.every(({ width }) => width === 4)).toBe(true);
});

test('an entry without a box of its own is found in what is too small in its folder', () => {
  const row = (name: string, key = 'e:7') => ({ key, entry: { name }, folder: null }) as never;
  expect(boxOf(MAP, row('a/x/y.md'))).toBe('rest:a/');
  expect(boxOf(MAP, row('b/y.md'))).toBeNull();
  expect(boxOf([...MAP, box('rest:', 0, 0, 0, 1, 1)], row('/y.md'))).toBe('rest:');
  expect(boxOf(MAP, row('a', 'e:1'))).toBe('e:1');
});

test('crumbs lead from the package to the folder', () => {
  expect(crumbsOf('a//b').map(({ path }) => path)).toEqual([null, 'a', 'a/', 'a//b']);
  expect(crumbsOf(null)).toHaveLength(1);
});
