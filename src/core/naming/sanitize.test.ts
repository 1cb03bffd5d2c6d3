import { expect, test } from 'vitest';
import { ownVectors } from '../../../test/support/golden';
import { parseAndSanitize } from './sanitize';

interface Vector {
  readonly line: string;
  readonly expect: { readonly ok?: { name: string; purpose: string }; readonly error?: string };
}
const INVALID = 'invalid naming JSON line: ';

test('golden own/naming-line: every line is answered as the original answers it', () => {
  const vectors = ownVectors<Vector>('naming-line');
  expect(vectors).toHaveLength(3062);
  const differing = vectors.flatMap(({ line, expect: wanted }) => {
    const given = parseAndSanitize(line);
    const said = given.ok ? given.value : given.error.startsWith(INVALID) ? INVALID : given.error;
    const should = wanted.ok ?? (wanted.error?.startsWith(INVALID) ? INVALID : wanted.error);
    return JSON.stringify(said) === JSON.stringify(should) ? [] : [{ line, said, should }];
  });
  expect(differing).toEqual([]);
});

test.each([
  [
    'a reason never repeats the hostile text',
    '{"name": "<script>evil()</script>", "purpose": "p"}',
    'name: HTML markup',
  ],
  ['the capital İ does not shift a URL out of sight', '{"name": "İ HTTP://x", "purpose": "p"}', 'name: URL'],
  ['a lone surrogate in a key is refused', '{"\\ud800": 1, "name": "a", "purpose": "b"}', INVALID],
  [
    'names that JavaScript knows are only keys',
    '{"__proto__": {"name": "x"}, "purpose": "b"}',
    `${INVALID}there is no \`name\``,
  ],
])('%s', (_, line, wanted) => {
  const given = parseAndSanitize(line);
  expect(given.ok ? given.value : given.error.slice(0, Math.max(wanted.length, 26))).toContain(wanted);
});

test('what is in keys that nobody reads does not matter', () => {
  const line = '{"x": ["\\ud800", 1e999, {"name": 1}], "name": "a", "y": -0.0, "purpose": "b"}';
  expect(parseAndSanitize(line)).toEqual({ ok: true, value: { name: 'a', purpose: 'b' } });
});

test('what nobody reads may be nested as deeply as it likes', () => {
  const line = `{"x": ${'['.repeat(100_000)}${']'.repeat(100_000)}, "name": "a", "purpose": "b"}`;
  expect(parseAndSanitize(line).ok).toBe(true);
});

test('a line of half a megabyte of brackets is refused at once', () => {
  expect(parseAndSanitize('['.repeat(524_288))).toMatchObject({ ok: false });
});
