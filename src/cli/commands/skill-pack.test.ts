import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fakeIo } from '../../../test/support/fake-io';
import { SkillFolders, soundSkill } from '../../../test/support/skill-folders';
import { runCli } from '../run';
import type { CommandRow } from '../table';

const ROWS: readonly CommandRow[] = [
  { name: 'skill pack', usage: '', summary: '', load: () => import('./skill-pack') },
];
const folders = new SkillFolders();
afterAll(() => folders.remove(), 60_000);

async function run(cwd: string, ...argv: string[]) {
  const fake = fakeIo({ cwd });
  const code = await runCli(['skill', 'pack', ...argv], fake.io, ROWS);
  return { code, out: fake.out(), complaints: fake.complaints };
}

describe('skill pack', () => {
  it('writes the same bytes twice, over the first, and says what it wrote', async () => {
    const folder = folders.make('demo', { 'SKILL.md': soundSkill(), 'a.md': 'a' });
    const cwd = dirname(folder);
    const first = await run(cwd, 'demo', '-o', 'demo.mur.zip', '--json');
    const bytes = readFileSync(join(cwd, 'demo.mur.zip'));
    expect(first.code).toBe(0);
    expect(JSON.parse(first.out)).toEqual({
      file: 'demo.mur.zip',
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      entries: ['murmur.yaml', 'skill.md', 'a.md', 'murmur-build.json'],
    });
    const again = await run(folder, '.', '-o', '../demo.mur.zip');
    expect(again.out).toContain(`sha256 ${JSON.parse(first.out).sha256}\n  murmur.yaml\n  skill.md\n`);
    expect(Buffer.compare(bytes, readFileSync(join(cwd, 'demo.mur.zip')))).toBe(0);
  });

  it('takes name, version, summary and target from the command line', async () => {
    const folder = folders.make('demo', { 'SKILL.md': soundSkill() });
    const out = join(dirname(folder), 'x.mur.zip');
    const argv = ['--name', 'other', '--version', '2.0.0-rc.1', '--summary', 'S', '--for', '0.10', '--jsonl'];
    const { out: text } = await run('/', folder, '-o', out, ...argv);
    expect(JSON.parse(text).entries).toEqual(['murmur.yaml', 'SKILL.md', 'murmur-build.json']);
  });

  it.each([
    [
      'a refused name',
      ['--name', 'A'],
      1,
      {
        code: null,
        message: "invalid artifact name 'A': may contain only lowercase letters, digits and '-' (found 'A')",
      },
    ],
    [
      'what Murmur 0.10 refuses',
      ['--for', '0.10'],
      1,
      { code: 'E-BLD-009', message: "demo/SKILL.md: front block name 'other' differs from the folder name 'demo'" },
    ],
  ])('with %s writes nothing', async (_, argv, code, error) => {
    const folder = folders.make('demo', { 'SKILL.md': soundSkill('other') });
    const ran = await run(dirname(folder), 'demo', '-o', 'x.mur.zip', '--json', ...argv);
    expect(JSON.parse(ran.out)).toEqual({ error: { hint: expect.any(String), ...error } });
    expect(ran.code).toBe(code);
    expect(existsSync(join(dirname(folder), 'x.mur.zip'))).toBe(false);
  });

  it('of a folder that is not there, or is none, is exit 2', async () => {
    const folder = folders.make('demo', { 'a.md': '' });
    const gone = await run(folder, 'gone', '-o', 'x.mur.zip', '--json');
    expect([gone.code, JSON.parse(gone.out)]).toMatchObject([2, { path: 'gone', ok: false, error: { code: null } }]);
    const file = await run(folder, 'a.md', '-o', 'x.mur.zip');
    expect([file.code, file.out, file.complaints[0]]).toEqual([2, '', expect.stringContaining('is no folder')]);
    expect((await run(folder, '.')).code).toBe(2);
    expect((await run(folder, '.', '-o', 'x', '--for', '1.0')).complaints[0]).toContain("no Murmur '1.0'");
  });

  it('into a folder that is not there says so, and is exit 1', async () => {
    const folder = folders.make('demo', { 'SKILL.md': soundSkill() });
    const ran = await run(folder, '.', '-o', 'none/x.mur.zip', '--json');
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.out).error.message).toContain('No such file or directory (os error 2)');
  });
});
