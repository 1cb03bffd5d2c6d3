import { expect, test } from 'vitest';
import { fitting, leastWidth, template } from './columns';
import { moveFor, type Scene, typedTo } from './keys';
import { type Column, rowsOf, type Shape } from './types';

interface Row extends Shape {
  readonly name: string;
}

const tree: readonly Row[] = [
  { name: 'alpha', depth: 0, open: true },
  { name: 'beta', depth: 1, open: false },
  { name: 'gamma', depth: 1, open: null },
  { name: 'delta', depth: 0, open: null },
  { name: 'bravo', depth: 0, open: null },
];

const scene = (active: number | null, rows: readonly Row[] = tree): Scene<Row> => ({
  rows: rowsOf(rows),
  active,
  page: 3,
  shape: (row) => row,
});

test.each([
  ['ArrowDown', 1, { kind: 'go', to: 2 }],
  ['ArrowDown', 4, { kind: 'go', to: 4 }],
  ['ArrowUp', 0, { kind: 'go', to: 0 }],
  ['ArrowDown', null, { kind: 'go', to: 0 }],
  ['ArrowUp', null, { kind: 'go', to: 4 }],
  ['Home', 3, { kind: 'go', to: 0 }],
  ['End', 0, { kind: 'go', to: 4 }],
  ['PageDown', 0, { kind: 'go', to: 3 }],
  ['PageUp', 4, { kind: 'go', to: 1 }],
  ['ArrowRight', 1, { kind: 'fold', open: true }],
  ['ArrowRight', 0, { kind: 'go', to: 1 }],
  ['ArrowRight', 3, null],
  ['ArrowLeft', 0, { kind: 'fold', open: false }],
  ['ArrowLeft', 2, { kind: 'go', to: 0 }],
  ['ArrowLeft', 3, null],
  ['Enter', 1, { kind: 'fold', open: true }],
  ['Enter', 3, { kind: 'enter' }],
  [' ', 0, { kind: 'fold', open: false }],
  ['Enter', null, null],
  ['x', 0, null],
] as const)('%s at row %j moves %j', (key, active, expected) => {
  expect(moveFor(key, scene(active))).toEqual(expected);
});

test('an empty table has nowhere to go', () => {
  expect(moveFor('ArrowDown', scene(null, []))).toBeNull();
});

test('going up to a parent stops at rows that are not here yet', () => {
  const rows = { count: 3, at: (index: number) => (index === 2 ? tree[2] : undefined) };
  expect(moveFor('ArrowLeft', { rows, active: 2, page: 3, shape: (row: Row) => row })).toBeNull();
});

test('typing goes to the next row that begins so, around the end; a letter typed again to the one after', () => {
  const word = (row: Row) => row.name;
  expect(typedTo(scene(0), word, 'd')).toBe(3);
  expect(typedTo(scene(3), word, 'b')).toBe(4);
  expect(typedTo(scene(4), word, 'bb')).toBe(1);
  expect(typedTo(scene(1), word, 'br')).toBe(4);
  expect(typedTo(scene(0), word, 'zz')).toBeNull();
});

const column = (id: string, width: number, drop?: number): Column<Row> => ({
  id,
  title: id,
  width,
  ...(drop === undefined ? {} : { drop }),
  cell: () => null,
});

test('where there is little room the columns with the greatest number give way first, and some never', () => {
  const columns = [column('name', 200), column('size', 100, 1), column('crc', 80, 3), column('date', 120, 2)];
  const ids = (width: number) => fitting(columns, width).map(({ id }) => id);
  expect(ids(600)).toEqual(['name', 'size', 'crc', 'date']);
  expect(ids(500)).toEqual(['name', 'size', 'date']);
  expect(ids(320)).toEqual(['name', 'size']);
  expect(ids(50)).toEqual(['name']);
  expect(ids(0), 'before the first measure').toHaveLength(4);
});

test('columns become a CSS grid', () => {
  const columns = [{ ...column('name', 200), grow: 2 }, column('size', 100)];
  expect(template(columns)).toBe('minmax(200px, 2fr) 100px');
  expect(leastWidth(columns)).toBe(316);
});
