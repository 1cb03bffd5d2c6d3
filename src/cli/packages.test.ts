import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { component } from '../../test/support/component';
import { fakeIo } from '../../test/support/fake-io';
import { ownVectors } from '../../test/support/golden';
import { goldenStores, printed } from '../../test/support/store';
import { storedZip } from '../../test/support/stored-zip';
import { runCli } from './run';

const root = mkdtempSync(join(tmpdir(), 'murscope-cli-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const TOOL = 'name: house\nversion: 0.1.0\nruntime: tool\n';
const SECRET = 'value-that-stays-here';
const MANIFEST = `${TOOL}requires_files: [a.md]
inference:
  system_prompt_file: ./a.md
artifacts:
  - name: murmur/t
    runtime: tool
    config: {who: ${SECRET}}
  - {name: s, runtime: skill, source: s}
`;
const SKILL = '---\nname: s\ndescription: Does it.\n---\nbody\n';

beforeAll(() => {
  const write = (name: string, bytes: string | Uint8Array) => writeFileSync(join(root, name), bytes);
  const good = storedZip([
    { name: 'murmur.yaml', content: MANIFEST },
    { name: 'capsule.wasm', content: component(['wasi:clocks/wall-clock@0.2.0'], ['murmur:tool/run@0.1.0']) },
    { name: './a.md', content: 'A' },
    { name: 's/SKILL.md', content: SKILL },
    { name: 's/x/y.txt', content: 'y' },
  ]);
  write('good.mur.zip', good);
  write(
    'bad.mur.zip',
    storedZip([{ name: 'twice', content: 'first' }, { name: 'evil\u202etxt' }, { name: 'twice', content: 'last' }]),
  );
  write('bare.mur.zip', storedZip([{ name: 'x.md', content: 'X' }]));
  write('text.mur.zip', 'no archive at all');
  mkdirSync(join(root, 'project/s/x'), { recursive: true });
  write('project/murmur.yaml', MANIFEST);
  write('project/s/SKILL.md', SKILL);
  write('project/s/x/y.txt', 'y');
  mkdirSync(join(root, 'empty'));
  const version = join(root, 'home/.murmur/artifacts/murmur/house/0.1.0');
  mkdirSync(version, { recursive: true });
  writeFileSync(join(version, 'house-0.1.0.mur.zip'), good);
});

/** Runs a command in the test's folder. */
async function murscope(...argv: string[]) {
  const fake = fakeIo({ cwd: root, env: { HOME: join(root, 'home') } });
  const code = await runCli(argv, fake.io);
  return { code, out: fake.out(), bytes: fake.outBytes(), complaints: fake.complaints };
}
const json = async (...argv: string[]) => {
  const run = await murscope(...argv);
  return { code: run.code, json: JSON.parse(run.out), complaints: run.complaints };
};

describe('inspect', () => {
  it('answers with every field in order, --json as an array', async () => {
    const run = await json('inspect', '--json', 'good.mur.zip');
    expect(run.code).toBe(0);
    expect(run.json).toHaveLength(1);
    const [answer] = run.json;
    expect(Object.keys(answer)).toEqual(
      'file ok bytes sha256 entryCount entries payload buildInfo manifest grants manifestFiles configs skills findings verdict'.split(
        ' ',
      ),
    );
    expect(answer).toMatchObject({
      file: 'good.mur.zip',
      ok: true,
      entryCount: 5,
      payload: {
        kind: 'wasm',
        entry: 'capsule.wasm',
        imports: ['wasi:clocks/wall-clock@0.2.0'],
        exports: ['murmur:tool/run@0.1.0'],
      },
      buildInfo: null,
      manifest: { name: 'house', version: '0.1.0', runtime: 'tool' },
      configs: [{ artifact: 'murmur/t', bytes: 31, limit: 65_536 }],
      skills: [{ path: 's/SKILL.md', description: 'Does it.' }],
      verdict: 'ok',
    });
    expect(answer.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(answer.entries[2]).toEqual({
      index: 2,
      name: './a.md',
      kind: 'file',
      method: 0,
      compressedSize: 1,
      size: 1,
      crc32: 'd3d99e8b',
      encrypted: false,
      modified: '1980-01-01T00:00:00',
      safeName: 'a.md',
      readBy: ['murmur', 'resolver'],
      findings: ['name-dot-component'],
    });
  });

  it('goes on after inputs that are missing or no archive, and says so on stdout', async () => {
    const run = await murscope('inspect', '--jsonl', 'nowhere', 'good.mur.zip', 'text.mur.zip', 'empty', 'bad.mur.zip');
    const answers = run.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(run.code).toBe(2);
    expect(run.complaints).toEqual([]);
    expect(answers.map(({ file, ok }) => [file, ok])).toEqual([
      ['nowhere', false],
      ['good.mur.zip', true],
      ['text.mur.zip', false],
      ['empty', false],
      ['bad.mur.zip', true],
    ]);
    expect(answers[0].error).toEqual({ code: null, message: 'there is no such file', hint: 'Check the path.' });
  });

  it('exits with 1 where a finding is an error, and with 0 where none is', async () => {
    expect((await murscope('inspect', 'bad.mur.zip')).code).toBe(1);
    expect((await murscope('inspect', 'good.mur.zip')).code).toBe(0);
  });

  it('lists records that Murmur does not see, and who reads each', async () => {
    const [answer] = (await json('inspect', '--json', 'bad.mur.zip')).json;
    expect(answer.entryCount).toBe(2);
    expect(answer.entries.map((entry: { readBy: string[] }) => entry.readBy)).toEqual([
      [],
      ['murmur', 'resolver'],
      ['murmur', 'resolver'],
    ]);
    expect(answer.findings.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining(['name-duplicate', 'name-bidi', 'manifest-missing']),
    );
  });

  it('reads every entry with --deep', async () => {
    const [answer] = (await json('inspect', '--json', '--deep', 'good.mur.zip')).json;
    expect(answer.entries.every((entry: { read?: { ok: boolean } }) => entry.read?.ok)).toBe(true);
  });

  it('computes no digest with --no-digest', async () => {
    const [answer] = (await json('inspect', '--json', '--no-digest', 'good.mur.zip')).json;
    expect(answer.sha256).toBeNull();
  });

  it('finds an installed package by its name', async () => {
    const [answer] = (await json('inspect', '--json', 'murmur/house@0.1.0')).json;
    expect(answer).toMatchObject({ file: 'murmur/house@0.1.0', ok: true });
    expect(answer.manifestFiles[0].resolved).toBe('murmur/house@0.1.0!/a.md');
    const missing = await json('inspect', '--json', 'murmur/house@9.9.9');
    expect(missing).toMatchObject({
      code: 2,
      json: [{ ok: false, error: { hint: expect.stringContaining('0.1.0') } }],
    });
  });

  it('tells people the same, hostile names made visible and no value of a config', async () => {
    const good = await murscope('inspect', 'good.mur.zip', 'bad.mur.zip');
    expect(good.out).toContain('house 0.1.0, tool');
    expect(good.out).toContain('inference.system_prompt_file: ./a.md -> local/house@0.1.0!/a.md');
    expect(good.out).toContain('murmur/t  31 of 65,536 bytes');
    expect(good.out).toContain('evil⟨U+202E⟩txt');
    expect(good.out).not.toContain('\u202e');
    for (const form of ['--json', '--jsonl'])
      expect((await murscope('inspect', form, 'good.mur.zip')).out).not.toContain(SECRET);
    expect(good.out).not.toContain(SECRET);
  });

  it('names an unreadable input on stderr in text form', async () => {
    const run = await murscope('inspect', 'nowhere');
    expect(run).toMatchObject({ code: 2, out: '', complaints: ['nowhere: there is no such file. Check the path.'] });
  });

  it('does not wait for a named pipe', async () => {
    execFileSync('mkfifo', [join(root, 'pipe')]);
    expect(await json('inspect', '--json', 'pipe')).toMatchObject({ code: 2, json: [{ ok: false }] });
  });
});

describe('cat', () => {
  it.each([
    ['as spelled', ['good.mur.zip', './a.md'], 'A'],
    ['by safe name', ['good.mur.zip', 'a.md'], 'A'],
    ['of equal names the one Murmur sees', ['bad.mur.zip', 'twice'], 'last'],
    ['of an installed package', ['murmur/house@0.1.0', 's/x/y.txt'], 'y'],
  ])("writes an entry's bytes %s", async (_, argv, content) => {
    expect(await murscope('cat', ...argv)).toMatchObject({ code: 0, out: content, complaints: [] });
  });

  it('says on stderr what is not there: 1 for an entry, 2 for a package', async () => {
    expect(await murscope('cat', 'good.mur.zip', 'b.md')).toMatchObject({
      code: 1,
      out: '',
      complaints: ["good.mur.zip: there is no entry 'b.md'. murscope inspect lists the entries."],
    });
    expect(await murscope('cat', 'nowhere', 'b.md')).toMatchObject({ code: 2, out: '' });
    expect(await murscope('cat', 'text.mur.zip', 'b.md')).toMatchObject({ code: 2, out: '' });
  });
});

describe('resolve', () => {
  it('answers with one row per path, from a folder that need not exist', async () => {
    const run = await json('resolve', '--json', 'no/such', './a.md', '/abs/b.md');
    expect(run).toEqual({
      code: 0,
      complaints: [],
      json: [
        { declared: './a.md', resolved: 'no/such/./a.md', base: 'manifest-folder' },
        { declared: '/abs/b.md', resolved: '/abs/b.md', base: 'host-path' },
      ],
    });
  });

  it('names a package by --as, by its place in a store, else local and what its manifest says', async () => {
    const resolved = async (...argv: string[]) => (await json('resolve', '--json', ...argv, 'a.md')).json[0].resolved;
    expect(await resolved('good.mur.zip', '--as', 'a/b@')).toBe('a/b@!/a.md');
    expect(await resolved('home/.murmur/artifacts/murmur/house/0.1.0/house-0.1.0.mur.zip')).toBe(
      'murmur/house@0.1.0!/a.md',
    );
    expect(await resolved('murmur/house@0.1.0')).toBe('murmur/house@0.1.0!/a.md');
    expect(await resolved('good.mur.zip')).toBe('local/house@0.1.0!/a.md');
    expect(await resolved('bare.mur.zip')).toBe('local/@!/a.md');
    expect(await resolved('text.mur.zip')).toBe('local/@!/a.md');
  });

  it('reads with --read, or says why not, and then exits with 1', async () => {
    const run = await json('resolve', '--json', 'good.mur.zip', '--read', 'a.md', 'b.md', '../c');
    expect(run.code).toBe(1);
    expect(run.json).toEqual([
      { declared: 'a.md', resolved: 'local/house@0.1.0!/a.md', base: 'installed-package', text: 'A' },
      {
        declared: 'b.md',
        resolved: 'local/house@0.1.0!/b.md',
        base: 'installed-package',
        error: { kind: 'NotFound', code: null, message: expect.stringContaining('list it under requires_files:') },
      },
      {
        declared: '../c',
        resolved: 'local/house@0.1.0!/../c',
        base: 'installed-package',
        error: { kind: 'InvalidInput', code: null, message: 'names a path outside the installed package' },
      },
    ]);
    const text = await json('resolve', '--json', '--read', 'text.mur.zip', 'a.md');
    expect(text.json[0].error).toMatchObject({
      kind: 'InvalidData',
      message: expect.stringMatching(/^cannot open the installed package: /),
    });
  });

  it('takes paths that look like options after --', async () => {
    const run = await json('resolve', '--json', 'x', '--', '--read', '-a');
    expect(run.json.map(({ declared }: { declared: string }) => declared)).toEqual(['--read', '-a']);
  });

  it('refuses --as for a folder and a label that is none', async () => {
    expect(await murscope('resolve', 'project', '--as', 'a/b@1', 'x')).toMatchObject({ code: 2, out: '' });
    expect(await murscope('resolve', 'good.mur.zip', '--as', 'b', 'x')).toMatchObject({ code: 2, out: '' });
  });
});

describe('files', () => {
  it('answers with one object, rows found or not with the reason', async () => {
    const run = await json('files', '--json', 'project');
    expect(run).toEqual({
      code: 1,
      complaints: [],
      json: {
        rows: [
          {
            key: 'inference.system_prompt_file',
            declared: './a.md',
            resolved: 'project/./a.md',
            base: 'manifest-folder',
            found: false,
            reason: 'No such file or directory (os error 2)',
          },
          { key: 'artifacts[s].source', declared: 's', resolved: 'project/s', base: 'manifest-folder', found: true },
        ],
      },
    });
  });

  it('prints the block of Murmur, and beside it what is missing', async () => {
    expect(await murscope('files', 'good.mur.zip')).toMatchObject({
      code: 0,
      out: '\nManifest files\n  inference.system_prompt_file: ./a.md -> local/house@0.1.0!/a.md\n  artifacts[s].source: s -> local/house@0.1.0!/s\n',
      complaints: [],
    });
    expect(await murscope('files', 'project')).toMatchObject({
      code: 1,
      complaints: ['inference.system_prompt_file: No such file or directory (os error 2)'],
    });
  });

  it('has an answer where there is no manifest', async () => {
    expect(await json('files', '--json', 'empty')).toMatchObject({ code: 2, json: { path: 'empty', ok: false } });
    expect(await json('files', '--json', 'bare.mur.zip')).toEqual({
      code: 1,
      complaints: [],
      json: { path: 'bare.mur.zip', error: { code: null, message: 'artifact missing required file murmur.yaml' } },
    });
  });
});

describe('config', () => {
  it('answers with names and sizes, and with values only when asked', async () => {
    const row = { artifact: 'murmur/t', bytes: 31, limit: 65_536 };
    expect(await json('config', '--json', 'good.mur.zip')).toEqual({
      code: 0,
      complaints: [],
      json: { rows: [row], configured: ['murmur/t'] },
    });
    expect((await json('config', '--json', '--show', 'project')).json.rows).toEqual([
      { ...row, json: `{"who":"${SECRET}"}` },
    ]);
  });

  it('prints the lines of Murmur at the end', async () => {
    const run = await murscope('config', 'project/murmur.yaml');
    expect(run.out).toBe('  murmur/t  31 of 65,536 bytes\n\n  artifact config:\n    - murmur/t\n');
    writeFileSync(join(root, 'none.yaml'), TOOL);
    writeFileSync(join(root, 'manifest.bak'), MANIFEST);
    const taken = await murscope('config', 'manifest.bak');
    expect([taken.code, taken.out]).toEqual([0, run.out]);
    expect((await json('config', '--json', 'text.mur.zip')).json.error.message).toMatch(/^invalid Zip archive/);
    expect((await murscope('config', 'none.yaml')).out).toBe('  artifact config: <none>\n');
  });

  it('has one bad block refuse the whole list', async () => {
    writeFileSync(
      join(root, 'refused.yml'),
      `${TOOL}artifacts:\n  - {name: m/a, runtime: tool, config: {}}\n  - {name: m/b, runtime: tool, config: 7}\n`,
    );
    const run = await json('config', '--json', 'refused.yml');
    const refused = expect.stringContaining("invalid config for artifact 'm/b': ");
    expect(run).toEqual({
      code: 1,
      complaints: [],
      json: {
        rows: [
          { artifact: 'm/a', bytes: 2, limit: 65_536 },
          { artifact: 'm/b', refused },
        ],
        configured: { refused },
      },
    });
  });
});

describe('lower', () => {
  it('answers for hundreds of files as Murmur lowers them, in input order', async () => {
    interface Vector {
      yaml: string;
      expect: { json?: string; refused?: string; parse_error?: string };
    }
    const vectors = ownVectors<Vector>('config').slice(0, 600);
    const files = vectors.map(({ yaml }, index) => {
      writeFileSync(join(root, `lower-${index}.yaml`), yaml);
      return `lower-${index}.yaml`;
    });
    const run = await murscope('lower', '--jsonl', ...files);
    const answers = run.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(run.code).toBe(1);
    const wanted = vectors.map(({ expect: { json: text, refused } }, index) => {
      const file = files[index];
      if (text !== undefined) return { file, json: text, bytes: Buffer.byteLength(text) };
      return refused === undefined ? { file, parseError: expect.anything() } : { file, refused };
    });
    expect(answers).toEqual(wanted);
  });

  it('gives the place of a parse error, and names the artifact in refusals', async () => {
    writeFileSync(join(root, 'broken.yaml'), 'a: 1\nb: [\n');
    writeFileSync(join(root, 'seven.yaml'), '7');
    writeFileSync(join(root, 'latin.yaml'), Uint8Array.of(0xe9));
    const run = await json(
      'lower',
      '--json',
      '--artifact',
      'm/x',
      'broken.yaml',
      'seven.yaml',
      'latin.yaml',
      'nowhere',
    );
    expect(run.code).toBe(2);
    expect(run.json).toMatchObject([
      { parseError: { message: expect.any(String), line: expect.any(Number), column: expect.any(Number) } },
      { refused: expect.stringContaining("invalid config for artifact 'm/x': ") },
      { parseError: { line: null, column: null } },
      { file: 'nowhere', ok: false, error: { code: null } },
    ]);
  });
});

describe('skill source', () => {
  it.each(['good.mur.zip', 'project'])('says what a skill installs from %s', async (base) => {
    expect(await json('skill', 'source', '--json', base, 's', './s/SKILL.md')).toEqual({
      code: 0,
      complaints: [],
      json: [
        { source: 's', files: ['SKILL.md', 'x/y.txt'], description: 'Does it.' },
        { source: './s/SKILL.md', files: ['SKILL.md'], description: 'Does it.' },
      ],
    });
  });

  it('says why a skill is refused, with Murmur’s code', async () => {
    const run = await json('skill', 'source', '--json', 'good.mur.zip', 'a.md', 'nope');
    expect(run.code).toBe(1);
    expect(run.json).toEqual([
      {
        source: 'a.md',
        error: {
          kind: 'not-standard',
          code: 'E-BLD-009',
          message: "local/house@0.1.0!/a.md: a skill's file is named SKILL.md, exactly",
          hint: 'rename a.md to SKILL.md',
        },
      },
      {
        source: 'nope',
        error: { kind: 'not-found', code: null, message: 'skill source path not found: local/house@0.1.0!/nope' },
      },
    ]);
  });
});

describe('a project that mur knows', () => {
  const stores = goldenStores();
  afterAll(() => stores?.remove());

  it.runIf(stores)('has the artifact config lines that mur run --explain-scope prints', async () => {
    const { full } = stores ?? { full: '' };
    const run = await murscope('config', join(full, 'project'));
    const wanted = printed(full, 'explain-scope-artifact-config.txt').trimEnd();
    expect(run.out.trimEnd().endsWith(`\n${wanted}`)).toBe(true);
  });

  it.runIf(stores)('has its files and its skill in place', async () => {
    const { full } = stores ?? { full: '' };
    expect((await murscope('files', join(full, 'project'))).code).toBe(0);
    expect(await json('skill', 'source', '--json', join(full, 'project'), 'skills/house')).toMatchObject({
      code: 0,
      json: [{ files: ['SKILL.md', 'references/a.md'] }],
    });
  });
});
