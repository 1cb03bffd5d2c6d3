import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/table';
import { unwanted } from './audit.mjs';
import { bashCompletion } from './completion';
import { controlFile, dependsOn, versionOf } from './control.mjs';
import { describedCommands } from './described';
import { bundledLibraries, copyrightFile } from './libraries.mjs';
import { manualPage } from './man';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'murscope-deb-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const has = (tool: string) => spawnSync(tool, ['--version']).error === undefined;

/** What bash offers for the last word of a line, in a folder with one file of each kind. */
async function offered(line: string): Promise<string[]> {
  const place = join(folder, 'completion');
  mkdirSync(join(place, 'skills'), { recursive: true });
  for (const name of [
    'house.mur.zip',
    'tidy.skill',
    'murmur.yaml',
    'runners.toml',
    'b.jsonl',
    'notes.txt',
    'a b.mur.zip',
  ])
    writeFileSync(join(place, name), '');
  const words = line.split(' ');
  const script = `${await bashCompletion()}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_murscope; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const said = execFileSync('bash', ['-c', script], { cwd: place, encoding: 'utf8' });
  return said
    .split('\n')
    .filter((word) => word !== '')
    .sort();
}

describe('the completion for bash', () => {
  it('offers commands first, and the ones below a command after it', async () => {
    expect(await offered('murscope in')).toEqual(['inspect']);
    expect(await offered('murscope skill ')).toEqual(['--help', 'check', 'pack', 'source']);
    expect(await offered('murscope --v')).toEqual(['--version']);
  });

  it('offers the flags of the command and the words that a flag takes', async () => {
    expect(await offered('murscope inspect --d')).toEqual(['--deep']);
    expect(await offered('murscope skill check --format ')).toEqual(['github', 'sarif', 'text']);
    expect(await offered('murscope skill pack --for 0.1')).toEqual(['0.10']);
    expect(await offered('murscope skill pack x --name ')).toEqual([]);
  });

  it('offers the files that a command works on, spaces in their names included', async () => {
    expect(await offered('murscope inspect ')).toEqual(['a b.mur.zip', 'house.mur.zip', 'skills', 'tidy.skill']);
    expect(await offered('murscope name --runners ')).toEqual(['runners.toml', 'skills']);
    expect(await offered('murscope store list --root ')).toEqual(['skills']);
    expect(await offered('murscope skill pack x -o n')).toEqual(['notes.txt']);
  });

  it('knows what every command works on and every flag with a file takes', async () => {
    for (const { name, usage, takes, options } of await describedCommands()) {
      if (/\b(FILE|PATH|PACKAGE|BASE|FOLDER|A B)\b/.test(usage) && !usage.startsWith('--'))
        expect(takes.kind, name).not.toBe('nothing');
      for (const { spelled, value, takes: wanted } of options)
        if (/FILE|DIR/.test(value)) expect(wanted.kind, `${name} ${spelled}`).not.toBe('nothing');
    }
  });
});

describe('the manual page', () => {
  it('has every command and flag', async () => {
    const page = await manualPage('1.2.3', '2026-01-02');
    for (const { name } of COMMANDS) expect(page).toContain(`.SS "murscope ${name.replaceAll('-', '\\-')}`);
    for (const { options } of await describedCommands())
      for (const { spelled } of options)
        for (const flag of spelled) expect(page).toContain(`\\fB${flag.replaceAll('-', '\\-')}\\fR`);
    expect(page.split('\n').filter((line) => /^\.(?!TH |SH |SS |TP$|PP$|B |BR |br$)/.test(line))).toEqual([]);
  });

  it.runIf(has('groff'))('renders without a complaint', async () => {
    const input = await manualPage('1.2.3', '2026-01-02');
    const made = spawnSync('groff', ['-man', '-Tutf8', '-ww'], { input, encoding: 'utf8' });
    expect([made.status, made.stderr]).toEqual([0, '']);
    expect(made.stdout).toContain('murscope');
  });
});

