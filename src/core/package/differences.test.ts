import { describe, expect, test } from 'vitest';
import { extraField, fields, type ZipEntry, type ZipOptions, zipBytes } from '../../../scripts/make-samples-zip.mjs';
import { cpuTimer } from '../../../test/support/cpu';
import { bytesSource } from '../io/source';
import { openArchive } from './archive';
import { checkEntries } from './check';
import { readEntry } from './read';

// Where this reader differs from Murmur's on purpose (spec 7, last section): each difference with its reason.
const a: ZipEntry = { name: 'a.md', content: 'a'.repeat(100) };
const b: ZipEntry = { name: 'b.md', content: 'b'.repeat(100) };

interface Tolerated {
  readonly because: string;
  readonly entries?: readonly ZipEntry[];
  readonly options?: ZipOptions;
  readonly change?: (bytes: Buffer) => Buffer;
  readonly reason: RegExp;
  readonly lists: readonly string[];
}

/** Murmur refuses the file; we list what is there and say so with `murmur-cannot-open`. */
const MORE_TOLERANT: Readonly<Record<string, Tolerated>> = {
  'an extra field that is cut short': {
    because: 'the name, the sizes and the data are all there',
    entries: [a, { ...b, extra: fields([2, 0x5455], [2, 50], [1, 1]) }],
    reason: /Extra field content truncated$/,
    lists: ['a.md', 'b.md'],
  },
  'an empty timestamp field': {
    because: 'a date is not worth hiding a package',
    entries: [{ ...a, extra: extraField(0x5455, Buffer.alloc(0)) }, b],
    reason: /Extended timestamp field is empty$/,
    lists: ['a.md', 'b.md'],
  },
  'a zip64 field of the wrong length': {
    because: 'only the one size is unknown',
    entries: [{ ...a, size: 0xffffffff, extra: extraField(1, Buffer.alloc(4)) }, b],
    reason: /ZIP64 extra/,
    lists: ['a.md', 'b.md'],
  },
  'a count that is too high': {
    because: 'the records that exist can be read',
    options: { count: 7 },
    reason: /ZipCentralEntryBlock$|Central Directory header$/,
    lists: ['a.md', 'b.md'],
  },
  'an offset behind the end record': {
    because: 'the stated size leads to the directory',
    options: { end: { offset: 100_000 } },
    reason: /Invalid CDFH offset in EOCD$/,
    lists: ['a.md', 'b.md'],
  },
  'an offset into nothing and a wrong size': {
    because: 'a chain of records that ends at the end record is a directory',
    options: { end: { offset: 100_000, size: 3 } },
    reason: /Invalid CDFH offset in EOCD$/,
    lists: ['a.md', 'b.md'],
  },
  'a comment that runs past the end': {
    because: 'the comment says nothing about the entries',
    options: { comment: 'cut', end: { commentLength: 500 } },
    reason: /EOCD comment exceeds file boundary$/,
    lists: ['a.md', 'b.md'],
  },
  'an end record that is cut': {
    because: 'the directory before it is whole',
    change: (bytes) => bytes.subarray(0, bytes.length - 6),
    reason: /Unexpected end of zip::format::blocks::Zip32CDEBlock$/,
    lists: ['a.md', 'b.md'],
  },
  'a part of a split archive': {
    because: 'the entries of this part can be looked at',
    options: { end: { disk: 2, directoryDisk: 1 } },
    reason: /multi-disk files is not implemented$/,
    lists: ['a.md', 'b.md'],
  },
  'a zip64 locator that points behind itself': {
    because: 'the directory before it is whole',
    options: { zip64: { recordOffset: 2 ** 40 } },
    reason: /Invalid EOCD64 Locator CD offset$/,
    lists: ['a.md', 'b.md'],
  },
  'a zip64 locator that counts two disks': {
    because: 'the directory before it is whole',
    options: { zip64: { disks: 2 } },
    reason: /Multi-disk ZIP files are not supported$/,
    lists: ['a.md', 'b.md'],
  },
};

