import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { goldenStores } from '../../../test/support/store';
import { parsePackageRef, resolvePackageRef } from './resolve';

const golden = goldenStores();
const made = mkdtempSync(join(tmpdir(), 'murscope-resolve-'));
afterAll(() => {
  golden?.remove();
  rmSync(made, { recursive: true, force: true });
});

test.each([
  ['local/house@0.1.0', { scope: 'local', name: 'house', version: '0.1.0' }],
  ['a/b@1.0.0-rc.1+x@y', { scope: 'a', name: 'b', version: '1.0.0-rc.1+x@y' }],
  ['house@0.1.0', null],
  ['local/house', null],
  ['local/house@', null],
  ['local/House@1', null],
  ['a@b/c', null],
  ['local/house@..', null],
  ['local/house@../../../etc', null],
  ['local/house@a\\b', null],
  ['./local/house@1', null],
])('%s reads as %j', (text, expected) => {
  expect(parsePackageRef(text)).toEqual(expected);
});

describe.skipIf(golden === null)('a reference', () => {
  const [home, project] = [join(golden?.full ?? '', 'home'), join(golden?.full ?? '', 'project')];
  const env = { HOME: home };

  test('is found in the project first, then in the home', () => {
    const own = resolvePackageRef('local/murmur-tool-editor@0.2.0', { cwd: join(project, 'skills'), env });
    expect(own).toMatchObject({ ok: true, value: { store: 'project', platform: null } });
    expect(own.ok && own.value.path.startsWith(project)).toBe(true);
    expect(resolvePackageRef('local/house@0.1.0', { cwd: project, env })).toMatchObject({
      ok: true,
      value: { store: 'global', scope: 'local', name: 'house', version: '0.1.0' },
    });
    expect(resolvePackageRef('local/murmur-tool-editor@0.2.0', { cwd: '/', env })).toMatchObject({
      value: { store: 'global' },
    });
  });

  test('to a native package finds its archive, also on a machine it is not for', () => {
    const found = resolvePackageRef('local/murmur-tool-git@0.1.0', { cwd: '/', env, platform: 'darwin-x86_64' });
    expect(found).toMatchObject({ ok: true, value: { platform: 'linux-x86_64' } });
  });

  test('to what is not installed says what is', () => {
    const other = resolvePackageRef('local/house@9.9.9', { cwd: project, env });
    expect(other.ok ? null : other.error).toEqual({
      code: 'not-installed',
      message: 'local/house@9.9.9 is not installed',
      hint: 'Installed is 0.1.0.',
    });
    const none = resolvePackageRef('local/nobody@1.0.0', { cwd: project, env: {} });
    expect(none.ok ? null : none.error.code).toBe('not-installed');
    const odd = resolvePackageRef('house.mur.zip', { cwd: project, env });
    expect(odd.ok ? null : odd.error.code).toBe('not-a-reference');
  });
});

test('of several platforms none of which is this machine, none is guessed', () => {
  const folder = join(made, '.murmur/artifacts/local/git/1.0.0');
  mkdirSync(folder, { recursive: true });
  for (const platform of ['linux-x86_64', 'darwin-x86_64'])
    writeFileSync(join(folder, `git-1.0.0-${platform}.mur.zip`), '');
  const find = (platform: string | null) =>
    resolvePackageRef('local/git@1.0.0', { cwd: '/', env: { HOME: made }, platform });
  expect(find('darwin-x86_64')).toMatchObject({ ok: true, value: { platform: 'darwin-x86_64' } });
  const none = find('linux-aarch64');
  expect(none.ok ? null : none.error.code).toBe('several-platforms');
});
