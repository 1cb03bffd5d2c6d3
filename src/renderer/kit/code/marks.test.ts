import { Text } from '@codemirror/state';
import { expect, test } from 'vitest';
import { offsetOf } from './marks';

const doc = Text.of(['ab', '😀é', '', 'end']);

test.each([
  ['the first character', 1, 1, 0],
  ['behind the last of a line', 1, 3, 2],
  ['behind a character of two units', 2, 2, 5],
  ['an empty line', 3, 1, 7],
  ['a column that is not there', 4, 99, 11],
  ['a line that is not there', 9, 1, 11],
  ['a line before the first', 0, 1, 0],
])('%s has its offset', (_name, line, column, offset) => {
  expect(offsetOf(doc, line, column)).toBe(offset);
});
