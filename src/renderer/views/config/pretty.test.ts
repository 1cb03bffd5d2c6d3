import { expect, test } from 'vitest';
import { pretty } from './pretty';

test.each([
  ['{"a":1,"b":[1,2],"c":{}}', '{\n  "a": 1,\n  "b": [\n    1,\n    2\n  ],\n  "c": {}\n}'],
  ['[]', '[]'],
  ['"a,{b}\\"c"', '"a,{b}\\"c"'],
  [
    '{"n":18446744073709551615,"f":1.0,"2":0,"1":0}',
    '{\n  "n": 18446744073709551615,\n  "f": 1.0,\n  "2": 0,\n  "1": 0\n}',
  ],
])('%s is laid out without reading its numbers or moving its keys', (json, laidOut) => {
  expect(pretty(json)).toBe(laidOut);
});
