import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import fc from 'fast-check';
import { runCli } from '../../../src/cli/run';
import { COMMANDS } from '../../../src/cli/table';
import { showName } from '../../../src/core/text/visible';
import { fakeIo } from '../../support/fake-io';
import { target } from '../target';

/** Every option that any command registers, as it is written. */
async function knownOptions(): Promise<string[]> {
  const flags = new Set(['--help', '-h', '--version', '-V', '--']);
  for (const row of COMMANDS) {
    const program = new Command();
    (await row.load()).register(program, async () => {});
    for (const command of [program, ...program.commands, ...program.commands.flatMap((group) => group.commands)])
      for (const { long, short } of command.options) for (const flag of [long, short]) if (flag) flags.add(flag);
  }
  return [...flags].sort();
}

const SAMPLES = join(process.cwd(), 'resources/samples');
/** Names of a folder made for each case: packages, manifests, skills, runners, blocks, and what none of them is. */
const NAMES = [
  ...[
    'good.mur.zip',
    'hostile.mur.zip',
    'cut.mur.zip',
    'empty',
    'binary',
    'skill',
    'skill/SKILL.md',
    'project',
    '.',
    '',
  ],
  ...[
    'murmur.yaml',
    'config.yaml',
    'runners.toml',
    'blocks.jsonl',
    'secret',
    'absent',
    'good.mur.zip!/murmur.yaml',
    'store',
  ],
];
const VALUES = [
  ...[
    'local/a@1.0.0',
    'local/a@',
    'a',
    'murmur.yaml',
    'prompts/system.md',
    '0',
    '1',
    '-1',
    '70000',
    '1e9',
    'NaN',
    'all',
    'json',
  ],
  ...[
    'murmur-0.9',
    'murmur-0.10,clients',
    'error',
    'warning',
    '0.9',
    '\x1b[31mred',
    '\u202egpj',
    '__proto__',
    '-',
    '--',
    '=',
  ],
];

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'murscope-fuzz-'));
  const put = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content);
  cpSync(join(SAMPLES, 'good-capsule-1.2.0.mur.zip'), join(folder, 'good.mur.zip'));
  cpSync(join(SAMPLES, 'hostile-0.0.1.mur.zip'), join(folder, 'hostile.mur.zip'));
  for (const made of ['skill', 'project', 'store']) mkdirSync(join(folder, made));
  put('cut.mur.zip', 'PK\x03\x04 cut');
  put('empty', '');
  put('binary', new Uint8Array([0, 255, 254, 27, 91, 51, 49, 109, 10]));
  put('skill/SKILL.md', '---\nname: skill\ndescription: \x1b[31mUse it: always.\nversion: 1.10\n---\n');
  put('project/murmur.yaml', 'name: project\nversion: 0.1.0\nruntime: tool\n');
  put(
    'murmur.yaml',
    'name: here\nversion: 0.1.0\nruntime: tool\nartifacts:\n  - {name: a/b, runtime: tool, config: {a: 1}}\n',
  );
  put('config.yaml', 'a: 1\nb: [~, 2.50]\n');
  put('runners.toml', '[[runner]]\nid = "a"\ncapability = "naming-runner"\ncommand = ["/bin/false"]\n');
  put('blocks.jsonl', '{"block_id": "\\u001b[31ma", "packet": {"x": 1}}\n');
  put('secret', 'no secret');
  return folder;
}

const options = await knownOptions();
/** No word may lead out of the folder: some commands write where they are told. */
const inside = (word: string) => !word.startsWith('/') && !word.includes('..') && !word.startsWith('~');
const word = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 6, arbitrary: fc.constantFrom(...options) },
  { weight: 3, arbitrary: fc.constantFrom(...VALUES) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...options), fc.constantFrom(...NAMES, ...VALUES))
      .map((pair) => pair.join('=')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }).filter(inside) },
);
const cases = fc.record({
  // Without a command's name the window would open.
  command: fc.constantFrom(...COMMANDS.map(({ name }) => name), 'help', 'skill', 'store', 'skill chekc'),
  words: fc.array(word, { maxLength: 6 }),
  stdin: fc.oneof(
    fc.constantFrom('{"name": "a", "purpose": "b"}\n', 'a: 1\n', ''),
    fc.string({ unit: 'binary', maxLength: 40 }),
  ),
});
type Line = typeof cases extends fc.Arbitrary<infer L> ? L : never;

/** A stop that a person would give in the end, for commands that wait. */
const PATIENCE_MS = 150;

async function check({ command, words, stdin }: Line): Promise<void> {
  const folder = makeFolder();
  try {
    const stop = new AbortController();
    const waits = command === 'serve' || command === 'name';
    const timer = waits ? setTimeout(() => stop.abort(), PATIENCE_MS) : undefined;
    const env = { HOME: join(folder, 'store'), MURSCOPE_COLUMNS: '80' };
    const fake = fakeIo({ cwd: folder, env, stdin, signal: stop.signal });
    const code = await runCli([...command.split(' '), ...words], fake.io);
    clearTimeout(timer);
    assert.ok([0, 1, 2].includes(code), `exit code ${code}`);
    for (const line of fake.complaints) {
      assert.match(line, /\S/);
      assert.doesNotMatch(line, /\n\s+at |error in murscope itself/, 'no fault and no stack');
      assert.doesNotMatch(showName(line), /[\x00-\x1f\x7f]/, 'a complaint is one line');
    }
    if (code === 2) assert.ok(fake.complaints.length > 0 || fake.out() !== '', 'exit 2 says why');
    // An entry's bytes are given as they are; that is what `cat` is for. JSON gives names as they are, but no controls.
    const isJson = words.includes('--json') || words.includes('--jsonl');
    const acts = isJson ? /[\x00-\x08\x0b-\x1f]/ : /[\x00-\x08\x0b-\x1f\x7f\u202e]/;
    if (command !== 'cat') assert.doesNotMatch(fake.out(), acts, 'nothing acts on a terminal');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const argv = target({
  name: 'argv',
  what: 'command lines of every command with any options and arguments',
  limitMs: 3000,
  cases,
  check,
});
