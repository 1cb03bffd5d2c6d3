import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Compactor } from './compact';
import { DEPTH_LIMIT, JsonReader } from './reader';
import { CLOSE, JsonProblem, Unwanted } from './token';

/** Reads a text cut into chunks of `size` bytes: its values without white space, or the problem. */
function compact(text: string | Uint8Array, size = 1 << 20, most = Number.POSITIVE_INFINITY): string {
  const compactor = new Compactor();
  let values = 0;
  const reader = new JsonReader({
    token(kind, depth, bytes, start, end) {
      if (depth === 0 && kind !== CLOSE && ++values > most) throw new Unwanted('one too many');
      compactor.add(bytes, start, end);
    },
  });
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  try {
    for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
    reader.end();
    return compactor.take().toString('utf8');
  } catch (error) {
    if (error instanceof JsonProblem) return `${error.place.line}:${error.place.column} ${error.message}`;
    throw error;
  }
}

test('any JSON comes out as it was spelled, without white space, wherever the chunks are cut', () => {
  fc.assert(
    fc.property(fc.json(), fc.integer({ min: 1, max: 9 }), fc.boolean(), (json, size, pretty) => {
      const spelled = pretty ? JSON.stringify(JSON.parse(json), null, '\t') : json;
      expect(compact(spelled, size)).toBe(JSON.stringify(JSON.parse(json)));
    }),
    { numRuns: 300 },
  );
});

test('what is taken and what is refused is what JSON.parse takes and refuses, wherever the chunks are cut', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"',
    '1',
    '-',
    '0',
    '.',
    'e',
    'true',
    'null',
    ' ',
    '\\',
    'u00e9',
    'é',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.integer({ min: 1, max: 4 }), (pieces, size) => {
      const text = `[${pieces.join('')}]`;
      let taken = true;
      try {
        JSON.parse(text);
      } catch {
        taken = false;
      }
      expect(/^\d+:\d+ /.test(compact(text, size, 1))).toBe(!taken);
    }),
    { numRuns: 3000 },
  );
});

test.each([
  ['digits nobody could keep', '{"a": 123456789012345678901234567890.10, "b": 1E+0400, "c": -0.0}'],
  ['keys out of order, numeric and twice', '{"10": 1, "9": 2, "a": 3, "a": 4, "__proto__": 5}'],
  ['escapes as they are spelled', '"\\u00e9\\/\\ud800 é\\uDC00"'],
])('%s stay', (_, text) => {
  expect(compact(text, 3)).toBe(text.replaceAll(', ', ',').replaceAll(': ', ':'));
});

describe('a problem is named with its place, which counts characters', () => {
  test.each([
    ['{"a": 1,\n "é😀": x}', '2:8 `x` is not a JSON value'],
    ['{"a": 1,\n "é😀" 1}', '2:7 `1` stands where `:` should be'],
    ['[1, 2', '1:6 the text ends where `,` or the end of the list or object should be'],
    ['["ab\ncd"]', '1:2 a string is not closed on its line, or holds a control character'],
    ['["abc', '1:2 the text ends inside a string that begins here'],
    ['[1,]', '1:4 `]` stands where a value should be'],
    ['{"a":1,}', '1:8 `}` stands where a key should be'],
    ['[1}', '1:3 `}` stands where `,` or the end of the list or object should be'],
    [']', '1:1 `]` stands where a value should be'],
    ['["\\x"]', '1:2 a string has an escape that JSON does not know'],
    ['["\\u12g4"]', '1:2 a string has `\\u` without four hexadecimal digits after it'],
    ['[01]', '1:2 `01` is not a JSON value'],
    ['[NaN]', '1:2 `NaN` is not a JSON value'],
    ['{1:2}', '1:2 `1` stands where a key or `}` should be'],
    ["{'a':2}", "1:2 `'` stands where a key or `}` should be"],
    ['\u00ef', '1:1 the text begins with a broken byte order mark'],
  ])('%s', (text, problem) => {
    const bytes = text === '\u00ef' ? Uint8Array.of(0xef, 0x20) : Buffer.from(text);
    expect(compact(bytes)).toBe(problem);
    expect(compact(bytes, 1)).toBe(compact(bytes));
  });
});

test.each([
  ['an overlong slash', [0xc0, 0xaf]],
  ['a surrogate', [0xed, 0xa0, 0x80]],
  ['past the last character', [0xf4, 0x90, 0x80, 0x80]],
  ['a cut character', [0xe2, 0x82]],
  ['a lone continuation', [0x80]],
])('%s in a string is not UTF-8', (_, bytes) => {
  expect(compact(Uint8Array.from([0x22, ...bytes, 0x22]), 1)).toBe('1:1 a string is not UTF-8');
});

test('a byte order mark in front is no part of the text, in whatever pieces it comes', () => {
  expect(compact('\ufeff[1]', 1)).toBe('[1]');
  expect(compact('\ufeff[x]', 2)).toBe('1:2 `x` is not a JSON value');
});

test('values may follow each other', () => expect(compact('{} [1]\n"a"\n2\n')).toBe('{}[1]"a"2'));

test('a million brackets are refused at the limit, not a stack overflow', () => {
  expect(compact('['.repeat(1_000_000))).toBe(
    `1:${DEPTH_LIMIT + 1} over ${DEPTH_LIMIT} lists and objects inside each other`,
  );
  const deep = `${'['.repeat(DEPTH_LIMIT)}${']'.repeat(DEPTH_LIMIT)}`;
  expect(compact(deep)).toBe(deep);
});
