import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ownVectors } from '../../../test/support/golden';
import { type MadeEntry, storedZip } from '../../../test/support/stored-zip';
import { bytesSource } from '../io/source';
import { openArchive } from '../package/archive';
import { locate, type ManifestBase, normaliseDeclared, readDeclared, whyNotFound } from './paths';

interface DirectoryVector {
  base: string;
  expect: { declared: string; resolved: string }[];
}
interface PackageVector {
  artifact: string;
  version: string;
  entries: [name: string, content: string, kind?: 'dir' | 'symlink'][];
  expect: { reads: { declared: string; resolved: string; text?: string; kind?: string; message?: string }[] };
}

const LIMIT = 524_288_000;
const root = mkdtempSync(join(tmpdir(), 'murscope-paths-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function packageBase(label: string, entries: readonly MadeEntry[]): ManifestBase {
  const archive = openArchive(bytesSource(storedZip(entries)));
  if (!archive.ok) throw new Error(archive.error.message);
  return { kind: 'package', label, archive: archive.value, refusal: archive.value.refusal, cwd: root };
}
const folder = (path: string): ManifestBase => ({ kind: 'folder', folder: path, cwd: root });

describe('a path in the manifest of a project', () => {
  it.each(ownVectors<DirectoryVector>('directory-files'))('resolves as Murmur shows it from $base', (vector) => {
    const base = folder(vector.base);
    expect(vector.expect.map(({ declared }) => ({ declared, resolved: locate(base, declared).resolved }))).toEqual(
      vector.expect,
    );
  });

  it('is a host path when it is absolute, and stands below the folder otherwise', () => {
    expect(locate(folder('/x'), '/y').base).toBe('host-path');
    expect(locate(folder('/x'), 'y').base).toBe('manifest-folder');
  });

  it('is read from where the program runs when the folder is relative', () => {
    mkdirSync(join(root, 'house'));
    writeFileSync(join(root, 'house/a.md'), 'A');
    expect(readDeclared(folder('house'), './a.md', LIMIT)).toEqual({ ok: true, value: 'A' });
  });

  it.each([
    ['missing.md', 'NotFound', 'No such file or directory (os error 2)'],
    ['.', 'IsADirectory', 'Is a directory (os error 21)'],
    ['latin', 'InvalidData', 'stream did not contain valid UTF-8'],
    ['a.md/b', 'NotADirectory', 'Not a directory (os error 20)'],
    ['a\0b', 'InvalidInput', 'file name contained an unexpected NUL byte'],
    ['/dev/null', 'InvalidInput', 'is a device; only regular files are read'],
  ])('that gives no text says why: %j', (declared, kind, message) => {
    writeFileSync(join(root, 'a.md'), 'A');
    writeFileSync(join(root, 'latin'), Uint8Array.of(0x61, 0xe9));
    expect(readDeclared(folder(root), declared, LIMIT)).toEqual({ ok: false, error: { kind, code: null, message } });
  });

  it('is not read beyond the limit', () => {
    writeFileSync(join(root, 'long'), 'x'.repeat(11));
    expect(readDeclared(folder(root), 'long', 11)).toEqual({ ok: true, value: 'x'.repeat(11) });
    expect(readDeclared(folder(root), 'long', 10)).toMatchObject({ ok: false, error: { kind: 'InvalidData' } });
  });
});

describe('a path in the manifest of a package', () => {
  it.each(ownVectors<PackageVector>('package-files'))('resolves and reads as in Murmur: $entries', (vector) => {
    const base = packageBase(
      `${vector.artifact}@${vector.version}`,
      vector.entries.map(([name, content, kind]) => ({ name, content, ...(kind ? { kind } : {}) })),
    );
    const reads = vector.expect.reads.map(({ declared }) => {
      const read = readDeclared(base, declared, LIMIT);
      const given = read.ok ? { text: read.value } : { kind: read.error.kind, message: read.error.message };
      return { declared, resolved: locate(base, declared).resolved, ...given };
    });
    expect(reads).toEqual(vector.expect.reads);
  });

  it('loses dots and doubled slashes and never climbs', () => {
    expect(['./a//b/.', '', './', 'a/../b', '...'].map(normaliseDeclared)).toEqual(['a/b', '', '', null, '...']);
  });

  it('that is no text says where it goes wrong', () => {
    const base = packageBase('a/b@', [{ name: 'x', content: Uint8Array.of(0x61, 0xc3) }]);
    expect(readDeclared(base, 'x', LIMIT)).toEqual({
      ok: false,
      error: { kind: 'InvalidData', code: null, message: 'incomplete utf-8 byte sequence from index 1' },
    });
  });

  it('obeys the ceiling', () => {
    const base = packageBase('a/b@', [{ name: './x', content: '12345' }]);
    expect(readDeclared(base, 'x', 4)).toMatchObject({
      error: { kind: 'InvalidData', message: "zip entry './x' exceeds the 4-byte decompression ceiling" },
    });
  });
});

describe('looking without reading', () => {
  const base = () =>
    packageBase('a/b@', [
      { name: 'd/', kind: 'dir' },
      { name: 'd/x/y.md', content: 'Y' },
      { name: 'd-1', content: '' },
      { name: '../z', content: '' },
    ]);
  it.each([
    ['d/x/y.md', 'file', null],
    ['d', 'file', 'NotFound'],
    ['d', 'file-or-folder', null],
    ['d/x', 'file-or-folder', null],
    ['d/', 'file-or-folder', null],
    ['d-', 'file-or-folder', 'NotFound'],
    ['z', 'file-or-folder', 'NotFound'],
    ['', 'file-or-folder', 'NotFound'],
    ['../z', 'file', 'InvalidInput'],
    ['/nowhere/at/all', 'file', 'NotFound'],
    ['/etc', 'file', 'IsADirectory'],
    ['/etc', 'file-or-folder', null],
    ['/dev/null', 'file', 'InvalidInput'],
  ] as const)('%j as a %s', (declared, wanted, kind) => {
    expect(whyNotFound(base(), declared, wanted)?.kind ?? null).toBe(kind);
  });
});
