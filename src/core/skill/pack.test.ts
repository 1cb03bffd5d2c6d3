import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { shared, sharedVectors } from '../../../test/support/golden';
import { skillsCorpus } from '../../../test/support/skills-corpus';
import { bytesSource } from '../io/source';
import { openArchive } from '../package/archive';
import { readEntry } from '../package/read';
import { parseYaml } from '../yaml';
import { type PackOptions, planPack } from './pack';
import { manifestText } from './pack-manifest';
import { buildPackage, putPackage } from './pack-write';

const root = mkdtempSync(join(tmpdir(), 'murscope-pack-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function folder(name: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  for (const [path, content] of Object.entries(files)) {
    const at = join(root, name, path);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, content);
  }
  return join(root, name);
}

const skill = (name: string) => `---\nname: ${name}\ndescription: Does it.\n---\nbody\n`;

async function packed(at: string, options: PackOptions = {}) {
  const plan = await planPack(at, at, options);
  if (!plan.ok) throw new Error(plan.error.message);
  const built = await buildPackage(plan.value);
  if (!built.ok) throw new Error(built.error.message);
  return built.value;
}

/** Every entry of an archive: name, content, and what else two runs must agree on. */
function entries(bytes: Uint8Array) {
  const opened = openArchive(bytesSource(bytes));
  if (!opened.ok) throw new Error(opened.error.message);
  const archive = opened.value;
  return archive.seen.map((index) => {
    const read = readEntry(archive, index, { limit: 1 << 24 });
    const { name, method, modified, kind } = archive.entry(index);
    const content = read.ok ? Buffer.from(read.value).toString('utf8') : read.error.message;
    return { name, content, method, modified, kind, mode: archive.modeOf(index)?.toString(8) };
  });
}

describe('a packed skill', () => {
  it('holds the manifest, the skill, its files by bytes, and the build info, always dated and moded alike', async () => {
    const at = folder('demo', {
      'SKILL.md': skill('demo'),
      'references/a.md': 'a',
      '1': 'a name that objects would put first',
      'Z.txt': 'z',
      'é.md': 'e',
      'empty.txt': '',
      'murmur.yaml': 'name: never packed',
      '.hidden': 'x',
      'old-0.1.0.mur.zip': 'x',
    });
    const options = { version: '1.2.3', summary: "One: 'line'" };
    const first = await packed(at, options);
    utimesSync(join(at, 'SKILL.md'), 1, 1);
    const second = await packed(at, options);
    expect(Buffer.compare(first.bytes, second.bytes)).toBe(0);
    const all = entries(first.bytes);
    expect(all.map((entry) => entry.name)).toEqual([
      'murmur.yaml',
      'skill.md',
      '1',
      'Z.txt',
      'empty.txt',
      'references/a.md',
      'é.md',
      'murmur-build.json',
    ]);
    expect(all[0]?.content).toBe(
      "name: demo\nversion: '1.2.3'\nruntime: skill\ndescription: 'One: ''line'''\nrequires_files:\n  - skill.md\n  - '1'\n  - Z.txt\n  - empty.txt\n  - references/a.md\n  - é.md\n",
    );
    expect(all.at(-1)?.content).toBe('{"built_at_level":1}\n');
    for (const entry of all) {
      expect(entry).toMatchObject({ modified: '1980-01-01T00:00:00', kind: 'file', mode: '100644' });
      expect(entry.method).toBe(entry.content === '' ? 0 : 8);
    }
  });

  it('for 0.10 is named SKILL.md, and carries no list of files when it stands alone', async () => {
    const at = folder('lone', { 'SKILL.md': skill('lone') });
    const all = entries((await packed(at, { target: '0.10' })).bytes);
    expect(all.map((entry) => entry.name)).toEqual(['murmur.yaml', 'SKILL.md', 'murmur-build.json']);
    expect(all[0]?.content).toBe("name: lone\nversion: '0.1.0'\nruntime: skill\n");
  });

  it('takes its name from the front block, else from the folder', async () => {
    expect((await planPack(folder('of-folder', { 'SKILL.md': '# T\n' }), 'x')).ok).toBe(true);
    const plan = await planPack(folder('other', { 'SKILL.md': skill('of-block') }), 'x');
    expect(plan.ok ? plan.value.name : plan.error).toBe('of-block');
  });

  it.each([
    '123',
    '1e5',
    'true',
    'null',
    '0x1f',
    '007',
    'yes',
    '2024-01-01',
    '-',
    'a: b',
    'a #b',
    ' a',
    'a\nb',
    '"',
    "'",
    '\u202e',
    '- a',
    '~',
  ])('writes %j so that Murmur reads it back', (text) => {
    const manifest = manifestText({ name: text, version: '1.0.0', summary: null, entries: ['skill.md', text] });
    const parsed = parseYaml(manifest);
    if (!parsed.ok || parsed.value.kind !== 'map') throw new Error(manifest);
    const [name, , , files] = parsed.value.entries.map((pair) => pair.value);
    expect(name).toMatchObject({ kind: 'string', value: text });
    expect(files).toMatchObject({ items: [{ value: 'skill.md' }, { kind: 'string', value: text }] });
  });
});

