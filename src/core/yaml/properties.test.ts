import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownVectors } from '../../../test/support/golden';
import { jsonBytes, parseYaml, toJson } from '.';

const RUNS = 3000;

/** Everything that must hold whatever the text is. */
function check(text: string): void {
  const parsed = parseYaml(text);
  if (!parsed.ok) {
    const { line, column, offset } = parsed.error;
    if (line === null || column === null || offset === null) return;
    const lines = text.split(/\r\n|[\n\r\u0085\u2028\u2029]/);
    expect(line).toBeGreaterThanOrEqual(1);
    expect(line).toBeLessThanOrEqual(lines.length);
    expect(column).toBeGreaterThanOrEqual(1);
    expect(column).toBeLessThanOrEqual([...(lines[line - 1] ?? '')].length + 1);
    expect(offset).toBeLessThanOrEqual(text.length);
    return;
  }
  const json = toJson(parsed.value);
  if (!json.ok) return;
  expect(() => JSON.parse(json.value)).not.toThrow();
  expect(jsonBytes(parsed.value)).toEqual({ ok: true, value: Buffer.byteLength(json.value) });
}

/** Pieces that mean something to a scanner, so that random texts get past its first token. */
const piece = fc.constantFrom(
  ...[
    'a',
    'b c',
    '1',
    '0x1f',
    '1.5',
    '~',
    '- ',
    '-',
    '? ',
    '?',
    ': ',
    ':',
    ', ',
    ',',
    '[',
    ']',
    '{',
    '}',
    '\n',
    '\n  ',
  ],
  ...[
    '\r\n',
    '\r',
    '\t',
    ' ',
    '#',
    ' # c',
    '"',
    "'",
    '\\',
    '\\x41',
    '|',
    '>',
    '|+2',
    '>-',
    '\n---\n',
    '\n...\n',
    '%YAML',
  ],
  ...[
    '&a',
    '*a',
    '!',
    '!!',
    '!!int ',
    '!x ',
    '!<x>',
    '%',
    '@',
    '`',
    '\ufeff',
    '\u0085',
    '\u2028',
    '\u0000',
    '😀',
    '\ud83d',
  ],
);
const document = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

describe('whatever the text', () => {
  it('a random one gives a value or an error with a place in it', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), check), { numRuns: RUNS });
  });

  it('one made of YAML pieces gives a value or an error with a place in it', () => {
    fc.assert(fc.property(document, check), { numRuns: RUNS });
  });

  it('a damaged real one gives a value or an error with a place in it', () => {
    const texts = ownVectors<{ yaml: string }>('config').map(({ yaml }) => yaml);
    const damage = fc.record({
      text: fc.constantFrom(...texts),
      at: fc.nat(),
      cut: fc.nat({ max: 3 }),
      insert: fc.array(piece, { maxLength: 2 }),
    });
    fc.assert(
      fc.property(damage, ({ text, at, cut, insert }) => {
        const start = at % (text.length + 1);
        check(text.slice(0, start) + insert.join('') + text.slice(start + cut));
      }),
      { numRuns: RUNS },
    );
  });

  it('JSON of ASCII text reads as itself', () => {
    const text = fc.string({ unit: 'grapheme-ascii' });
    const leaf = fc.oneof(text, fc.boolean(), fc.constant(null), fc.integer(), fc.double({ max: 1e15, min: -1e15 }));
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('tree')), fc.dictionary(text, tie('tree'))),
    }));
    fc.assert(
      fc.property(fc.dictionary(text, tree), (value) => {
        const written = JSON.stringify(value);
        const parsed = parseYaml(written);
        const json = parsed.ok ? toJson(parsed.value) : parsed;
        expect(json.ok && JSON.parse(json.value)).toEqual(JSON.parse(written));
      }),
      { numRuns: 1000 },
    );
  });
});
