import { expect, test } from 'vitest';
import { asciiOf, hexOf, offsetOf } from './HexView';

test('a line of bytes has a gap in its middle and keeps its width when it is short', () => {
  expect(hexOf(Uint8Array.of(0, 0x61, 0x73, 0x6d, 0x0d, 0, 1, 0), 8)).toBe('00 61 73 6d  0d 00 01 00 ');
  expect(hexOf(Uint8Array.of(0xff), 8)).toHaveLength(hexOf(new Uint8Array(8), 8).length);
});

test('only printable ASCII is shown as characters', () => {
  expect(asciiOf(Uint8Array.of(0x41, 0x7e, 0x7f, 0x0a, 0xe2))).toBe('A~···');
});

test.each([
  ['0', 0],
  ['8000', 8000],
  ['0x1f40', 8000],
  ['0X1F40', 8000],
  ['-1', null],
  ['1e9', null],
  ['0x', null],
  ['', null],
])('the offset %j is %j', (text, offset) => {
  expect(offsetOf(text)).toBe(offset);
});
