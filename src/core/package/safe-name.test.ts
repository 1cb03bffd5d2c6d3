import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuTimer } from '../../../test/support/cpu';
import { isPlainName, nameProblems } from './names';
import { safeName } from './safe-name';

describe('the safe name of an entry', () => {
  const cases: ReadonlyArray<readonly [string, string | null]> = [
    ['a', 'a'],
    ['a/b.md', 'a/b.md'],
    ['/a', 'a'],
    ['///a', 'a'],
    ['./a', 'a'],
    ['a/', 'a'],
    ['a/b/', 'a/b'],
    ['a//', 'a'],
    ['a/../', null],
    ['../', null],
    ['a//b', 'a/b'],
    ['a/./b', 'a/b'],
    ['a/.', 'a'],
    ['.', ''],
    ['', ''],
    ['/', ''],
    ['..', null],
    ['a/..', null],
    ['../a', null],
    ['a/../b', null],
    ['/../a', null],
    ['...', '...'],
    ['a..', 'a..'],
    ['..a/b', '..a/b'],
    ['a/.../b', 'a/.../b'],
    ['..\\a', '..\\a'],
    ['a\\..\\b', 'a\\..\\b'],
    ['C:/a', 'C:/a'],
    ['.hidden', '.hidden'],
  ];
  for (const [name, safe] of cases)
    test(`${JSON.stringify(name)} gives ${JSON.stringify(safe)}`, () => expect(safeName(name)).toBe(safe));

  test('is what dropping components gives, for any name, and safe to apply twice', () => {
    const part = fc.constantFrom('', '.', '..', 'a', 'b.md', '...', '.x');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const name = parts.join('/');
        const slow = parts.includes('..') ? null : parts.filter((one) => one !== '' && one !== '.').join('/');
        expect(safeName(name)).toBe(slow);
        if (slow !== null) expect(safeName(slow)).toBe(slow);
      }),
    );
  });
});

describe('what is odd about a name', () => {
  const ids = (name: string) => nameProblems(name).map(({ id }) => id);
  const cases: ReadonlyArray<readonly [string, readonly string[]]> = [
    ['murmur.yaml', []],
    ['references/a b (1).md', []],
    ['docs/', []],
    ['.hidden/.env', []],
    ['über/日本語.md', []],
    ['a..b', []],
    ['../a', ['name-parent']],
    ['a/../../b', ['name-parent']],
    ['..', ['name-parent']],
    ['..\\a', ['name-backslash']],
    ['/etc/passwd', ['name-absolute']],
    ['\\\\server\\share', ['name-absolute', 'name-backslash']],
    ['c:\\a', ['name-drive', 'name-backslash']],
    ['/C:/a', ['name-absolute', 'name-drive']],
    ['ab:c', []],
    ['a\u0000b', ['name-control']],
    ['a\u0085b', ['name-control']],
    ['a\u202eb', ['name-bidi']],
    ['a\u200db', ['name-invisible']],
    ['a\u00a0b', ['name-invisible']],
    ['\ufeffa', ['name-invisible']],
    ['a\u3164b', ['name-invisible']],
    ['a\u2066\u200bb', ['name-bidi', 'name-invisible']],
    ['NUL', ['name-device']],
    ['a/con.txt', ['name-device']],
    ['com1', ['name-device']],
    ['COM¹.log', ['name-device']],
    ['aux /x', ['name-device', 'name-trailing-dot-space']],
    ['console', []],
    ['com10', []],
    ['null', []],
    ['a.', ['name-trailing-dot-space']],
    ['a /b', ['name-trailing-dot-space']],
    ['...', ['name-trailing-dot-space']],
    ['', ['name-empty']],
    ['./', ['name-empty']],
    ['//', ['name-empty', 'name-absolute']],
    ['./a', ['name-dot-component']],
    ['a//b', ['name-dot-component']],
    ['__MACOSX/a', ['hidden-mac-files']],
    ['x/._a', ['hidden-mac-files']],
    ['a/.DS_Store', ['hidden-mac-files']],
  ];
  for (const [name, wanted] of cases) {
    test(`${JSON.stringify(name)}: ${wanted.join(', ') || 'nothing'}`, () => {
      expect(ids(name)).toEqual(wanted);
      if (wanted.length > 0) expect(isPlainName(name)).toBe(false);
    });
  }

  test('sentences show nothing hidden', () => {
    for (const { message } of nameProblems('a\u202e\u200b\u0007'))
      expect(message).toContain("'a⟨U+202E⟩⟨U+200B⟩⟨U+0007⟩'");
  });

  test('long and hostile names take no time', () => {
    const spent = cpuTimer();
    for (const part of ['. ', ' ', '.', 'con.', '\\', '/', '/.', 'a ', '\u202e', 'con '])
      nameProblems(part.repeat(30_000));
    expect(spent()).toBeLessThan(2000);
  });
});
