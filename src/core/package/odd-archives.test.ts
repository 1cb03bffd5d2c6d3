import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  crc32,
  extraField,
  fields,
  type ZipEntry,
  type ZipOptions,
  zipBytes,
} from '../../../scripts/make-samples-zip.mjs';
import { bytesSource } from '../io/source';
import { type Archive, openArchive } from './archive';
import { checkEntries } from './check';
import { readEntry } from './read';

// The small archives of public bug reports (spec 6.4), made here byte by byte.
const limit = 1 << 27;
const manifest: ZipEntry = { name: 'murmur.yaml', content: 'name: demo\nversion: 0.1.0\nruntime: skill\n' };
const skill: ZipEntry = { name: 'SKILL.md', content: '---\nname: demo\n---\n' };

function open(bytes: Uint8Array): Archive {
  const archive = openArchive(bytesSource(bytes));
  if (!archive.ok) throw new Error(archive.error.message);
  return archive.value;
}
const made = (entries: readonly ZipEntry[], options?: ZipOptions) => open(zipBytes(entries, options));
const ids = (archive: Archive) => archive.findings.map(({ id }) => id);
const names = (archive: Archive) => archive.seen.map((index) => archive.nameOf(index));
function text(archive: Archive, name: string): string {
  const index = archive.find(name);
  const read = index === null ? null : readEntry(archive, index, { limit });
  return read === null ? 'not found' : read.ok ? Buffer.from(read.value).toString('utf8') : read.error.message;
}
async function deepIds(archive: Archive): Promise<string[]> {
  const checked = await checkEntries(archive, { read: true, limit });
  return checked.ok ? checked.value.findings.map(({ id }) => id) : [checked.error.message];
}

