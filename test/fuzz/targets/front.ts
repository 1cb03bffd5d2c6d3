import assert from 'node:assert/strict';
import fc from 'fast-check';
import { FINDINGS_PER_RULE } from '../../../src/core/skill/check';
import { applyEdits } from '../../../src/core/skill/edits';
import { ruleSetSchema } from '../../../src/shared/models/skill';
import { checkSkillBytes } from '../../support/skill-bytes';
import { mutated, pieces, repeated, utf8 } from '../mutate';
import { goldenBytes } from '../seeds';
import { target } from '../target';

const RULE_SETS = ruleSetSchema.options;

const PIECES = [
  ...[
    '---\n',
    '---\n',
    '---',
    '--- \n',
    '---\r\n',
    '\n',
    '\r\n',
    '\r',
    '  ',
    '\t',
    ': ',
    ':',
    '- ',
    '# ',
    '#',
    '> ',
    '|\n',
  ],
  ...['name: ', 'name: Demo', 'name: 12\n', 'Name: demo\n', 'nmae: demo\n', 'description: ', 'description: a: b\n'],
  ...[
    'description: >-\n  folded\n',
    'license: 3\n',
    'compatibility: true\n',
    'metadata:\n  version: 1.10\n',
    'version: 1.10\n',
  ],
  ...[
    'allowed-tools: [Read, Write]\n',
    'allowed-tools:\n  - Read\n',
    'allowed-tools: Read,Write\n',
    '"',
    "'",
    '[',
    ']',
    '{',
    '}',
  ],
  ...[
    '&a',
    '*a',
    '!!str ',
    '\ufeff',
    '\u00a0',
    '\u0085',
    '\u2028',
    '\0',
    '\x1b[31m',
    '\u202e',
    '😀',
    '\ud83d',
    'é',
    'İ',
  ],
  ...['<tag>', '](x.md)', '[a](../b.md)', '`scripts/a.py`', 'https://x', '${', 'x'.repeat(1100), 'claude', 'anthropic'],
];

/** UTF-16 either way round, with its mark; as an editor may have saved it. */
function utf16(bytes: Uint8Array, swapped: boolean): Uint8Array {
  const little = Buffer.from(`\ufeff${Buffer.from(bytes).toString('utf8')}`, 'utf16le');
  return new Uint8Array(swapped ? little.swap16() : little);
}

/** A finding may stand many times and say several things one after the other; fixing them must come to an end. */
const STEPS = 12;

/** How many fixes of one kind it takes until there is none; those that shorten the file cannot go on for ever. */
async function stepsOf(id: string, start: Uint8Array, most: number): Promise<number> {
  let bytes = start;
  for (let step = 1; step <= most; ) {
    const { findings } = await checkSkillBytes(bytes, 'demo', RULE_SETS);
    const fix = findings.find((finding) => finding.id === id && finding.fix !== undefined)?.fix;
    const fixed = fix && applyEdits(bytes, fix.edits);
    if (!fixed) return step;
    if (fixed.length >= bytes.length) step++;
    bytes = fixed;
  }
  return most + 1;
}

async function check(bytes: Uint8Array): Promise<void> {
  const report = await checkSkillBytes(bytes, 'demo', RULE_SETS);
  assert.deepEqual(await checkSkillBytes(bytes, 'demo', RULE_SETS), report, 'a check says the same twice');
  const perRule = new Map<string, number>();
  for (const { id, message, line, column, fix } of report.findings) {
    assert.match(message, /\S/);
    assert.ok(line >= 1 && column >= 1, `${id} has a place`);
    perRule.set(id, (perRule.get(id) ?? 0) + 1);
    if (fix === undefined || perRule.get(id) !== 1) continue;
    const fixed = applyEdits(bytes, fix.edits);
    assert.ok(fixed !== null, `the fix of ${id} fits its file`);
    let [at, out] = [0, 0];
    for (const { start, end, text } of fix.edits) {
      const kept = bytes.subarray(at, start);
      assert.equal(Buffer.compare(kept, fixed.subarray(out, out + kept.length)), 0, `the fix of ${id} keeps the rest`);
      out += kept.length + Buffer.byteLength(text);
      at = end;
    }
    const most = report.findings.length + STEPS;
    assert.ok((await stepsOf(id, fixed, most)) <= most, `the fixes of ${id} come to an end`);
  }
  for (const [id, count] of perRule) assert.ok(count <= FINDINGS_PER_RULE + 1, `${id} is said ${count} times`);
}

const golden = goldenBytes('front-block', ['text']);
const made = pieces(PIECES, 30);
const framed = fc.tuple(made, made).map(([block, body]) => `---\nname: demo\n${block}\n---\n${body}`);

export const front = target({
  name: 'front',
  what: 'front blocks of skills: read, judged by every rule set, fixed',
  limitMs: 2000,
  cases: fc.oneof(
    { weight: 4, arbitrary: mutated(fc.constantFrom(...golden)) },
    { weight: 3, arbitrary: utf8(framed) },
    { weight: 2, arbitrary: utf8(made) },
    { weight: 1, arbitrary: utf8(repeated(PIECES, 2000)).map((bytes) => bytes.subarray(0, 200_000)) },
    { weight: 1, arbitrary: fc.tuple(utf8(framed), fc.boolean()).map(([bytes, swapped]) => utf16(bytes, swapped)) },
  ),
  check,
});
