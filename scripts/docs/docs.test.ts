import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Ajv from 'ajv';
import { describe, expect, it } from 'vitest';
import { examplesOf } from '../../src/cli/help';
import { runCli } from '../../src/cli/run';
import { COMMANDS } from '../../src/cli/table';
import { fakeIo } from '../../test/support/fake-io';
import { commandOf } from './command-line';
import { pages } from './pages';
import { jsonSchema, SCHEMAS } from './schemas';

const root = resolve(import.meta.dirname, '../..');

describe('the documentation', () => {
  it('is what npm run docs makes', async () => {
    for (const { path, text } of await pages()) expect(readFileSync(join(root, 'docs', path), 'utf8'), path).toBe(text);
  });

  it.each(COMMANDS.map((row) => [row.name, row] as const))('has two examples of %s at least', async (_, row) => {
    expect(examplesOf(await commandOf(row)).length).toBeGreaterThanOrEqual(2);
  });
});

const PACKAGES = ['good-capsule-1.2.0', 'echo-tool-0.3.0', 'release-notes-0.1.0', 'hostile-0.0.1'].map(
  (name) => `resources/samples/${name}.mur.zip`,
);
const RUNS: ReadonlyArray<readonly string[]> = [
  ['inspect', ...PACKAGES, 'absent'],
  ['inspect', '--deep', ...PACKAGES],
  ['files', PACKAGES[3] ?? ''],
  ['config', '--show', PACKAGES[0] ?? ''],
  ['skill', 'check', '--advice', 'resources/samples', 'absent'],
  ['diff', PACKAGES[0] ?? '', PACKAGES[3] ?? ''],
  ['runners', 'resources/samples/naming/runners.toml', 'resources/samples/naming/runners-refused.toml', 'absent'],
  ['explain', 'symlink', 'no-such-id'],
];

describe('the JSON schemas', () => {
  it.each(RUNS.map((argv) => [argv.slice(0, 2).join(' '), argv] as const))('hold for %s', async (_, argv) => {
    const schema = SCHEMAS.find(({ commands }) => commands.some((name) => argv.join(' ').startsWith(name)));
    if (schema === undefined) throw new Error('no schema');
    const valid = new Ajv({ strict: false }).compile(jsonSchema(schema));
    const { io, out } = fakeIo({ cwd: root });
    await runCli([...argv, '--jsonl'], io);
    const lines = out().trimEnd().split('\n');
    expect(lines[0]).not.toBe('');
    for (const line of lines)
      expect(valid(JSON.parse(line)), `${JSON.stringify(valid.errors)} ${line.slice(0, 300)}`).toBe(true);
  });
});