describe('more tolerant than Murmur', () => {
  for (const [what, { because, entries, options, change, reason, lists }] of Object.entries(MORE_TOLERANT)) {
    test(`${what} is listed, because ${because}`, () => {
      const bytes = zipBytes(entries ?? [a, b], options);
      const opened = openArchive(bytesSource(change ? change(bytes) : bytes));
      if (!opened.ok) throw new Error(opened.error.message);
      const archive = opened.value;
      expect(archive.refusal).toMatch(reason);
      expect(archive.findings.map(({ id }) => id)).toContain('murmur-cannot-open');
      expect(Array.from({ length: archive.recordCount }, (_, index) => archive.nameOf(index))).toEqual(lists);
      expect(archive.entry(0).readBy).toEqual([]);
      const last = readEntry(archive, archive.recordCount - 1, { limit: 1000, lenient: true });
      expect(last.ok && last.value.length).toBe(100);
    });
  }

  test('records beyond a count that is too low are listed and marked, because they are there for other readers', () => {
    const opened = openArchive(bytesSource(zipBytes([a, b], { count: 1 })));
    if (!opened.ok) throw new Error(opened.error.message);
    expect([opened.value.refusal, opened.value.recordCount, opened.value.seen]).toEqual([null, 2, [0]]);
    expect(opened.value.entry(1)).toMatchObject({ readBy: [], findings: ['count-mismatch'] });
    expect(opened.value.find('b.md')).toBeNull();
  });

  test('a name that is not UTF-8 can be read leniently, because its bytes are there; Murmur cannot', () => {
    const opened = openArchive(bytesSource(zipBytes([{ name: Buffer.from([0x8a]), content: 'x' }])));
    if (!opened.ok) throw new Error(opened.error.message);
    const strict = readEntry(opened.value, 0, { limit: 10 });
    expect(!strict.ok && strict.error.message).toBe('zip archive error: specified file not found in archive');
    expect(readEntry(opened.value, 0, { limit: 10, lenient: true }).ok).toBe(true);
  });
});

interface Stricter {
  readonly because: string;
  readonly entries: readonly ZipEntry[];
  readonly options?: ZipOptions;
  readonly id: string;
}

/** Murmur reads the file without a word; we say what is odd. */
const STRICTER: Readonly<Record<string, Stricter>> = {
  'a local header with another name': {
    because: 'a program that streams reads that one',
    entries: [{ ...a, local: { name: 'z.md' } }],
    id: 'local-central-mismatch',
  },
  'a local header with another method': {
    because: 'a program that streams reads garbage',
    entries: [{ ...a, local: { method: 0 } }],
    id: 'local-central-mismatch',
  },
  'a local header that does not call the name UTF-8': {
    because: 'a program that streams shows another name',
    entries: [{ ...a, name: 'ü.md', local: { flags: 0 } }],
    id: 'local-central-mismatch',
  },
  'less content than declared': {
    because: 'others refuse the entry',
    entries: [{ ...a, size: 200, local: { size: 200 } }],
    id: 'size-short',
  },
  'bytes after the compressed data': {
    because: 'they can hide anything',
    entries: [{ ...a, content: '', method: 8, data: Buffer.from([3, 0, 9, 9, 9]) }],
    id: 'unused-compressed-bytes',
  },
  'two records over the same bytes': {
    because: 'bombs are made so',
    entries: [a, { ...b, localOffset: 0 }],
    id: 'overlap',
  },
  'a folder with data': { because: 'nobody sees it', entries: [{ ...a, name: 'a/' }], id: 'directory-with-data' },
  'an end record passed over': {
    because: 'others may stop at it',
    entries: [a],
    options: { comment: 'PK\x05\x06' },
    id: 'second-end-record',
  },
  'a directory record in the bytes in front': {
    because: 'others may start there',
    entries: [a],
    options: { prefix: 'PK\x01\x02....' },
    id: 'second-directory',
  },
  'two names with one safe name': {
    because: 'the resolver takes only one',
    entries: [a, { ...b, name: './a.md' }],
    id: 'safe-name-collision',
  },
  'a name that is not UTF-8': {
    because: 'Murmur lists it and cannot read it',
    entries: [{ ...a, name: Buffer.from([0xff]) }],
    id: 'name-not-utf8',
  },
  'a directory that is not as long as stated': {
    because: 'others count back from the end',
    entries: [a, b],
    options: { end: { size: 1 } },
    id: 'directory-size-mismatch',
  },
  'bytes between entries': {
    because: 'a deleted entry may still be there',
    entries: [a, { name: 'gone', content: 'x', directory: false }, b],
    id: 'unlisted-bytes',
  },
  'a data descriptor that says otherwise': {
    because: 'a program that streams goes by it',
    entries: [{ ...a, descriptor: fields([4, 1], [4, 2], [4, 3]) }],
    id: 'local-central-mismatch',
  },
};

