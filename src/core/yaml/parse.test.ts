import { describe, expect, it } from 'vitest';
import { asString, jsonBytes, mapGet, parseYaml, parseYamlDocument, toJson, type YamlNode } from '.';

function rootOf(text: string): YamlNode {
  const parsed = parseYaml(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

const jsonOf = (text: string) => toJson(rootOf(text));

describe('places', () => {
  it('are offsets in UTF-16 units, lines and columns in code points', () => {
    const text = 'a: 😀 b\r\n"k 😀" : [x, "y\n  z"]\n';
    const root = rootOf(text);
    const second = root.kind === 'map' ? root.entries[1] : undefined;
    const cut = (node: YamlNode | undefined) => node && text.slice(node.range.start, node.range.end);
    expect(cut(mapGet(root, 'a'))).toBe('😀 b');
    expect(mapGet(root, 'a')?.range).toMatchObject({ line: 1, column: 4, endLine: 1, endColumn: 7 });
    expect(cut(second?.key)).toBe('"k 😀"');
    expect(cut(second?.value)).toBe('[x, "y\n  z"]');
    expect(second?.value.range).toMatchObject({ line: 2, column: 9, endLine: 3, endColumn: 6 });
  });

  it('of a block mapping run from its first key to the end of its last value', () => {
    const text = 'a:\n  b: 1\n  c: 2\n\n# end\nd: 3\n';
    const inner = mapGet(rootOf(text), 'a');
    expect(inner && text.slice(inner.range.start, inner.range.end)).toBe('b: 1\n  c: 2');
  });

  it('of a tagged value take the tag in', () => {
    const text = 'a: !x {b: 1}\n';
    const value = mapGet(rootOf(text), 'a');
    expect(value && text.slice(value.range.start, value.range.end)).toBe('!x {b: 1}');
  });

  it('are kept of anchors, aliases, tags and flow collections, in order', () => {
    const text = 'a: &x !!str 1\nb: *x\nc: {d: [e]}\n';
    const document = parseYamlDocument(text);
    const notes = document.ok ? document.value.syntax : [];
    expect(notes.map(({ what, range }) => [what, text.slice(range.start, range.end)])).toEqual([
      ['anchor', '&x'],
      ['tag', '!!str'],
      ['alias', '*x'],
      ['flow', '{'],
      ['flow', '['],
    ]);
  });

  it('come with the style of scalars and collections', () => {
    const root = rootOf('p: a\ns: \'a\'\nd: "a"\nl: |\n  a\nf: >\n  a\nc: []\nb:\n- a\n');
    const styles = root.kind === 'map' ? root.entries.map(({ value }) => ('style' in value ? value.style : value)) : [];
    expect(styles.slice(0, 5)).toEqual(['plain', 'single', 'double', 'literal', 'folded']);
    expect(styles.slice(5)).toMatchObject([{ flow: true }, { flow: false }]);
  });
});

describe('an error', () => {
  it.each([
    ['a: b: c\n', 1, 5, /':/],
    ['a: 1\n b\n\tc: 2\n', 3, 1, /tab/],
    ['a: 1\nb\nc: 2\n', 2, 1, /no ':' follows/],
    ['a: "x\nb: 1\n', 3, 1, /does not end/],
    ['k: 😀😀 \u0007\n', 1, 7, /U\+0007/],
    ['a: [1, 2\n', 2, 1, /',' or '\]'/],
    ['a: "\\q"\n', 1, 5, /escape/],
    ['a: *b\n', 1, 4, /\*b names no anchor/],
    ['a: 1\n---\nb: 2\n', 2, 1, /more than one document/],
    ['%YAML 1.3\n---\na\n', 1, 1, /1\.1 and 1\.2/],
    ['a: !!int x\n', 1, 4, /an integer/],
    ['a: 18446744073709551616\n', 1, 4, /64 bits/],
    ['a: !e!x 1\n', 1, 4, /handle !e!/],
  ])('in %j stands at %i:%i', (text, line, column, message) => {
    const parsed = parseYaml(text);
    expect(parsed).toMatchObject({ ok: false, error: { line, column, message: expect.stringMatching(message) } });
  });

  it('about a repeated key stands at the mapping, as in Murmur, and names the second key', () => {
    expect(parseYaml('x:\n  a: 1\n  b: 2\n  "a": 3\n')).toMatchObject({
      ok: false,
      error: {
        message: 'duplicate entry with key "a", again at line 4 column 3',
        line: 2,
        column: 3,
        repeated: { line: 4, column: 3 },
      },
    });
  });

  it('at the end of a text without a last line break stands inside the text', () => {
    expect(parseYaml('[a')).toMatchObject({ ok: false, error: { line: 1, column: 3, offset: 2 } });
  });
});

describe('equal keys', () => {
  it.each([
    ['1: a\n0x1: b\n', false],
    ['1: a\n1.0: b\n', true],
    ['0.0: a\n-0.0: b\n', false],
    ['.nan: a\n.nan: b\n', false],
    ['{a: 1, b: [2]}: x\n{b: [2], a: 1}: y\n', false],
    ['[1, 2]: x\n[2, 1]: y\n', true],
    ['!x a: 1\na: 2\n', true],
    ['!x a: 1\n!x a: 2\n', false],
    ['~: 1\nnull: 2\n', false],
    ['"null": 1\nnull: 2\n', true],
    ['__proto__: 1\nconstructor: 2\n', true],
  ])('are compared by value: %j', (text, isFine) => {
    expect(parseYaml(text).ok).toBe(isFine);
  });
});

describe('limits', () => {
  it('let values nest 128 deep, aliases followed, and no deeper', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(parseYaml(nested(128)).ok).toBe(true);
    expect(parseYaml(nested(129))).toMatchObject({ ok: false, error: { message: /^recursion limit/ } });
    const aliased = (depth: number) => `a: &a ${nested(100)}\nb: ${'['.repeat(depth)}*a${']'.repeat(depth)}\n`;
    expect(parseYaml(aliased(27)).ok).toBe(true);
    expect(parseYaml(aliased(28)).ok).toBe(false);
  });

  it('refuse a node that contains itself', () => {
    expect(parseYaml('a: &x [*x]').ok).toBe(false);
    expect(parseYaml('a: &x {*x : 1}').ok).toBe(false);
    expect(jsonOf('a: &x [&x b, *x]')).toEqual({ ok: true, value: '{"a":["b","b"]}' });
  });

  it('refuse aliases that copy more than 100 steps for each event', () => {
    const bomb = (depth: number) =>
      `a0: &a0 x\n${Array.from({ length: depth }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]\n`).join('')}`;
    expect(parseYaml(bomb(5)).ok).toBe(true);
    expect(parseYaml(bomb(60))).toMatchObject({ ok: false, error: { line: null, column: null, offset: null } });
  });

  it('hold a simple key to one line and 1,024 bytes', () => {
    expect(parseYaml(`${'k'.repeat(1024)}: v`).ok).toBe(true);
    expect(parseYaml(`${'k'.repeat(1025)}: v`).ok).toBe(false);
    expect(parseYaml(`${'é'.repeat(512)}: v`).ok).toBe(true);
    expect(parseYaml(`${'é'.repeat(513)}: v`).ok).toBe(false);
    expect(parseYaml('"a\n b": v').ok).toBe(false);
  });

  it.each([
    ['open brackets', '['.repeat(1_000_000)],
    ['open braces', '{'.repeat(1_000_000)],
    ['nested items', '- '.repeat(500_000)],
    ['nested keys', '? '.repeat(500_000)],
    ['colons', ':'.repeat(1_000_000)],
    ['a deep staircase', Array.from({ length: 1400 }, (_, i) => `${' '.repeat(i)}a:\n`).join('')],
    ['bangs', '!'.repeat(1_000_000)],
    ['a control character at the very end', `${'😀'.repeat(500_000)}\u0001`],
  ])('stop %s without overflowing the stack', (_, text) => {
    expect(typeof parseYaml(text).ok).toBe('boolean');
  });
});

describe('JSON', () => {
  it('keeps integers digit by digit and the order of keys', () => {
    expect(jsonOf('10: a\n2: b\n__proto__: {x: -9223372036854775808}\nu: 18446744073709551615\n')).toEqual({
      ok: true,
      value: '{"10":"a","2":"b","__proto__":{"x":-9223372036854775808},"u":18446744073709551615}',
    });
  });

  it('is not built over a limit, and its size is known all the same', () => {
    const root = rootOf('a: &a [x, x, x]\nb: [*a, *a, *a]\n');
    // {"a":["x","x","x"],"b":[three times the same]}
    expect(jsonBytes(root)).toEqual({ ok: true, value: 67 });
    expect(toJson(root, 67)).toMatchObject({ ok: true });
    expect(toJson(root, 66)).toEqual({ ok: false, error: 'the JSON would take 67 bytes, over the limit of 66' });
  });

  it('is refused for keys that JSON cannot have', () => {
    expect(jsonOf('a: {[b]: c}')).toEqual({ ok: false, error: 'key must be a string' });
    expect(jsonOf('a: {.inf: c}')).toEqual({ ok: false, error: 'float key must be finite (got NaN or +/-inf)' });
  });
});

it('reads the text of a string through a local tag, and of nothing else', () => {
  const root = rootOf('a: !x b\nc: 1\nd: "1"\n');
  expect(['a', 'c', 'd', 'e'].map((key) => asString(mapGet(root, key)))).toEqual(['b', null, '1', null]);
});
