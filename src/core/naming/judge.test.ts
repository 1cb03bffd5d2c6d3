import { describe, expect, test } from 'vitest';
import { excerpt, judge } from './judge';
import type { Ending } from './pool';

const of = (ending: Ending, stdout = '', stderr = '') => {
  const { state, name, purpose, error } = judge(
    ending,
    7n,
    () => stdout,
    () => stderr,
  );
  return [state, error ?? `${name} / ${purpose}`];
};
const exited = (code: number | null): Ending => ({ kind: 'exited', code, signal: code === null ? 'SIGSEGV' : null });
const GOOD = '{"name": "N", "purpose": "P"}';

test.each<[string, Ending, string, string, string[]]>([
  [
    'not started',
    { kind: 'not-started', why: 'naming runner spawn failed: x' },
    GOOD,
    '',
    ['spawn-failed', 'naming runner spawn failed: x'],
  ],
  [
    'over its time, whatever it printed',
    { kind: 'timeout' },
    GOOD,
    'e',
    ['timeout', 'naming runner timed out after 7s — killed'],
  ],
  ['cancelled', { kind: 'cancelled' }, GOOD, '', ['cancelled', 'cancelled']],
  [
    'status 3 comes before what was printed',
    exited(3),
    GOOD,
    'bad\n',
    ['exit-nonzero', 'naming runner exited with status 3: bad'],
  ],
  [
    'killed by a signal has no status',
    exited(null),
    GOOD,
    '',
    ['exit-nonzero', 'naming runner exited with status ?: (no stderr)'],
  ],
  ['no output', exited(0), '', 'e', ['bad-output', 'naming runner printed no output']],
  ['only blank output', exited(0), ' \n\t\u2003\r\n\n', '', ['bad-output', 'naming runner printed no output']],
  ['a good line', exited(0), GOOD, '', ['ok', 'N / P']],
  [
    'the last non-blank line counts',
    exited(0),
    `{"name": "old", "purpose": "x"}\nlog\n${GOOD}\r\n \n\n`,
    '',
    ['ok', 'N / P'],
  ],
  [
    'a bad last line, though an earlier one was good',
    exited(0),
    `${GOOD}\nx`,
    '',
    ['bad-output', 'invalid naming JSON line: `x` is not a JSON value (column 1)'],
  ],
  ['a hostile line', exited(0), '{"name": "<b>", "purpose": "x"}', '', ['bad-output', 'name: HTML markup']],
])('%s', (_, ending, stdout, stderr, wanted) => expect(of(ending, stdout, stderr)).toEqual(wanted));

describe('the excerpt of stderr', () => {
  test.each([
    ['nothing', '', '(no stderr)'],
    ['only blanks', ' \n \r\n', '(no stderr)'],
    ['the last line that is not blank, trimmed', 'first\n  second \r\n\n \n', 'second'],
    ['a line without end', 'first\nsecond', 'second'],
    ['a line end only in front', '\nx', 'x'],
    ['200 code points, not units', '😀'.repeat(201), '😀'.repeat(200)],
    ['what only JavaScript takes for a blank stays', '\ufeff\n', '\ufeff'],
    ['a next-line character is a blank', 'x\n\u0085', 'x'],
  ])('%s', (_, stderr, wanted) => expect(excerpt(stderr)).toBe(wanted));
});
