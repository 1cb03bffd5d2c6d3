import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { copyOf, goldenStores, printed } from '../../../test/support/store';
import type { Project } from '../../shared/models/project';
import { projectSchema } from '../../shared/models/project';
import { artifactConfigLines } from '../report/blocks';
import { DigestMemory } from './digest-memory';
import { readProject } from './project';
import { rowsOf, scanStore } from './scan';
import { verifyRows } from './verify';

const golden = goldenStores();
afterAll(() => golden?.remove());
const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A copy of the golden project that a test may damage, beside the golden home. */
function copied() {
  const project = copyOf(join(golden?.full ?? '', 'project'));
  made.push(dirname(project));
  const read = (memory: DigestMemory | null = null, home = join(golden?.full ?? '', 'home')) =>
    readProject(project, { env: { HOME: home }, platform: 'linux-x86_64', memory });
  return { project, read };
}

const EDITOR = 'local/murmur-tool-editor';
const artifact = (project: Project, name: string) => project.artifacts.find((one) => one.name === name);
const ids = (project: Project) => project.findings.map(({ id }) => id);

describe.skipIf(golden === null)('the golden project', () => {
  test('is sound: what it declares is there, and the lock agrees', () => {
    const project = copied().read();
    expect(projectSchema.parse(project)).toEqual(project);
    expect(project.artifacts.map(({ name, place, lock, digest }) => [name, place, lock, digest])).toEqual([
      ['local/murmur-driver-anthropic', 'project', 'agrees', 'not-read'],
      ['local/murmur-tool-editor', 'project', 'agrees', 'not-read'],
      ['house', 'local-source', 'not-needed', null],
      ['local/murmur-hook-debug', 'project', 'agrees', 'not-read'],
    ]);
    expect(project.manifest).toMatchObject({ name: 'house', version: '0.1.0', runtime: 'agent' });
    expect(project.lock).toEqual({ state: 'read', version: '3', entries: 4 });
    expect(project.undeclared).toEqual([{ name: 'local/pennylane', version: '0.1.0' }]);
    expect(project.stores.map(({ kind, state }) => [kind, state])).toEqual([
      ['project', 'ready'],
      ['global', 'ready'],
    ]);
    expect(ids(project)).toEqual(['lock-undeclared']);
    expect(project.verdict).toBe('ok');
  });

  test('lists its configured artifacts as the launch did, and its files as chapter 2 says', () => {
    const { project: folder, read } = copied();
    const project = read();
    if ('refused' in project.configured) throw new Error(project.configured.refused);
    // The golden file ends with the blank line that mur prints before its next block.
    expect(`${artifactConfigLines(project.configured)}
`).toBe(printed(golden?.full ?? '', 'explain-scope-artifact-config.txt'));
    expect(project.configs).toEqual([{ artifact: EDITOR, bytes: 123, limit: 65536 }]);
    expect(project.manifestFiles.map(({ key, resolved, found }) => [key, resolved, found])).toEqual([
      ['inference.system_prompt_file', `${folder}/./instructions.md`, true],
      ['inference.compaction.system_prompt_file', `${folder}/compaction.md`, true],
      ['artifacts[house].source', `${folder}/skills/house`, true],
    ]);
  });

  test('takes from the global store what the project store has not', () => {
    const { project, read } = copied();
    rmSync(join(project, '.murmur/artifacts', EDITOR), { recursive: true });
    expect(artifact(read(), EDITOR)).toMatchObject({ place: 'global', lock: 'agrees', findings: [] });
  });

  test('says what is not installed, and what is instead', () => {
    const { project, read } = copied();
    rmSync(join(project, '.murmur/artifacts', EDITOR), { recursive: true });
    const gone = read(null, project);
    expect(artifact(gone, EDITOR)).toMatchObject({ place: 'missing', installed: [], lock: 'not-checked' });
    expect(ids(gone)).toEqual(['artifact-missing', 'lock-undeclared']);
    writeFileSync(
      join(project, 'murmur.yaml'),
      readFileSync(join(project, 'murmur.yaml'), 'utf8').replace('0.3.0', '9.9.9'),
    );
    const other = artifact(read(), 'local/murmur-hook-debug');
    expect(other).toMatchObject({ place: 'missing', installed: ['0.3.0'], lock: 'other-version', locked: '0.3.0' });
    expect(other?.findings[0]?.message).toBe('local/murmur-hook-debug@9.9.9 is not installed; installed is 0.3.0');
  });

  test('says where an installed package is damaged', () => {
    const { project, read } = copied();
    rmSync(join(project, '.murmur/artifacts', EDITOR, '0.2.0/murmur-tool-editor-0.2.0.sha256'));
    const damaged = read();
    expect(artifact(damaged, EDITOR)).toMatchObject({ place: 'project', digest: 'missing', lock: 'not-checked' });
    expect(ids(damaged)).toContain('artifact-unsound');
  });

  test('tells bytes that were changed from the pinned ones, once they were read', async () => {
    const { project, read } = copied();
    const root = join(project, '.murmur/artifacts');
    appendFileSync(join(root, EDITOR, '0.2.0/murmur-tool-editor-0.2.0.mur.zip'), 'x');
    expect(artifact(read(), EDITOR)?.lock).toBe('agrees');
    const memory = new DigestMemory();
    const scan = await scanStore(root);
    if (!scan.ok) throw new Error(scan.error.message);
    await verifyRows(
      rowsOf(scan.value).map((row) => ({ root, row })),
      { memory },
    );
    expect(artifact(read(memory), EDITOR)).toMatchObject({ lock: 'other-digest', digest: 'differs' });
  });
});