describe('the control file', () => {
  it('says that a stand-in made it a test build, older than the release', () => {
    const stated = { version: '0.1.0', declared: '45.5.0' };
    expect(versionOf('45.6.0', stated)).toBe('0.1.0');
    expect(versionOf('33.2.1', stated)).toBe('0.1.0~test+electron33');
    const fields = { version: '0.1.0~test+electron33', architecture: 'amd64', depends: 'nodejs (>= 18)', kib: 7 };
    expect(controlFile(fields)).toMatch(/^Description: .*\(test build\)$/m);
    expect(controlFile({ ...fields, version: '0.1.0' })).not.toContain('test build');
  });

  it('depends on Node 18 and takes either name of a renamed library', () => {
    expect(dependsOn(['libasound.so.2', 'libc.so.6', 'libm.so.6', 'libnss3.so'])).toBe(
      'libasound2 | libasound2t64, libc6, libnss3, nodejs (>= 18)',
    );
    expect(() => dependsOn(['libstrange.so.9'])).toThrow('libstrange.so.9');
  });

  it.runIf(has('dpkg-deb'))('makes a package that is the same twice', async () => {
    const { finish, stageTexts } = await import('./stage.mjs');
    const build = async (name: string) => {
      const tree = join(folder, name);
      mkdirSync(tree, { mode: 0o755 });
      const date = new Date(1_700_000_000_000);
      await stageTexts(tree, { version: '0.1.0', date, sizes: [] });
      finish(tree, { version: '0.1.0', architecture: 'amd64', depends: 'nodejs (>= 18)', date });
      const deb = `${tree}.deb`;
      const env = { ...process.env, SOURCE_DATE_EPOCH: '1700000000' };
      execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '-z0', '--build', tree, deb], { env, stdio: 'ignore' });
      return { tree, bytes: readFileSync(deb) };
    };
    const one = await build('one');
    expect(one.bytes.equals((await build('two')).bytes)).toBe(true);
    expect(unwanted(one.tree)).toEqual([]);
    expect(statSync(join(one.tree, 'usr/bin/murscope')).mode & 0o777).toBe(0o755);
    expect(gunzipSync(readFileSync(join(one.tree, 'usr/share/man/man1/murscope.1.gz'))).toString()).toMatch(/^\.TH/);
    writeFileSync(join(one.tree, 'usr/share/index.js.map'), '');
    expect(unwanted(one.tree)).toEqual(['usr/share/index.js.map: a source map']);
  });
});

describe('what the desktop reads', () => {
  const entry = join(root, 'resources/linux/murscope.desktop');
  const types = readFileSync(join(root, 'resources/linux/murscope.xml'), 'utf8');

  it('is one type, in the entry and in the type file', () => {
    const type = /<mime-type type="([^"]+)"/.exec(types)?.[1];
    expect(readFileSync(entry, 'utf8')).toContain(`MimeType=${type};`);
    expect(readFileSync(join(root, 'electron-builder.yml'), 'utf8')).toContain(`mimeType: ${type},`);
  });

  it.runIf(has('desktop-file-validate'))('is an entry without a fault', () => {
    const said = spawnSync('desktop-file-validate', [entry], { encoding: 'utf8' });
    expect(`${said.stdout}${said.stderr}`).toBe('');
  });

  it.runIf(has('update-mime-database'))('is a type file that the database takes', () => {
    const mime = join(folder, 'mime');
    mkdirSync(join(mime, 'packages'), { recursive: true });
    writeFileSync(join(mime, 'packages/murscope.xml'), types);
    const env = { ...process.env, XDG_DATA_DIRS: folder };
    const said = spawnSync('update-mime-database', [mime], { encoding: 'utf8', env });
    expect([said.status, said.stderr]).toEqual([0, '']);
    expect(readFileSync(join(mime, 'globs2'), 'utf8')).toContain('60:application/vnd.murmur.package+zip:*.mur.zip');
  });
});

describe('the copyright file', () => {
  it('has the libraries that the sources import, with their licences', () => {
    const names = bundledLibraries().map(({ name }: { name: string }) => name);
    for (const name of ['react', 'zod', 'scheduler', 'jszip', '@fontsource-variable/inter', 'commander'])
      expect(names).toContain(name);
    for (const name of ['electron', 'vitest', 'fast-check']) expect(names).not.toContain(name);
    expect(copyrightFile()).toMatch(/^License: MIT-react\n MIT License$/m);
  });
});
