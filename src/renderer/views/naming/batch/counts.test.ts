import { expect, test } from 'vitest';
import { ALL_STATES, blockTime, countsOf, duration } from './counts';

test('what a person reads of the counters adds up to the total', () => {
  const states = {
    queued: 18,
    running: 4,
    ok: 31,
    'bad-output': 3,
    timeout: 2,
    'exit-nonzero': 1,
    'spawn-failed': 0,
    cancelled: 1,
  };
  const counts = countsOf({ total: 60, states });
  expect(counts).toMatchObject({ done: 38, named: 31, failed: 6, running: 4, queued: 18, cancelled: 1 });
  expect(counts.kinds).toEqual([
    ['bad-output', 3],
    ['timeout', 2],
    ['exit-nonzero', 1],
  ]);
  expect(counts.named + counts.failed + counts.running + counts.queued + counts.cancelled).toBe(counts.total);
  expect(new Set(ALL_STATES)).toEqual(new Set(Object.keys(states)));
});

test.each([
  [0, '0 s'],
  [12_400, '12 s'],
  [59_600, '1 min 0 s'],
  [200_000, '3 min 20 s'],
  [3_840_000, '1 h 4 min'],
])('%d ms are %s', (ms, text) => expect(duration(ms)).toBe(text));

test.each([
  [4, '0.00 s'],
  [310, '0.31 s'],
  [9_994, '9.99 s'],
  [9_996, '10.0 s'],
  [20_000, '20.0 s'],
  [99_960, '100 s'],
  [124_300, '124 s'],
])('a block of %d ms took %s', (ms, text) => expect(blockTime(ms)).toBe(text));
