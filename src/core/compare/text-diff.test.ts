import { describe, expect, it } from 'vitest';
import { modelOf } from '../../../test/support/compared';
import { component } from '../../../test/support/component';
import { cpuTimer } from '../../../test/support/cpu';
import { storedZip } from '../../../test/support/stored-zip';
import type { TextDiff } from '../../shared/models/compare';
import { entryTextDiff, TEXT_DIFF_LIMITS, textDiff } from './text-diff';

const MARKS = { same: ' ', removed: '-', added: '+' } as const;

/** A diff as people know it. */
function shown(diff: TextDiff): string[] {
  if (diff.kind !== 'text') return [diff.kind];
  return diff.hunks.flatMap(({ fromLine, fromCount, toLine, toCount, lines }) => [
    `@ ${fromLine},${fromCount} ${toLine},${toCount}`,
    ...lines.map(({ kind, text, last }) => `${MARKS[kind]}${text}${last ? '$' : ''}`),
  ]);
}
const diffOf = (from: string | null, to: string | null, limits = TEXT_DIFF_LIMITS) =>
  textDiff(from === null ? null : Buffer.from(from), to === null ? null : Buffer.from(to), limits);
const lines = (...given: string[]) => given.map((line) => `${line}\n`).join('');
const count = (length: number) => Array.from({ length }, (_, index) => String(index + 1));

const CASES: readonly [what: string, from: string | null, to: string | null, expected: string[]][] = [
  [
    'one line among others',
    lines(...count(9)),
    lines('1', '2', '3', '4', 'five', '6', '7', '8', '9'),
    ['@ 2,7 2,7', ' 2', ' 3', ' 4', '-5', '+five', ' 6', ' 7', ' 8'],
  ],
  [
    'the first and the last line',
    lines(...count(9)),
    lines('0', ...count(8)),
    ['@ 1,3 1,4', '+0', ' 1', ' 2', ' 3', '@ 6,4 7,3', ' 6', ' 7', ' 8', '-9'],
  ],
  [
    'changes that stand together',
    lines('a', 'x', 'b', 'y', 'c'),
    lines('a', 'X', 'b', 'Y', 'c'),
    ['@ 1,5 1,5', ' a', '-x', '+X', ' b', '-y', '+Y', ' c'],
  ],
  ['all of a new entry', null, 'a\nb', ['@ 0,0 1,2', '+a', '+b$']],
  ['all of a removed entry', 'a\n', null, ['@ 1,1 0,0', '-a']],
  ['text that became empty', 'a\n', '', ['@ 1,1 0,0', '-a']],
  ['a missing line end', 'a\nb\n', 'a\nb', ['@ 1,2 1,2', ' a', '-b', '+b$']],
  ['nothing', 'a', 'a', ['same']],
  ['words of a language that is no ASCII', 'grüß\n', 'gruß\n', ['@ 1,1 1,1', '-grüß', '+gruß']],
  ['names of objects', '__proto__\n', 'constructor\n', ['@ 1,1 1,1', '-__proto__', '+constructor']],
];

describe('a text diff', () => {
  it.each(CASES)('shows %s', (_, from, to, expected) => {
    expect(shown(diffOf(from, to))).toEqual(expected);
  });

  it('counts lines and says how they end where that differs', () => {
    expect(diffOf('a\nb\n', 'a\r\nb\r\n')).toMatchObject({
      added: 2,
      removed: 2,
      lineEnds: { from: 'LF', to: 'CRLF' },
      encoding: null,
    });
    const utf16 = Buffer.from('\ufeffa\nc\n', 'utf16le');
    expect(textDiff(Buffer.from('a\nb\n'), utf16)).toMatchObject({
      added: 1,
      removed: 1,
      encoding: { from: 'utf-8', to: 'utf-16le' },
    });
  });

  it('of bytes that are no text says what they are', () => {
    const [from, to] = [component([]), Buffer.concat([component([]), Buffer.from([0])])];
    expect(textDiff(from, to)).toEqual({
      kind: 'binary',
      from: { size: from.length, looksLike: 'WebAssembly component' },
      to: { size: to.length, looksLike: 'WebAssembly component' },
    });
    expect(textDiff(null, to)).toMatchObject({ kind: 'binary', from: null });
  });

  it('cuts long lines, and lists only so many', () => {
    const long = diffOf('x\n', `${'é'.repeat(1999)}😀 and on\n`);
    expect(long.kind === 'text' && long.hunks[0]?.lines[1]).toEqual({
      kind: 'added',
      text: 'é'.repeat(1999),
      cut: 9,
      last: false,
    });
    const many = diffOf('', lines(...count(30)), { ...TEXT_DIFF_LIMITS, shown: 10 });
    expect(many).toMatchObject({ added: 30, leftOut: 20, hunks: [{ toCount: 10 }] });
  });

  it('gives up on what is too large or too different, in time', () => {
    expect(diffOf('a\nb\nc', 'x', { ...TEXT_DIFF_LIMITS, lines: 2 })).toEqual({
      kind: 'too-large',
      from: 3,
      to: 1,
      limit: 2,
      unit: 'lines',
    });
    const made = (seed: number) =>
      lines(...Array.from({ length: 60_000 }, (_, index) => String((index * seed) % 60_013)));
    const spent = cpuTimer();
    expect(diffOf(made(7919), made(6353), { ...TEXT_DIFF_LIMITS, budget: 100 })).toEqual({
      kind: 'too-different',
      from: 60_000,
      to: 60_000,
    });
    expect(spent()).toBeLessThan(3000);
  });

  it('finds one changed line of a hundred thousand at once', () => {
    const all = count(100_000);
    const spent = cpuTimer();
    const diff = diffOf(lines(...all), lines(...all.map((line) => (line === '50000' ? 'here' : line))));
    expect(diff).toMatchObject({ kind: 'text', added: 1, removed: 1 });
    expect(spent()).toBeLessThan(2000);
  });
});

describe('the text diff of an entry', () => {
  it('reads both sides, also of what Murmur refuses to read', async () => {
    const good = storedZip([
      { name: 'a.txt', content: 'one\n' },
      { name: 'd/', kind: 'dir' },
    ]);
    const damaged = Buffer.from(good);
    damaged.write('two\n', damaged.indexOf('one\n'));
    const [a, b] = [await modelOf(good), await modelOf(damaged)];
    const at = (model: typeof a, index: number) => ({ archive: model.archive, index });
    expect(shown(entryTextDiff(at(a, 0), at(b, 0)))).toEqual(['@ 1,1 1,1', '-one', '+two']);
    expect(entryTextDiff(at(a, 1), at(b, 0))).toEqual({
      kind: 'unreadable',
      from: { code: null, message: 'a folder has no content' },
      to: null,
    });
    expect(entryTextDiff(at(a, 0), null, { ...TEXT_DIFF_LIMITS, bytes: 2 })).toEqual({
      kind: 'too-large',
      from: 4,
      to: null,
      limit: 2,
      unit: 'bytes',
    });
  });
});
