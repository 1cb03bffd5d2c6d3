import assert from 'node:assert/strict';
import fc from 'fast-check';
import { resolveRunner } from '../../../src/core/naming/resolve';
import { parseRunners, readRunners } from '../../../src/core/naming/runners';
import { mutated, pieces, repeated, utf8 } from '../mutate';
import { goldenBytes } from '../seeds';
import { target } from '../target';

const PIECES = [
  ...[
    '[[runner]]\n',
    '[runner]\n',
    '[[runner',
    ']]',
    '[',
    ']',
    '{',
    '}',
    '=',
    ' = ',
    ',',
    '.',
    '\n',
    '\r\n',
    '\r',
    '#',
    '# c\n',
  ],
  ...[
    'id = "a"\n',
    'capability = "naming-runner"\n',
    'command = ["a", "{packet_file}"]\n',
    'naming_timeout_secs = 1\n',
  ],
  ...['timeout_secs = 99999999999999999999\n', 'workspace_allowlist = ["/a"]\n', 'gate_command = []\n', 'x.y.z = 1\n'],
  ...[
    '"',
    "'",
    '"""',
    "'''",
    '\\',
    '\\u0000',
    '\\ud800',
    '\\U0010ffff',
    '1',
    '-0',
    '0x',
    '1e400',
    'inf',
    'nan',
    '1979-05-27',
  ],
  ...[
    'true',
    'runner',
    '__proto__',
    'constructor',
    '[__proto__]\n',
    '\ufeff',
    '\0',
    '\x7f',
    '😀',
    '\ud83d',
    '\u2028',
    '\t',
  ],
];

function check(bytes: Uint8Array): void {
  const reading = readRunners(bytes);
  const parsed = parseRunners(bytes);
  assert.equal(parsed.ok, reading.first === null, 'both readings agree');
  for (const { refusals } of reading.rows) for (const { message } of refusals) assert.match(message, /\S/);
  if (reading.first !== null) assert.match(reading.first.message, /\S/);
  if (!parsed.ok) return;
  for (const id of [null, 'a', '__proto__']) resolveRunner(parsed.value, id);
}

export const toml = target({
  name: 'toml',
  what: 'runners.toml files: read, refused, resolved',
  limitMs: 2000,
  cases: fc.oneof(
    { weight: 4, arbitrary: utf8(pieces(PIECES)) },
    { weight: 4, arbitrary: mutated(fc.constantFrom(...goldenBytes('runners', ['toml']))) },
    { weight: 1, arbitrary: utf8(repeated(PIECES)).map((bytes) => bytes.subarray(0, 1 << 20)) },
  ),
  check,
});
