import fc from 'fast-check';
import { expect, test } from 'vitest';
import { repeatedKey } from './repeated-key';

const known = new Set(['a', 'b']);

test.each([
  ['{"m":{"a":1,"b":2}}', null],
  ['{"m":{"a":1,"a":2}}', 'a'],
  ['{"m":{"\\u0061":1,"a":2}}', 'a'],
  ['{"m":{"c":1,"c":2}}', null],
  ['{"m":{"c":{"a":1,"a":2}}}', null],
  ['{"x":{"a":1},"m":{"a":1}}', null],
  ['{"x":1,"x":2,"m":{}}', null],
  ['{"m":{},"m":{}}', 'm'],
  ['{"m":{"a":"\\"a\\":","b":"{"},"y":[{"a":1},{"a":2}]}', null],
])('finds in %s the field %s', (text, expected) => {
  expect(repeatedKey(text, 'm', known)).toBe(expected);
});

test('finds nothing in what JSON.stringify writes, whatever it holds', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      expect(repeatedKey(JSON.stringify({ m: value }), 'm', new Set(Object.keys(value)))).toBeNull();
    }),
  );
});
