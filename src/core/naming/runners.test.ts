import { describe, expect, test } from 'vitest';
import { cpuTimer } from '../../../test/support/cpu';
import { ownVectors } from '../../../test/support/golden';
import { runnersJson } from '../report/naming';
import { parseRunners, RUNNERS_LIMIT, readRunners } from './runners';

interface Vector {
  readonly toml: string;
  readonly expect: { readonly ok?: unknown[]; readonly error?: string; readonly message?: string };
}
const bytes = (text: string) => new TextEncoder().encode(text);

describe('golden own/runners', () => {
  const vectors = ownVectors<Vector>('runners');
  test('there are 133 of them', () => expect(vectors).toHaveLength(133));
  test.each(vectors)('$toml', ({ toml, expect: wanted }) => {
    const read = parseRunners(bytes(toml));
    if (read.ok) {
      expect(wanted.error).toBeUndefined();
      expect(JSON.parse(runnersJson(read.value))).toEqual(wanted.ok);
      return;
    }
    expect(read.error.kind).toBe(wanted.error);
    if (read.error.kind === 'parse') expect(read.error.message.startsWith(wanted.message ?? '?')).toBe(true);
    else expect(read.error.message).toBe(wanted.message);
  });
});

const namer = (more: string) => `[[runner]]\nid = "n"\ncapability = "naming-runner"\ncommand = ["x"]\n${more}`;

test('the window sees every refusal of every runner', () => {
  const reading = readRunners(
    bytes(
      `${namer('timeout_secs = 0\nnaming_timeout_secs = 0\nworkspace_allowlist = ["a", "/b", "c"]\n')}` +
        `${namer('')}[[runner]]\nid = "b"\ncapability = "build-runner"\ncommand = ["x"]\n`,
    ),
  );
  expect(
    reading.rows.map((row) => row.refusals.map((refusal) => `${refusal.kind}: ${refusal.message.slice(0, 46)}`)),
  ).toEqual([
    [
      "field: runner 'n': field `workspace_allowlist` 'a' is",
      "field: runner 'n': field `workspace_allowlist` 'c' is",
      "field: runner 'n': field `timeout_secs` must be great",
      "field: runner 'n': field `naming_timeout_secs` must b",
    ],
    ["duplicate-id: duplicate runner id 'n' — runner ids must be u"],
    [
      "field: runner 'b': field `command` must contain the `",
      "field: runner 'b': field `gate_command` must name the",
      "field: runner 'b': field `workspace_allowlist` must l",
    ],
  ]);
  expect(reading.first).toEqual(reading.rows[0]?.refusals[0]);
});

test('a table with a wrong type keeps the others in view, and comes before every rule', () => {
  const reading = readRunners(bytes(`${namer('timeout_secs = 0\n')}[[runner]]\nid = "m"\ncommand = ["x", 1]\n`));
  expect(reading.rows[0]?.runner?.id).toBe('n');
  expect(reading.rows[1]).toMatchObject({ id: 'm', runner: null });
  expect(reading.rows[1]?.refusals.map((refusal) => refusal.message)).toEqual([
    'runners.toml is not valid TOML: runner 2: `capability` is missing',
    'runners.toml is not valid TOML: runner 2: `command` must be texts (element 2)',
  ]);
  expect(reading.first?.kind).toBe('parse');
});

test('a broken line is named with its place', () => {
  expect(readRunners(bytes('[[runner]]\nid = "a\n')).first).toMatchObject({ kind: 'parse', place: { line: 2 } });
});

test.each([
  ['bytes that are not UTF-8', Uint8Array.of(0x23, 0xff)],
  ['more than 1 MiB', bytes('#'.repeat(RUNNERS_LIMIT + 1))],
  ['arrays inside arrays without end', bytes(`a = ${'['.repeat(500_000)}`)],
  ['a million dots', bytes(`${'a.'.repeat(500_000)}b = 1`)],
])('%s is a refusal, not a crash', (_, given) => {
  expect(readRunners(given).first).toMatchObject({ kind: expect.stringMatching(/parse|empty/) });
});

test('as many empty tables as a file can hold are each refused, without much processor time', () => {
  const spent = cpuTimer();
  const { rows } = readRunners(bytes('[[runner]]\n'.repeat(Math.floor(RUNNERS_LIMIT / 11))));
  expect(rows.length).toBeGreaterThan(95_000);
  expect(
    rows
      .at(-1)
      ?.refusals.map(({ message }) => message)
      .join(),
  ).toMatch(/: `command` is missing/);
  // It was six seconds.
  expect(spent()).toBeLessThan(3000);
});

test('keys that mean something to JavaScript are only unknown keys', () => {
  const read = parseRunners(bytes(namer('__proto__ = { id = "evil" }\nconstructor = 1\n')));
  expect(read).toMatchObject({ ok: true, value: [{ id: 'n' }] });
});

test('an integer over 64 bits is no TOML for the daemon, wherever it stands', () => {
  expect(readRunners(bytes(namer('x.y = [1, -9223372036854775809]\n'))).first?.kind).toBe('parse');
  expect(readRunners(bytes(namer('x.y = [1, -9223372036854775808]\n'))).first).toBeNull();
});

test('a 64-bit time-out keeps its digits', () => {
  const read = parseRunners(bytes(namer('naming_timeout_secs = 9223372036854775807\n')));
  expect(read.ok && runnersJson(read.value)).toContain('"naming_timeout_secs":9223372036854775807');
});
