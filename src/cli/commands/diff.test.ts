import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeIo } from '../../../test/support/fake-io';
import { storedZip } from '../../../test/support/stored-zip';
import { runCli } from '../run';

const root = mkdtempSync(join(tmpdir(), 'murscope-diff-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

beforeAll(() => {
  const manifest = { name: 'murmur.yaml', content: 'name: a\nversion: 0.1.0\nruntime: tool\n' };
  const write = (name: string, bytes: Uint8Array) => writeFileSync(join(root, name), bytes);
  write('a.mur.zip', storedZip([manifest, { name: 'x.md', content: 'X' }, { name: 'y.md', content: 'Y' }]));
  write('b.mur.zip', storedZip([{ name: 'z.md', content: 'X' }, manifest, { name: 'y.md', content: 'YY' }]));
  write(
    'again.mur.zip',
    storedZip([{ name: 'y.md', content: 'Y' }, { name: 'x.md', content: 'X' }, manifest], 'a comment'),
  );
  write('text.mur.zip', Buffer.from('no archive'));
});

async function diff(...argv: string[]) {
  const fake = fakeIo({ cwd: root, env: { HOME: root } });
  const code = await runCli(['diff', ...argv], fake.io);
  return { code, out: fake.out(), complaints: fake.complaints };
}

describe('diff', () => {
  it.each(['--json', '--jsonl'])(
    'answers with one bare object under %s, and 1 where anything differs',
    async (form) => {
      const run = await diff(form, 'a.mur.zip', 'b.mur.zip');
      expect(run).toMatchObject({ code: 1, complaints: [] });
      const answer = JSON.parse(run.out);
      expect(Object.keys(answer)).toEqual(
        'added removed renamed changed manifest grants interfaces configs'.split(' '),
      );
      expect(answer).toMatchObject({
        added: [],
        removed: [],
        renamed: [{ from: 'x.md', to: 'z.md' }],
        changed: [{ name: 'y.md' }],
      });
      expect(run.out.trim().split('\n')).toHaveLength(1);
    },
  );

  it('is content with another order, comment and packing', async () => {
    const run = await diff('a.mur.zip', 'again.mur.zip');
    expect(run).toMatchObject({ code: 0, complaints: [] });
    expect(run.out).toContain('No difference. All 3 entries are the same in both.');
  });

  it('names the files as they were given', async () => {
    const { out, code } = await diff('./a.mur.zip', 'b.mur.zip');
    expect(code).toBe(1);
    expect(out.split('\n')[0]).toBe('./a.mur.zip → b.mur.zip');
    expect(out).not.toContain('\u001b');
  });

  it('says on one object which input cannot be read, and of a second one on stderr', async () => {
    expect(await diff('--json', 'a.mur.zip', 'nowhere')).toMatchObject({ code: 2, complaints: [] });
    const run = await diff('--json', 'text.mur.zip', 'nowhere');
    expect(run.code).toBe(2);
    expect(JSON.parse(run.out)).toMatchObject({
      file: 'text.mur.zip',
      ok: false,
      error: { code: null, message: expect.any(String) },
    });
    expect(run.complaints).toEqual(['nowhere: there is no such file. Check the path.']);
  });

  it('says in text form what cannot be read on stderr', async () => {
    const run = await diff('nowhere', 'elsewhere');
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(run.complaints.map((line) => line.split(':')[0]).sort()).toEqual(['elsewhere', 'nowhere']);
  });

  it('wants two packages', async () => {
    expect(await diff('a.mur.zip')).toMatchObject({ code: 2, out: '' });
  });

  it('stops on Ctrl-C without an answer', async () => {
    const fake = fakeIo({ cwd: root, env: { HOME: root }, signal: AbortSignal.abort() });
    expect(await runCli(['diff', 'a.mur.zip', 'b.mur.zip'], fake.io)).toBe(2);
    expect([fake.out(), fake.complaints]).toEqual(['', []]);
  });
});