const LOCKS: ReadonlyArray<readonly [string, (text: string) => string | null, string, readonly string[]]> = [
  ['none', () => null, 'no-lock', []],
  [
    'another version of it',
    (text) => text.replace('resolved_version: 0.2.0', 'resolved_version: 0.1.9'),
    'other-version',
    ['lock-other-version'],
  ],
  ['another digest of it', (text) => text.replace('any: 279f', 'any: 0000'), 'other-digest', ['lock-other-digest']],
  ['nothing of it', (text) => text.replace(EDITOR, 'local/other'), 'not-locked', ['lock-missing-entry']],
  [
    'it for another platform',
    (text) => text.replace('any: 279f', 'linux-x86_64: 279f'),
    'not-locked',
    ['lock-missing-entry'],
  ],
  ['an older form', (text) => text.replace('lock_version: 3', 'lock_version: 2'), 'agrees', ['lock-refused']],
  ['a broken entry', (text) => `${text}- name: local/x\n`, 'agrees', ['lock-entry-broken']],
  ['no YAML', () => '{', 'not-locked', ['lock-refused', 'lock-missing-entry']],
];

describe.skipIf(golden === null)('a lock file that holds', () => {
  test.each(LOCKS)('%s', (_, change, state, found) => {
    const { project, read } = copied();
    const path = join(project, 'murmur.lock');
    const changed = change(readFileSync(path, 'utf8'));
    if (changed === null) rmSync(path);
    else writeFileSync(path, changed);
    const result = read();
    expect(artifact(result, EDITOR)?.lock).toBe(state);
    const about = result.findings.filter(
      ({ id, entry }) => id !== 'lock-undeclared' && (!entry?.startsWith('artifacts') || entry === 'artifacts[1]'),
    );
    expect(about.map(({ id }) => id)).toEqual(found);
  });
});

