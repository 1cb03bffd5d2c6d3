import { expect, test } from 'vitest';
import { countOf, isIn, joined, type Ranges, span, toggled } from './selection';

test('rows between two are selected whichever way they were gone', () => {
  expect(span(5, 2)).toEqual([[2, 5]]);
  expect(countOf(span(5, 2))).toBe(4);
});

test.each<[Ranges, number, Ranges]>([
  [[], 3, [[3, 3]]],
  [[[1, 2]], 3, [[1, 3]]],
  [
    [
      [1, 2],
      [4, 5],
    ],
    3,
    [[1, 5]],
  ],
  [
    [[1, 5]],
    3,
    [
      [1, 2],
      [4, 5],
    ],
  ],
  [[[1, 5]], 1, [[2, 5]]],
  [[[1, 5]], 5, [[1, 4]]],
  [[[3, 3]], 3, []],
])('%j with row %i toggled is %j', (before, row, after) => {
  expect(toggled(before, row)).toEqual(after);
  expect(isIn(after, row)).toBe(!isIn(before, row));
});

test('ranges that overlap are one', () => {
  expect(
    joined([
      [4, 9],
      [1, 5],
      [12, 12],
    ]),
  ).toEqual([
    [1, 9],
    [12, 12],
  ]);
});
