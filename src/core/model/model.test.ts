import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { component, coreModule } from '../../../test/support/component';
import { type MadeEntry, storedZip } from '../../../test/support/stored-zip';
import { packageSummarySchema } from '../../shared/models/package';
import { openPackage } from './open';

const root = mkdtempSync(join(tmpdir(), 'murscope-model-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let made = 0;

async function open(
  entries: readonly MadeEntry[] | Uint8Array,
  options: { env?: Record<string, string>; large?: boolean } = {},
) {
  const path = join(root, `p${made++}.mur.zip`);
  writeFileSync(path, entries instanceof Uint8Array ? entries : storedZip(entries));
  const opened = await openPackage(path, { env: {}, cwd: root, ...options });
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

const manifest = (text: string): MadeEntry => ({ name: 'murmur.yaml', content: text });
const TOOL = 'name: a\nversion: 0.1.0\nruntime: tool\n';
const wasm = (bytes: Uint8Array = coreModule): MadeEntry => ({ name: 'capsule.wasm', content: bytes });

/** Ids of the findings of a package but the notes about undeclared entries. */
async function idsOf(entries: readonly MadeEntry[]) {
  const model = await open(entries);
  return model.findings.map(({ id }) => id).filter((id) => id !== 'undeclared-entry');
}

describe('what a package says', () => {
  it('fits the model that crosses to the window', async () => {
    const model = await open([
      manifest(`${TOOL}requires_files: [a.md, b.md]\ncapabilities: {network: {allow: [x.org]}}\n`),
      wasm(component(['wasi:http/types@0.2.0'])),
      { name: 'a.md' },
    ]);
    const summary = packageSummarySchema.parse(model.summary());
    expect(summary).toMatchObject({
      label: 'local/a@0.1.0',
      sha256: null,
      entryCount: 3,
      payload: { kind: 'wasm', entry: 'capsule.wasm', imports: ['wasi:http/types@0.2.0'], exports: [] },
      requiredFiles: [
        { declared: 'a.md', present: true },
        { declared: 'b.md', present: false },
      ],
      grants: [{ artifact: null, group: 'network', key: 'network.allow', values: ['x.org'] }],
      verdict: 'warnings',
    });
  });

  it('has the digest once it was computed', async () => {
    const bytes = storedZip([manifest(TOOL), wasm()]);
    const model = await open(bytes);
    await model.digest();
    expect(model.summary().sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('reads the file behind a row only when asked', async () => {
    writeFileSync(join(root, 'host.md'), 'Host.');
    const model = await open([
      manifest(`${TOOL}inference: {system_prompt_file: ./p.md, compaction: {system_prompt_file: ${root}/host.md}}\n`),
      wasm(),
      { name: 'p.md', content: 'P' },
    ]);
    expect(model.summary().manifestFiles.map(({ found }) => found)).toEqual([true, true]);
    expect(model.manifestFile(0)).toEqual({ ok: true, value: { entry: 2 } });
    expect(model.manifestFile(1)).toEqual({ ok: true, value: { text: 'Host.' } });
    expect(model.manifestFile(2).ok).toBe(false);
  });

  it('keeps values of configs out of everything but the pane that asks for them', async () => {
    const secret = 'sk-live0123456789abcdef';
    const model = await open([
      manifest(
        `${TOOL}artifacts:\n  - {name: m/t, runtime: tool, config: {creds: {token: ${secret}}}}\n  - {name: m/u, runtime: tool, config: 7}\n`,
      ),
      wasm(),
    ]);
    const summary = model.summary();
    expect(JSON.stringify(summary)).not.toContain(secret);
    expect(JSON.stringify(summary)).not.toContain('creds');
    expect(summary.configs).toEqual([
      { artifact: 'm/t', bytes: 45, limit: 65_536 },
      { artifact: 'm/u', refused: expect.stringContaining('this entry declares a number') },
    ]);
    expect(summary.findings.map(({ id }) => id)).toEqual(['config-refused', 'secret-like-value']);
    expect(model.configJson(0)).toBe(`{"creds":{"token":"${secret}"}}`);
    expect(model.configJson(1)).toBeNull();
  });
});

describe('entries of a package', () => {
  it('carry the ids of the model and of a check beside those of the directory', async () => {
    const bytes = storedZip([manifest(TOOL), wasm(), { name: 'b\u202ex', content: 'hello' }]);
    const at = bytes.indexOf('hello');
    bytes.write('j', at);
    const model = await open(bytes);
    expect(model.entry(2).findings).toEqual(['name-bidi', 'undeclared-entry']);
    await model.check({ read: true });
    expect(model.entry(2).findings).toEqual(['name-bidi', 'undeclared-entry', 'crc-mismatch']);
    expect(model.entry(2).read).toMatchObject({ ok: false });
    expect(model.entry(1).read).toMatchObject({ ok: true });
    expect(model.summary().verdict).toBe('errors');
  });
});

describe('the payload', () => {
  const described = async (entries: readonly MadeEntry[]) => (await open(entries)).summary().payload;

  it.each<[string, readonly MadeEntry[], unknown]>([
    ['capsule.wasm wins', [manifest(TOOL), { name: 'a.wasm' }, wasm()], { kind: 'wasm', entry: 'capsule.wasm' }],
    [
      'several are none',
      [manifest(TOOL), { name: 'b.wasm' }, { name: 'a.wasm' }],
      { error: { code: null, message: 'multiple root .wasm files found: a.wasm, b.wasm' } },
    ],
    [
      'a folder or a slash is no candidate',
      [manifest(TOOL), { name: '/capsule.wasm' }, { name: 'x/capsule.wasm' }, { name: 'y.wasm', content: coreModule }],
      { kind: 'wasm', entry: 'y.wasm' },
    ],
    [
      'a skill',
      [manifest('name: a\nversion: 1.0.0\nruntime: skill\n'), { name: 'SKILL.md' }],
      { kind: 'skill', entry: 'SKILL.md' },
    ],
    [
      'a native tool',
      [manifest(`${TOOL}implementation: native\n`), { name: 'bin/a', mode: 0o755 }],
      { kind: 'native', entry: 'bin/a' },
    ],
    [
      'a native tool without its program',
      [manifest(`${TOOL}implementation: native\n`)],
      { kind: 'native', entry: null },
    ],
    [
      'an explicit execution decides first',
      [manifest('name: a\nversion: 1.0.0\nruntime: skill\nexecution: WASM\n'), wasm()],
      { kind: 'wasm', entry: 'capsule.wasm' },
    ],
    ['no manifest', [wasm()], { error: { code: null, message: 'artifact missing required file murmur.yaml' } }],
  ])('%s', async (_, entries, payload) => {
    expect(await described(entries)).toEqual(payload);
  });

  it.each<[string, readonly MadeEntry[], string[]]>([
    ['missing', [manifest(TOOL)], ['payload-missing']],
    ['ambiguous', [manifest(TOOL), { name: 'a.wasm' }, { name: 'b.wasm' }], ['payload-ambiguous']],
    ['no wasm', [manifest(TOOL), wasm(Buffer.from('hello'))], ['payload-unreadable']],
    ['no skill', [manifest('name: a\nversion: 1.0.0\nruntime: skill\n')], ['payload-missing']],
    ['not executable', [manifest(`${TOOL}implementation: native\n`), { name: 'bin/a' }], ['exec-bit-missing']],
    ['no program', [manifest(`${TOOL}implementation: native\n`)], ['native-binary-absent']],
    ['no manifest', [wasm()], ['manifest-missing']],
    ['an unreadable manifest', [manifest('a: [')], ['manifest-unreadable']],
    ['a refused manifest', [manifest('name: a\nversion: 0.1.0\n'), wasm()], ['manifest-refused']],
    [
      'two refusals',
      [manifest(`${TOOL}mur_version: 1\nconfig: {}\n`), wasm()],
      ['manifest-refused', 'manifest-refused'],
    ],
    [
      'a broken build info',
      [manifest(TOOL), wasm(), { name: 'murmur-build.json', content: '{}' }],
      ['build-info-broken'],
    ],
    ['a missing file', [manifest(`${TOOL}inference: {system_prompt_file: p.md}\n`), wasm()], ['manifest-file-missing']],
    ['a missing required file', [manifest(`${TOOL}requires_files: [../x]\n`), wasm()], ['required-file-missing']],
    ['an unknown key', [manifest(`${TOOL}capabilites: {}\n`), wasm()], ['unknown-key']],
  ])('finding: %s', async (_, entries, ids) => {
    expect(await idsOf(entries)).toEqual(ids);
  });

  it('suggests the key that was meant', async () => {
    const model = await open([manifest(`${TOOL}capabilites: {}\n`), wasm()]);
    expect(model.findings[0]).toMatchObject({
      message: "'capabilites' at the top is a key that Murscope does not know.",
      hint: 'Perhaps capabilities was meant.',
      entry: 'murmur.yaml',
      index: 0,
      place: { line: 4, column: 1 },
    });
  });
});

describe('grants beside interfaces', () => {
  const HTTP = ['wasi:http/outgoing-handler@0.2.0'];
  const FILES = ['wasi:filesystem/types@0.2.0'];
  const agent = (capabilities: string) => `name: a\nversion: 0.1.0\nruntime: agent\ncapabilities: ${capabilities}\n`;

  it.each<[string, string, readonly string[], string[]]>([
    ['network asked for and granted', agent('{network: {allow: [x.org]}}'), HTTP, []],
    ['network asked for, nothing granted', TOOL, HTTP, ['ask-not-granted']],
    ['network asked for, the list is empty', agent('{network: {allow: []}}'), HTTP, ['ask-not-granted']],
    ['network granted, never asked for', agent('{network: {allow: [x.org]}}'), [], ['grant-not-asked']],
    ['files granted and asked for', agent('{filesystem: {scope: "."}}'), FILES, []],
    [
      'files asked for by a capsule that grants the network only',
      agent('{network: {allow: [x]}}'),
      [...HTTP, ...FILES],
      ['ask-not-granted'],
    ],
    ['files asked for by a tool, whose capsule grants', TOOL, FILES, []],
    ['the environment granted, never asked for', agent('{env: {allow: [HOME]}}'), [], ['grant-not-asked']],
    ['clocks and random need no grant', agent('{}'), ['wasi:clocks/wall-clock@0.2.0', 'wasi:random/random@0.2.0'], []],
  ])('%s', async (_, yaml, imports, ids) => {
    expect(await idsOf([manifest(yaml), wasm(component(imports))])).toEqual(ids);
  });

  it('are not compared for a core module', async () => {
    expect(await idsOf([manifest(agent('{network: {allow: [x.org]}}')), wasm()])).toEqual([]);
  });
});

describe('entries that nothing declares', () => {
  it('are told, and what a rule or the manifest names is not', async () => {
    const model = await open([
      manifest(
        `${TOOL}requires_files: [./a.md]\ninference: {system_prompt_file: p.md}\nartifacts: [{name: s, runtime: skill, source: skills/s/}]\n`,
      ),
      wasm(),
      { name: 'a.md' },
      { name: 'p.md' },
      { name: 'skills/s/SKILL.md', content: '---\nname: s\ndescription: d\n---\n' },
      { name: 'skills/s/deep/x' },
      { name: 'skills/other' },
      { name: 'folder/', kind: 'dir' },
      { name: 'murmur-build.json', content: '{"built_at_level":1}' },
      { name: '../out' },
    ]);
    const told = model.findings.filter(({ id }) => id === 'undeclared-entry').map(({ entry }) => entry);
    expect(told).toEqual(['skills/other', '../out']);
  });
});

describe('what is read', () => {
  it('is little of a large package', async () => {
    const large = Buffer.alloc(8 * 1024 * 1024, 7);
    const model = await open([manifest(TOOL), wasm(), { name: 'large.bin', content: large }]);
    expect(model.archive.source.bytesRead).toBeLessThan(300_000);
  });

  it('is a payload over 64 MiB only when large things are read', async () => {
    const filler = Buffer.alloc(17 * 1024 * 1024);
    const payload = component(['wasi:http/types@0.2.0'], ['a:b/c@1.0.0'], [filler, filler, filler, filler]);
    const entries = storedZip([manifest(TOOL), wasm(payload)]);
    const read = (await open(entries)).summary().payload;
    expect(read).toMatchObject({ imports: ['wasi:http/types@0.2.0'], exports: ['a:b/c@1.0.0'] });
    const unread = await open(entries, { large: false });
    expect(unread.summary().payload).toMatchObject({ interfaces: { error: { hint: 'Leave out --no-digest.' } } });
    expect(unread.findings.map(({ id }) => id)).not.toContain('payload-unreadable');
    expect(unread.archive.source.bytesRead).toBeLessThan(300_000);
  });
});

describe('a file that is no package', () => {
  it.each(['hello', ''])('fails with a reason: %j', async (content) => {
    const path = join(root, 'no.zip');
    writeFileSync(path, content);
    expect(await openPackage(path, { env: {}, cwd: root })).toMatchObject({ ok: false });
  });

  it('fails for a folder and for what is not there', async () => {
    mkdirSync(join(root, 'folder'));
    for (const path of [join(root, 'folder'), join(root, 'nowhere')])
      expect((await openPackage(path, { env: {}, cwd: root })).ok).toBe(false);
  });
});
