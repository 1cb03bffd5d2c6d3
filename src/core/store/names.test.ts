import { expect, test } from 'vitest';
import { compareVersions, hostPlatform, isNamePart, looksLikeVersion } from './names';

test.each([
  ['house', true],
  ['a', true],
  ['murmur-tool-git', true],
  ['0', true],
  ['a'.repeat(100), true],
  ['a'.repeat(101), false],
  ['', false],
  ['House', false],
  ['-a', false],
  ['a-', false],
  ['a.b', false],
  ['a_b', false],
  ['a\n', false],
  ['ä', false],
])('Murmur takes the name %j: %s', (name, expected) => {
  expect(isNamePart(name)).toBe(expected);
});

test('versions are ordered as semver orders them, what is none by bytes before them', () => {
  const versions = ['1.0.0', '0.10.0', 'nightly', '0.2.0', '1.0.0-rc.1', '1.0.0-rc.10', '1.0.0-rc.2', '1.0', '1.0.0+b'];
  expect(versions.sort(compareVersions)).toEqual([
    '1.0',
    'nightly',
    '0.2.0',
    '0.10.0',
    '1.0.0-rc.1',
    '1.0.0-rc.2',
    '1.0.0-rc.10',
    '1.0.0',
    '1.0.0+b',
  ]);
});

test('a version is told from a name by its dot', () => {
  expect(['0.1.0', 'v1.2', '10.0', 'house', '7', 'x.1'].map(looksLikeVersion)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test.each([
  ['linux', 'x64', 'linux-x86_64'],
  ['linux', 'arm64', 'linux-aarch64'],
  ['darwin', 'x64', 'darwin-x86_64'],
  ['darwin', 'arm64', 'darwin-aarch64'],
  ['win32', 'x64', null],
  ['linux', 'ia32', null],
])('%s on %s is %s for Murmur', (platform, arch, expected) => {
  expect(hostPlatform(platform, arch)).toBe(expected);
});