describe('small archives from bug reports', () => {
  test('an end record that counts three over a directory of two: Murmur refuses, two are listed', () => {
    const archive = made([manifest, skill], { count: 3 });
    expect(archive.refusal).toMatch(/^invalid Zip archive: /);
    expect(archive.recordCount).toBe(2);
    expect(ids(archive)).toEqual(['murmur-cannot-open', 'count-mismatch']);
    expect(archive.entry(0).readBy).toEqual([]);
    expect(text(archive, 'SKILL.md')).toContain('name: demo');
  });

  test('a stored folder with size 4096', () => {
    const archive = made([manifest, { name: 'docs/', method: 0, size: 4096, packed: 0 }]);
    expect(archive.entry(1)).toMatchObject({ kind: 'directory', size: 4096, findings: ['directory-with-data'] });
  });

  test('a zip that the Finder made', () => {
    const archive = made([
      { name: 'café/SKILL.md', content: 'x', flags: 8, descriptor: true },
      { name: '__MACOSX/café/._SKILL.md', content: 'x', flags: 8, descriptor: true },
    ]);
    expect(archive.nameOf(0)).toBe('café/SKILL.md');
    expect(archive.entry(0).findings).toEqual(['utf8-flag-missing', 'data-descriptor']);
    expect(archive.entry(1).findings).toEqual(['utf8-flag-missing', 'data-descriptor', 'hidden-mac-files']);
  });

  test('a backslash in a name is part of it, whoever made it', () => {
    for (const madeBy of [0x0014, 0x0314]) {
      const archive = made([{ name: 'demo\\SKILL.md', content: 'x', madeBy }]);
      expect(archive.entry(0)).toMatchObject({
        safeName: 'demo\\SKILL.md',
        kind: 'file',
        findings: ['name-backslash'],
      });
      expect(archive.find('demo/SKILL.md')).toBeNull();
    }
  });

  test('two names that differ in case are two entries', () => {
    const archive = made([
      { name: 'README.md', content: 'upper' },
      { name: 'readme.md', content: 'lower' },
    ]);
    expect([text(archive, 'README.md'), text(archive, 'readme.md')]).toEqual(['upper', 'lower']);
    expect(ids(archive)).toEqual(['name-case-collision', 'name-case-collision']);
  });

  test('of equal names Murmur sees the last, at the first one’s place', () => {
    const archive = made([{ name: 'LICENSE.txt', content: 'old' }, skill, { name: 'LICENSE.txt', content: 'new' }]);
    expect(archive.seen).toEqual([2, 1]);
    expect(text(archive, 'LICENSE.txt')).toBe('new');
    expect(archive.byName('LICENSE.txt')).toBe(2);
    expect([0, 1, 2].map((index) => archive.entry(index).readBy)).toEqual([
      [],
      ['murmur', 'resolver'],
      ['murmur', 'resolver'],
    ]);
  });

  test('five bytes that declare 512 MiB are read, cost five bytes and are called short', async () => {
    const archive = made([{ name: 'a.txt', content: 'hello', method: 0, size: 2 ** 29 }]);
    expect(text(archive, 'a.txt')).toBe('hello');
    expect(ids(archive)).toEqual(['large-entry', 'ratio-extreme']);
    expect(await deepIds(archive)).toEqual(['size-short']);
  });

  test('100 MiB of zeros that declare ten bytes stop at ten bytes', () => {
    const zeros = Buffer.alloc(100 * 2 ** 20);
    const archive = made([{ name: 'zeros', data: deflateRawSync(zeros), crc: crc32(zeros), size: 10, method: 8 }]);
    expect(text(archive, 'zeros')).toBe(
      'io error reading zip entry: File is larger than its declared uncompressed size',
    );
  });

  test('181,000 empty entries open like a few', () => {
    // One local header and 181,000 records that all point to it.
    const one = zipBytes([{ name: '' }]);
    const records = Buffer.concat(Array<Buffer>(181_000).fill(one.subarray(30, 76)));
    const end = zipBytes([], {
      zip64: { count: 181_000, total: 181_000, size: records.length, offset: 30, recordOffset: 30 + records.length },
    });
    const archive = open(Buffer.concat([one.subarray(0, 30), records, end]));
    expect(archive.recordCount).toBe(181_000);
    expect(archive.seen).toEqual([180_999]);
    expect(archive.entry(5).findings).toEqual(['name-empty', 'name-duplicate', 'overlap']);
  });

  test('bytes after an end record whose comment length is zero', () => {
    const archive = made([manifest, skill], { trailing: 'extra' });
    expect(archive.refusal).toBeNull();
    expect(ids(archive)).toEqual(['trailing-data']);
  });

  test('100 bytes in front, with and without corrected offsets', () => {
    for (const correctOffsets of [true, false]) {
      const archive = made([manifest, skill], { prefix: Buffer.alloc(100, 0x23), correctOffsets });
      expect(archive.refusal).toBeNull();
      expect(ids(archive)).toEqual(['prefix-data']);
      expect(archive.localOffsetOf(0)).toBe(100);
      expect(text(archive, 'SKILL.md')).toContain('name: demo');
    }
  });

  test('a second end signature inside the comment is passed over', () => {
    const archive = made([manifest, skill], {
      comment: `ends with ${fields([4, 0x06054b50]).toString('latin1')} inside`,
    });
    expect(archive.refusal).toBeNull();
    expect(names(archive)).toEqual(['murmur.yaml', 'SKILL.md']);
    expect(ids(archive)).toEqual(['second-end-record', 'archive-comment']);
  });

  test('sizes behind the data, also behind the data of an empty stored entry', async () => {
    const archive = made([
      { name: 'a.txt', content: 'hello', descriptor: true },
      { name: 'empty', content: '', method: 0, descriptor: true },
      { name: 'b.txt', content: 'there', descriptor: fields([4, crc32(Buffer.from('there'))], [4, 7], [4, 5]) },
    ]);
    expect([text(archive, 'a.txt'), text(archive, 'empty'), text(archive, 'b.txt')]).toEqual(['hello', '', 'there']);
    expect(await deepIds(archive)).toEqual([]);
  });

  test('FFFFFFFF without a zip64 field is taken as it stands: deflated reads, stored fails', () => {
    const entries = [
      { name: 'deflated', content: 'hello hello hello', packed: 0xffffffff },
      { name: 'stored', content: 'hello', method: 0, packed: 0xffffffff, size: 0xffffffff },
    ];
    const archive = made(entries);
    expect(archive.refusal).toBeNull();
    expect(text(archive, 'deflated')).toBe('hello hello hello');
    expect(text(archive, 'stored')).toBe('io error reading zip entry: Invalid checksum');
    expect(archive.entry(0).findings).toContain('zip64-inconsistent');
  });

  test('a Unicode path field renames the entry where its checksum fits, and not otherwise', () => {
    const field = (crc: number) =>
      extraField(0x7075, Buffer.concat([fields([1, 1], [4, crc]), Buffer.from('SKILL.md')]));
    const fits = made([{ name: 'evil.md', content: 'x', extra: field(crc32(Buffer.from('evil.md'))) }]);
    expect([names(fits), ids(fits)]).toEqual([['SKILL.md'], ['unicode-path-differs']]);
    const not = made([{ name: 'evil.md', content: 'x', extra: field(1) }]);
    expect([names(not), ids(not)]).toEqual([['evil.md'], ['unicode-path-differs']]);
  });

  test('a last record whose name runs past the end of the file: the others are listed', () => {
    const archive = made([manifest, skill, { name: 'cut', nameLength: 5000 }]);
    expect(archive.refusal).toBe('invalid Zip archive: Variable-length field extends beyond file boundary');
    expect(archive.recordCount).toBe(2);
    expect(ids(archive)).toEqual(['murmur-cannot-open', 'count-mismatch', 'directory-size-mismatch', 'truncated']);
  });

  test('a program without the execute bit keeps its mode', () => {
    const archive = made([{ name: 'bin/x', content: '#!/bin/sh\n', mode: 0o100644 }]);
    expect(archive.modeOf(0)).toBe(0o100644);
  });

  test('three spellings of one safe name: the resolver takes the first file in the archive', () => {
    const archive = made([
      { name: 'a/' },
      { name: './a', content: 'dot' },
      { name: 'a', content: 'plain' },
      { name: '/a', content: 'root' },
    ]);
    expect(text(archive, 'a')).toBe('dot');
    expect(archive.byName('a')).toBe(2);
    expect([1, 2, 3].map((index) => archive.entry(index).readBy)).toEqual([
      ['murmur', 'resolver'],
      ['murmur'],
      ['murmur'],
    ]);
  });

  test('names like __proto__ and 0 are names', () => {
    const archive = made([
      { name: '__proto__', content: 'p' },
      { name: '1', content: 'one' },
      { name: '0', content: 'zero' },
      { name: 'constructor', content: 'c' },
    ]);
    expect(names(archive)).toEqual(['__proto__', '1', '0', 'constructor']);
    expect(['__proto__', '1', '0', 'constructor', 'toString'].map((name) => text(archive, name))).toEqual([
      'p',
      'one',
      'zero',
      'c',
      'not found',
    ]);
  });
});

describe('files that are no archives', () => {
  test('say what they look like', () => {
    const hint = (bytes: Uint8Array) => {
      const opened = openArchive(bytesSource(bytes));
      return opened.ok ? 'opened' : [opened.error.code, opened.error.message];
    };
    const lost = 'invalid Zip archive: Could not find EOCD';
    expect(hint(new Uint8Array(0))).toEqual(['not-a-zip', lost]);
    expect(hint(Buffer.from('just a text'))).toEqual(['not-a-zip', lost]);
    expect(hint(zipBytes([manifest, skill]).subarray(0, 60))).toEqual(['directory-missing', lost]);
  });
});