describe('stricter than Murmur', () => {
  for (const [what, { because, entries, options, id }] of Object.entries(STRICTER)) {
    test(`${what} is reported, because ${because}`, async () => {
      const opened = openArchive(bytesSource(zipBytes(entries, options)));
      if (!opened.ok) throw new Error(opened.error.message);
      expect(opened.value.refusal).toBeNull();
      const checked = await checkEntries(opened.value, { read: true, limit: 1 << 20 });
      const ids = [...opened.value.findings, ...(checked.ok ? checked.value.findings : [])].map(
        (finding) => finding.id,
      );
      expect(ids).toContain(id);
    });
  }
});

describe('bounded where Murmur is not', () => {
  test('thousands of end records over one long broken directory end at a budget, and that is said', () => {
    // 30,000 records whose last is broken, and 3,000 end records that each point to another start among them.
    const record = zipBytes([{ name: '' }]).subarray(30, 76);
    const directory = Buffer.concat([...Array<Buffer>(30_000).fill(record), Buffer.from('PK\x01\x02')]);
    const ends = Array.from({ length: 2900 }, (_, number) =>
      fields([4, 0x06054b50], [2, 0], [2, 0], [2, 65000], [2, 65000], [4, 0], [4, 46 * number], [2, 0]),
    );
    const spent = cpuTimer();
    const opened = openArchive(bytesSource(Buffer.concat([directory, ...ends])));
    expect(spent()).toBeLessThan(2000);
    if (!opened.ok) throw new Error(opened.error.message);
    expect(opened.value.findings.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['murmur-cannot-open', 'too-many-end-records']),
    );
  });

  test('end records that each look through thousands of zip64 records end at a budget', () => {
    // Each of the 600 locators in reach starts at byte 0, and no record before it has the right length.
    const zip64 = fields([4, 0x06064b50], [4, 44], [4, 0], [2, 45], [2, 45], [4, 0], [4, 0], [4, 9], [4, 0]);
    const record = Buffer.concat([zip64, Buffer.alloc(56 - zip64.length)]);
    const locator = fields([4, 0x07064b50], [4, 0], [4, 0], [4, 0], [4, 1]);
    const end = fields([4, 0x06054b50], [2, 0], [2, 0], [2, 0xffff], [2, 0xffff], [4, 0], [4, 0], [2, 0]);
    const source = bytesSource(
      Buffer.concat([
        ...Array<Buffer>(20_000).fill(record),
        ...Array<Buffer>(1500).fill(Buffer.concat([locator, end])),
      ]),
    );
    const opened = openArchive(source);
    expect(opened.ok).toBe(false);
    expect(source.bytesRead).toBeLessThan(30_000_000);
  });

  test('thousands of end records that point to nothing read the file once', () => {
    const ends = Array.from({ length: 2900 }, (_, number) =>
      fields([4, 0x06054b50], [2, 0], [2, 0], [2, 9], [2, 9], [4, 0], [4, number * 1000], [2, 0]),
    );
    const source = bytesSource(Buffer.concat([Buffer.alloc(3_000_000), ...ends]));
    const opened = openArchive(source);
    expect(opened.ok).toBe(false);
    expect(source.bytesRead).toBeLessThan(12_000_000);
  });
});