describe('packing is refused', () => {
  const good = { 'SKILL.md': skill('good') };
  it.each<[string, Record<string, string>, PackOptions, string]>([
    ['an empty name', good, { name: '' }, "invalid artifact name '': must not be empty"],
    [
      'a capital',
      good,
      { name: 'aBc' },
      "invalid artifact name 'aBc': may contain only lowercase letters, digits and '-' (found 'B')",
    ],
    ['a hyphen at an end', good, { name: 'a-' }, "invalid artifact name 'a-': must not start or end with '-'"],
    [
      'a scope',
      good,
      { name: 'a/b' },
      "invalid artifact name 'a/b': an artifact's own name carries no scope, so it may not contain '/'",
    ],
    [
      'a title in the front block',
      { 'SKILL.md': skill('My Skill') },
      {},
      "invalid artifact name 'My Skill': may contain only lowercase letters, digits and '-' (found 'M')",
    ],
    ['no version', good, { version: '1.2' }, "invalid version '1.2': must be three numbers like 1.2.3"],
    ['a summary of two lines', good, { summary: 'a\nb' }, 'the summary holds line breaks or control characters'],
    ['no skill', { 'a.md': '' }, {}, 'SKILL.md not found in <at> (case-insensitive search found no match)'],
    [
      'two skills',
      { 'SKILL.md': skill('good'), 'skill.md': '' },
      {},
      '<at> holds both SKILL.md and skill.md; a skill has one skill.md',
    ],
    [
      'build info',
      { ...good, 'murmur-build.json': '' },
      {},
      "<at>/murmur-build.json packs as the archive entry 'murmur-build.json', which is reserved for mur build",
    ],
    [
      'another casing for 0.10',
      { 'skill.md': skill('good') },
      { target: '0.10' },
      "<at>/skill.md: a skill's file is named SKILL.md, exactly",
    ],
    [
      'a manifest for 0.10',
      { ...good, 'murmur.yaml': '' },
      { target: '0.10' },
      '<at>/murmur.yaml: a skill folder holds no murmur.yaml beside SKILL.md',
    ],
    [
      'another name for 0.10',
      good,
      { target: '0.10' },
      "<at>/SKILL.md: front block name 'good' differs from the folder name '<name>'",
    ],
    [
      'more than the ceiling',
      good,
      { ceiling: 10 },
      'the files come to 46 bytes, over the 10-byte decompression ceiling',
    ],
  ])('with %s', async (title, files, options, message) => {
    const name = `r-${title.replaceAll(' ', '-')}`;
    const plan = await planPack(folder(name, files), 'shown', options);
    const wanted = message.replaceAll('<at>', 'shown').replace('<name>', name);
    expect(plan.ok ? plan.value : plan.error.message).toBe(wanted);
  });

  it('with a link anywhere', async () => {
    const at = folder('with-link', good);
    symlinkSync('SKILL.md', join(at, 'z.md'));
    const plan = await planPack(at, 'shown');
    expect(plan.ok ? plan.value : plan.error.message).toBe(
      'shown/z.md is a symlink; a skill folder packs regular files only',
    );
  });

  it('when a file changes between the plan and the reading', async () => {
    const at = folder('changing', { ...good, 'a.txt': 'a' });
    const plan = await planPack(at, at);
    writeFileSync(join(at, 'a.txt'), 'longer');
    const built = plan.ok ? await buildPackage(plan.value) : plan;
    expect(built.ok ? null : built.error.message).toBe('a.txt changed while it was packed');
  });
});

describe('a package is put in place', () => {
  const bytes = Buffer.from('bytes');
  it('whole, over an older one, and leaves no temporary file', () => {
    const at = folder('place', { 'p.mur.zip': 'old' });
    expect(putPackage(bytes, join(at, 'p.mur.zip'), join(root, 'demo'))).toEqual({ ok: true, value: null });
    expect(readFileSync(join(at, 'p.mur.zip'), 'utf8')).toBe('bytes');
    expect(readdirSync(at)).toEqual(['p.mur.zip']);
  });

  it('never within the folder under a name that would be packed next time', () => {
    const at = folder('within', { 'SKILL.md': skill('within') });
    expect(putPackage(bytes, join(at, 'x.zip'), at).ok).toBe(false);
    expect(existsSync(join(at, 'x.zip'))).toBe(false);
    expect(putPackage(bytes, join(at, 'x.mur.zip'), at).ok).toBe(true);
  });

  it('not over a folder, nor where there is none', () => {
    const at = folder('target', { 'a/b': '' });
    expect(putPackage(bytes, join(at, 'a'), root)).toMatchObject({ ok: false });
    expect(putPackage(bytes, join(at, 'none/x.mur.zip'), root)).toMatchObject({ ok: false });
    expect(readdirSync(at)).toEqual(['a']);
  });
});

describe('against the packages that mur build made', () => {
  const vectors = sharedVectors<{ file: string; expect: { list: Array<{ name: string }> } }>('packages/packages.jsonl');
  const corpus = skillsCorpus();
  const ofSkills = (vectors ?? []).filter(({ expect: { list } }) => list[1]?.name === 'skill.md');

  it.skipIf(corpus === null)(
    'the manifest, names, order, contents, dates, modes and methods are the same',
    async () => {
      const sources = new Map<string, string>();
      const found = execFileSync('find', [corpus ?? '', '-name', 'SKILL.md'])
        .toString()
        .trim()
        .split('\n');
      let compared = 0;
      for (const { file } of ofSkills) {
        const theirs = entries(readFileSync(`${shared}/golden/packages/${file}`));
        const name = file.replace(/-\d+\.\d+\.\d+\.mur\.zip$/, '');
        const source = found.find(
          (path) => path.endsWith(`/${name}/SKILL.md`) && readFileSync(path, 'utf8') === theirs[1]?.content,
        );
        if (source === undefined) continue;
        sources.set(name, source);
        // mur build --skill 0.8.0 packed the skill alone.
        const alone = folder(`alone/${name}`, { 'SKILL.md': readFileSync(source) });
        expect(entries((await packed(alone)).bytes)).toEqual(theirs);
        compared++;
      }
      expect(compared).toBeGreaterThanOrEqual(16);
    },
  );
});
