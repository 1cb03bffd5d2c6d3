import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { fakeIo } from '../../../test/support/fake-io';
import { copyOf, goldenStores, printed } from '../../../test/support/store';
import { runCli } from '../run';
import type { CommandRow } from '../table';

const load = () => import('./store');
const ROWS: readonly CommandRow[] = [
  { name: 'store list', usage: '', summary: '', load },
  { name: 'store verify', usage: '', summary: '', load },
];

const golden = goldenStores();
afterAll(() => golden?.remove());

async function run(argv: readonly string[], where: { cwd?: string; env?: Record<string, string> } = {}) {
  const fake = fakeIo({ cwd: where.cwd ?? '/', env: where.env ?? {} });
  const code = await runCli(['store', ...argv], fake.io, ROWS);
  return { code, out: fake.out(), complaints: fake.complaints };
}

interface Row {
  store: string;
  name: string;
  digest: string;
  findings: { id: string; severity: string; message: string }[];
}
const rowsIn = (out: string): Row[] => JSON.parse(out).rows;

describe.skipIf(golden === null)('store list', () => {
  const full = golden?.full ?? '';
  const home = { env: { HOME: join(full, 'home') } };

  test.each([
    [[], 'mur-list.txt', 'project'],
    [['-g'], 'mur-list-g.txt', 'project'],
    [['--all'], 'mur-list-all.txt', 'project'],
    [[], 'mur-list.txt', 'project/skills/house'],
    [['--project', join(full, 'project')], 'mur-list.txt', '.'],
    [['--root', 'project/.murmur/artifacts'], 'mur-list.txt', '.'],
    [[], 'mur-list-g.txt', 'home'],
  ])('--plain %j prints what mur printed into %s, from %s', async (more, file, cwd) => {
    const ran = await run(['list', '--plain', ...more], { ...home, cwd: join(full, cwd) });
    expect(ran).toEqual({ code: 0, out: printed(full, file), complaints: [] });
  });

  test('takes USERPROFILE where there is no HOME, and says so where there is neither', async () => {
    const ran = await run(['list', '--plain', '-g'], { env: { USERPROFILE: join(full, 'home') } });
    expect(ran.out).toBe(printed(full, 'mur-list-g.txt'));
    const none = await run(['list', '-g']);
    expect(none.code).toBe(2);
    expect(none.complaints[0]).toContain('HOME');
  });

  test('--plain lists everything where mur gives up, and names the one that stops it', async () => {
    const ran = await run(['list', '--plain'], { env: { HOME: golden?.variant('meta-broken') ?? '' } });
    expect(ran.out).toBe(printed(golden?.variant('good') ?? '', 'mur-list.txt'));
    expect(ran.complaints).toEqual(['local/house@0.1.0: house-0.1.0.meta.json is not JSON']);
    expect(ran.code).toBe(1);
  });

  test('answers as JSON with the fields that are promised', async () => {
    const { out, code } = await run(['list', '--json', '--all'], { ...home, cwd: join(full, 'project') });
    expect(code).toBe(0);
    expect(rowsIn(out)).toHaveLength(31);
    expect(rowsIn(out)[0]).toEqual({
      store: 'project',
      name: 'local/murmur-driver-anthropic',
      version: '0.1.0',
      runtime: 'driver',
      platforms: [],
      bytes: expect.any(Number),
      digest: 'not-read',
      findings: [],
    });
    expect((await run(['list', '--jsonl'], home)).out.split('\n')).toHaveLength(2);
  });

  test('names problems as text with what to do, and ends with 1', async () => {
    const { out, code } = await run(['list'], { env: { HOME: golden?.variant('sha-missing') ?? '' } });
    expect(code).toBe(1);
    expect(out).toContain(
      'local/house                         0.1.0    agent    —             1,404  missing   1 error',
    );
    expect(out).toContain('error    local/house@0.1.0: house-0.1.0.sha256 is missing');
    expect(out).toContain('4 packages, 1 with errors');
  });

  test('a named store that is not there ends with 2, the home without one with 0', async () => {
    const none = golden?.variant('none') ?? '';
    expect((await run(['list', '--plain'], { env: { HOME: none } })).out).toBe('No artifacts found.\n');
    expect((await run(['list'], { env: { HOME: none } })).code).toBe(0);
    const named = await run([
      'list',
      '--json',
      '--root',
      join(none, 'x'),
      '--root',
      join(full, 'home/.murmur/artifacts'),
    ]);
    expect(named.code).toBe(2);
    expect(rowsIn(named.out)).toHaveLength(27);
    expect(JSON.parse(named.out).findings[0].id).toBe('store-missing');
    expect((await run(['list', '--project', none], home)).code).toBe(2);
    expect((await run(['list', '--plain', '--json'], home)).code).toBe(2);
  });
});

describe.skipIf(golden === null)('store verify', () => {
  test('agrees with the whole home', async () => {
    const { out, code } = await run(['verify', '-g', '--json'], { env: { HOME: join(golden?.full ?? '', 'home') } });
    expect(code).toBe(0);
    expect(new Set(rowsIn(out).map((row) => row.digest))).toEqual(new Set(['agrees']));
  });

  test.each([
    ['sha-mismatch', 'differs', 'digest-differs', 1],
    ['sha-newline', 'malformed', 'digest-malformed', 1],
    ['zip-broken', 'differs', 'archive-broken', 1],
    ['versions', 'agrees', 'package-other-version', 0],
  ])('of %s says %s by %s', async (variant, digest, id, exit) => {
    const { out, code } = await run(['verify', '--json'], { env: { HOME: golden?.variant(variant) ?? '' } });
    const house = rowsIn(out).filter((row) => row.name === 'local/house');
    expect(house.map((row) => row.digest)).toContain(digest);
    expect(house.flatMap((row) => row.findings.map((finding) => finding.id))).toContain(id);
    expect(code).toBe(exit);
  });

  test('reads a package of another name than its place', async () => {
    const copy = copyOf(golden?.variant('good') ?? '');
    const root = join(copy, '.murmur/artifacts');
    const [own, other] = ['local/house/0.1.0/house', 'local/murmur-tool-editor/0.2.0/murmur-tool-editor'];
    for (const end of ['mur.zip', 'sha256'])
      cpSync(join(root, `${other}-0.2.0.${end}`), join(root, `${own}-0.1.0.${end}`));
    const { out, code } = await run(['verify', '--json', '--root', root]);
    const house = rowsIn(out).find((row) => row.name === 'local/house');
    expect(house?.findings.map(({ id }) => id)).toEqual([
      'package-other-name',
      'package-other-version',
      'package-other-runtime',
    ]);
    expect(code).toBe(0);
    rmSync(dirname(copy), { recursive: true });
  });

  test('shows hostile names so that they do no harm', async () => {
    const copy = copyOf(golden?.variant('good') ?? '');
    const root = join(copy, '.murmur/artifacts');
    writeFileSync(join(root, 'local/\u202egnp.exe\n'), '');
    const { out } = await run(['list', '--root', root]);
    expect(out).toContain('⟨U+202E⟩gnp.exe⟨U+000A⟩ belongs to no package');
    rmSync(dirname(copy), { recursive: true });
  });
});
