import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BlockGatherer } from '../../../src/core/naming/block';
import { parseNameRequest } from '../../../src/core/naming/endpoint/request';
import { JsonReader } from '../../../src/core/naming/json/reader';
import { JsonProblem } from '../../../src/core/naming/json/token';
import { excerpt, judge } from '../../../src/core/naming/judge';
import { parseLine } from '../../../src/core/naming/line';
import { NAME_LIMIT, PURPOSE_LIMIT, parseAndSanitize } from '../../../src/core/naming/sanitize';
import { codePointLength } from '../../../src/core/text/white';
import { mutated, pieces, repeated, utf8 } from '../mutate';
import { goldenBytes } from '../seeds';
import { target } from '../target';

const PIECES = [
  ...[
    '{"name": "',
    '", "purpose": "',
    '"}',
    '{',
    '}',
    '[',
    ']',
    '"',
    ':',
    ',',
    '\\',
    '\\u0000',
    '\\ud800',
    '\\udc00',
    '\\n',
  ],
  ...[
    '"name"',
    '"purpose"',
    '"__proto__"',
    '"block_id": "a", "packet": ',
    '{"blocks": [',
    'null',
    'true',
    '1e999',
    '-0',
    '0.1',
  ],
  ...[
    '\n',
    '\r\n',
    ' ',
    '\t',
    '\ufeff',
    '\u00a0',
    '\u0085',
    '\u2028',
    '\0',
    '\x1b[2J',
    '\u202e',
    '\u200b',
    '😀',
    '\ud83d',
  ],
  ...['```', '<think>', 'https://x.org', 'a@b', 'x'.repeat(41), 'a'.repeat(64), 'e\u0301', 'İ', '12345678901234567890'],
];

/** JSON read in one piece and in many must be told alike. */
function readBlocks(bytes: Uint8Array, step: number): string {
  const gatherer = new BlockGatherer(0);
  const reader = new JsonReader(gatherer);
  try {
    for (let at = 0; at < bytes.length; at += step) reader.push(bytes.subarray(at, at + step));
    reader.end();
    return `${gatherer.blocks.length} blocks`;
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    return `${error.message} ${error.place.line}:${error.place.column}`;
  }
}

function check(bytes: Uint8Array): void {
  const text = Buffer.from(bytes).toString('utf8');
  parseLine(text);
  const named = parseAndSanitize(text);
  if (named.ok) {
    assert.ok(codePointLength(named.value.name) <= NAME_LIMIT && codePointLength(named.value.purpose) <= PURPOSE_LIMIT);
    assert.doesNotMatch(named.value.name + named.value.purpose, /\p{Cc}|\p{Cs}/u);
  } else assert.match(named.error, /\S/);
  const outcome = judge(
    { kind: 'exited', code: 0, signal: null },
    10n,
    () => text,
    () => text,
  );
  assert.equal(outcome.state === 'ok', outcome.name !== null, 'only a good answer has a name');
  assert.ok(excerpt(text).length <= 4096);
  parseNameRequest([bytes.subarray(0, bytes.length >> 1), bytes.subarray(bytes.length >> 1)]);
  assert.equal(readBlocks(bytes, Math.max(1, bytes.length)), readBlocks(bytes, bytes.length > 4000 ? 997 : 1));
}

export const lines = target({
  name: 'lines',
  what: 'what runners print and callers send: lines, blocks files, calls of /name',
  limitMs: 2000,
  cases: fc.oneof(
    { weight: 4, arbitrary: utf8(pieces(PIECES)) },
    { weight: 4, arbitrary: mutated(fc.constantFrom(...goldenBytes('naming-line', ['line']))) },
    { weight: 1, arbitrary: utf8(repeated(PIECES)).map((bytes) => bytes.subarray(0, 1 << 20)) },
  ),
  check,
});
