import { expect, test } from 'vitest';
import { type BatchEvent, BLOCK_STATES, type BlockState } from '../../shared/models/naming';
import { callLine, commandLine, progressLine, secondsText } from './naming-text';

function event(states: Partial<Record<BlockState, number>>, more: Partial<BatchEvent> = {}): BatchEvent {
  const all = Object.fromEntries(BLOCK_STATES.map((state) => [state, states[state] ?? 0])) as Record<
    BlockState,
    number
  >;
  const total = Object.values(all).reduce((sum, count) => sum + count, 0);
  return {
    phase: 'running',
    counters: { total, states: all },
    elapsedMs: 4120,
    estimateMs: null,
    changed: [],
    ...more,
  };
}

test.each([
  [event({ queued: 3, running: 4 }), '0 of 7 · 4 running · 0 named · 4.1 s'],
  [
    event({ queued: 1, running: 1, ok: 2, timeout: 1, 'bad-output': 1, cancelled: 2 }, { estimateMs: 61_000 }),
    '6 of 8 · 1 running · 2 named · 2 failed · 2 cancelled · 4.1 s · about 1 min 1 s to go (estimate)',
  ],
])('progress tells what is done of how much, and calls an estimate an estimate', (given, wanted) => {
  expect(progressLine(given)).toBe(wanted);
});

test.each([
  [0, '0.0 s'],
  [59_949, '59.9 s'],
  [60_000, '1 min 0 s'],
  [3_661_000, '61 min 1 s'],
])('%d ms are %s', (ms, wanted) => expect(secondsText(ms)).toBe(wanted));

test('a command is shown as it would be typed, with nothing hidden in it', () => {
  expect(commandLine(['node', 'a b.mjs', '{packet_file}', '', "it's", '$(x)', '\u202e\n'])).toBe(
    "node 'a b.mjs' {packet_file} '' 'it'\\''s' '$(x)' '⟨U+202E⟩⟨U+000A⟩'",
  );
});

test('a call is one line, whatever its runner is called', () => {
  const call = { at: 0, status: 200, what: 'a\nb', blocks: 2, failed: 1, ms: 1500 };
  expect(callLine(call)).toBe('1970-01-01T00:00:00.000Z 200 a⟨U+000A⟩b, 2 blocks, 1 failed, 1.5 s\n');
});