/** A project of its own with this manifest, and native packages for these platforms installed. */
function own(manifest: string, platforms: readonly string[] = []): Project {
  const folder = mkdtempSync(join(tmpdir(), 'murscope-project-'));
  made.push(folder);
  writeFileSync(join(folder, 'murmur.yaml'), manifest);
  const root = join(folder, '.murmur/artifacts/local/git/1.0.0');
  if (platforms.length > 0) mkdirSync(root, { recursive: true });
  for (const platform of platforms) {
    const stem = join(root, `git-1.0.0-${platform}`);
    const meta = {
      name: 'local/git',
      version: '1.0.0',
      runtime: 'native',
      artifact_runtime: 'tool',
      platforms: [platform.split('-')],
    };
    writeFileSync(`${stem}.mur.zip`, 'x'.repeat(100));
    writeFileSync(`${stem}.sha256`, 'a'.repeat(64));
    writeFileSync(`${stem}.meta.json`, JSON.stringify({ meta }));
  }
  return readProject(folder, { env: {}, platform: 'linux-x86_64' });
}

const HEAD = 'name: a\nversion: 0.1.0\nruntime: agent\n';
const GIT = 'artifacts:\n  - name: local/git\n    version: 1.0.0\n    runtime: tool\n';

describe('a project', () => {
  test('warns of a native artifact that is not for this machine', () => {
    expect(ids(own(HEAD + GIT, ['darwin-aarch64']))).toEqual(['artifact-other-platform']);
    expect(ids(own(HEAD + GIT, ['darwin-aarch64', 'linux-x86_64']))).toEqual([]);
  });

  test('names unknown keys with the known one that was meant', () => {
    const [finding] = own(`${HEAD}capabilites:\n  network: {}\n`).findings;
    expect(finding).toMatchObject({ id: 'unknown-key', severity: 'info', hint: 'Perhaps capabilities was meant.' });
  });

  test('warns of a pasted secret, and never shows it', () => {
    const secret = 'sk-proj-4fN2b8Qx7Lw9Zr3Tt6Yv1';
    const gateway = `${GIT}    gateway:\n      api_key: ${secret}\n`;
    const project = own(`${HEAD}${gateway}description: ${'x'.repeat(10)}\n`, ['linux-x86_64']);
    expect(project.findings.map(({ id, severity }) => [id, severity])).toEqual([['secret-like-value', 'warning']]);
    expect(JSON.stringify(project)).not.toContain(secret);
  });

  test('never shows a value of a config', () => {
    const project = own(`${HEAD}${GIT}    config:\n      hidden: do-not-show-me\n`, ['linux-x86_64']);
    expect(project.configs).toEqual([{ artifact: 'local/git', bytes: 27, limit: 65536 }]);
    expect(JSON.stringify(project)).not.toContain('do-not-show-me');
  });

  const BROKEN: ReadonlyArray<readonly [string, string, readonly string[]]> = [
    ['no YAML', 'a: [', ['manifest-unreadable']],
    ['no mapping', '- a\n', ['manifest-refused']],
    ['a list of odd artifacts', `${HEAD}artifacts: [1, {name: "../../etc"}, {name: "a/b/c", version: 1.0.0}]\n`, []],
  ];
  test.each(BROKEN)('whose manifest is %s still is an answer', (_, manifest, found) => {
    const project = own(manifest);
    expect(project.verdict).toBe('errors');
    for (const id of found) expect(ids(project)).toContain(id);
  });

  test('without a manifest says so', () => {
    const folder = mkdtempSync(join(tmpdir(), 'murscope-project-'));
    made.push(folder);
    const project = readProject(folder, { env: {} });
    expect(ids(project)).toEqual(['manifest-missing']);
    expect('error' in project.manifest).toBe(true);
  });

  test('whose lock is a folder, or whose home is none, still is an answer', () => {
    const folder = mkdtempSync(join(tmpdir(), 'murscope-project-'));
    made.push(folder);
    writeFileSync(join(folder, 'murmur.yaml'), HEAD);
    mkdirSync(join(folder, 'murmur.lock'));
    const project = readProject(folder, { env: { HOME: join(folder, 'murmur.yaml') } });
    expect(ids(project)).toEqual(['lock-refused']);
    expect(project.stores.map(({ state }) => state)).toEqual(['missing', 'unreadable']);
  });
});
