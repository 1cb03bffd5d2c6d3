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
import { type ByteSource, bytesSource, SourceError } from '../io/source';
import { type Archive, openArchive } from './archive';
import { ceilingMessage, DEFAULT_CEILING, decompressionCeiling } from './ceiling';
import { readEntry, streamEntry } from './read';

function made(entries: readonly ZipEntry[], options?: ZipOptions): Archive {
  const opened = openArchive(bytesSource(zipBytes(entries, options)));
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}
const text = 'some text that is long enough to be worth packing, packing, packing';

function message(archive: Archive, index: number, limit: number): string {
  const read = readEntry(archive, index, { limit });
  return read.ok ? `${read.value.length} bytes` : read.error.message;
}

async function streamed(archive: Archive, index: number, limit: number, signal?: AbortSignal) {
  let size = 0;
  for await (const piece of streamEntry(archive, index, { limit, ...(signal ? { signal } : {}) })) {
    if (!piece.ok) return { size, message: piece.error.message };
    size += piece.value.length;
  }
  return { size, message: null };
}

describe('the order of refusals', () => {
  // Each entry has all the faults of those below it.
  const order: ReadonlyArray<readonly [string, Partial<ZipEntry>, string]> = [
    ['local header', { localOffset: 3 }, 'zip archive error: invalid Zip archive: Invalid local file header'],
    [
      'encryption',
      { flags: 1, method: 12 },
      'zip archive error: unsupported Zip archive: Password required to decrypt file',
    ],
    ['method', { method: 12, crc: 1 }, 'zip archive error: compression method not supported: 12'],
    ['data', { data: Buffer.from([7]), method: 8, crc: 1 }, 'io error reading zip entry: corrupt deflate stream'],
    [
      'cut data',
      { data: deflateRawSync(text).subarray(0, 20), method: 8, crc: 1 },
      'io error reading zip entry: incomplete deflate stream',
    ],
    ['no data', { data: '', method: 8, crc: 1 }, 'io error reading zip entry: incomplete deflate stream'],
    ['size', { size: 10, crc: 1 }, 'io error reading zip entry: File is larger than its declared uncompressed size'],
    ['checksum', { crc: 1 }, 'io error reading zip entry: Invalid checksum'],
  ];
  for (const [what, faults, words] of order) {
    test(`${what}: ${words}`, async () => {
      const archive = made([{ name: 'a.txt', content: text, ...faults }]);
      expect(message(archive, 0, 1000)).toBe(words);
      expect((await streamed(archive, 0, 1000)).message).toBe(words);
    });
  }
});

describe('limits', () => {
  test('content at the ceiling is read, one byte more is refused with Murmur’s words', async () => {
    for (const method of [0, 8]) {
      const archive = made([{ name: 'dir/a.txt', content: text, method }]);
      expect(message(archive, 0, text.length)).toBe(`${text.length} bytes`);
      const words = `zip entry 'dir/a.txt' exceeds the ${text.length - 1}-byte decompression ceiling`;
      expect(message(archive, 0, text.length - 1)).toBe(words);
      expect((await streamed(archive, 0, text.length - 1)).message).toBe(words);
    }
  });

  test('an entry that gives less than it declares is read', () => {
    expect(message(made([{ name: 'a', content: 'hello', size: 2 ** 31 }]), 0, 2 ** 32)).toBe('5 bytes');
  });

  test('a ceiling and a size beyond what memory holds are no obstacle', async () => {
    const extra = extraField(1, fields([8, 2n ** 63n]));
    const archive = made([{ name: 'a', content: 'hello', size: 0xffffffff, extra }]);
    expect(archive.sizeOf(0)).toBe(2 ** 63);
    expect(message(archive, 0, 2 ** 64)).toBe('5 bytes');
    expect(await streamed(archive, 0, 2 ** 64)).toEqual({ size: 5, message: null });
  });

  test('a ceiling of zero and an empty entry go together', () => {
    expect(message(made([{ name: 'a', content: '', method: 0 }]), 0, 0)).toBe('0 bytes');
    expect(message(made([{ name: 'a', content: '', method: 8 }]), 0, 0)).toBe('0 bytes');
  });

  test('a claim of four gigabytes of compressed data reads as much as the file has', () => {
    const bytes = zipBytes([{ name: 'a.txt', content: text, packed: 0xfffffff0 }]);
    const source = bytesSource(bytes);
    const opened = openArchive(source);
    expect(opened.ok && message(opened.value, 0, 1000)).toBe(`${text.length} bytes`);
    expect(source.bytesRead).toBeLessThan(bytes.length * 5);
  });

  test('a stored entry above the ceiling is not read at all', () => {
    const source = bytesSource(zipBytes([{ name: 'a.bin', content: Buffer.alloc(1 << 20), method: 0 }]));
    const opened = openArchive(source);
    const before = source.bytesRead;
    expect(opened.ok && message(opened.value, 0, 1000)).toContain('decompression ceiling');
    expect(source.bytesRead - before).toBeLessThan(100);
  });

  test('a large entry streams in pieces, and a zip bomb stops at the ceiling', async () => {
    const zeros = Buffer.alloc(20 << 20);
    const archive = made([{ name: 'zeros', content: zeros }]);
    expect(await streamed(archive, 0, DEFAULT_CEILING)).toEqual({ size: zeros.length, message: null });
    const stopped = await streamed(archive, 0, 1 << 20);
    expect(stopped.message).toBe(ceilingMessage('zeros', 1 << 20));
    expect(stopped.size).toBeLessThanOrEqual(1 << 20);
  });

  test('bytes after the deflate end are ignored', async () => {
    const data = Buffer.concat([deflateRawSync(text), Buffer.from('leftover')]);
    const archive = made([{ name: 'a', data, method: 8, crc: crc32(Buffer.from(text)), size: text.length }]);
    expect(message(archive, 0, 1000)).toBe(`${text.length} bytes`);
    expect(await streamed(archive, 0, 1000)).toEqual({ size: text.length, message: null });
  });
});

describe('interruptions', () => {
  test('an abort ends a stream with "cancelled"', async () => {
    const archive = made([{ name: 'zeros', content: Buffer.alloc(8 << 20) }]);
    const controller = new AbortController();
    let pieces = 0;
    let last: string | null = null;
    for await (const piece of streamEntry(archive, 0, { limit: DEFAULT_CEILING, signal: controller.signal })) {
      if (++pieces === 2) controller.abort();
      last = piece.ok ? null : piece.error.code;
    }
    expect([pieces, last]).toEqual([3, 'cancelled']);
  });

  test('leaving a stream early is quiet', async () => {
    const archive = made([{ name: 'zeros', content: Buffer.alloc(8 << 20) }]);
    for await (const piece of streamEntry(archive, 0, { limit: DEFAULT_CEILING })) {
      expect(piece.ok).toBe(true);
      break;
    }
  });

  test('a disk that fails while reading is a failure, not a crash', async () => {
    const bytes = zipBytes([{ name: 'a.bin', content: Buffer.alloc(1 << 20, 'x'), method: 0 }]);
    const inner = bytesSource(bytes);
    let broken = false;
    const source: ByteSource = {
      size: inner.size,
      bytesRead: 0,
      close: () => {},
      read: (offset, length) => {
        if (broken) throw new SourceError({ code: 'EIO', message: 'the disk could not read it' });
        return inner.read(offset, length);
      },
    };
    const opened = openArchive(source);
    if (!opened.ok) throw new Error(opened.error.message);
    broken = true;
    expect(message(opened.value, 0, 1 << 21)).toBe('the disk could not read it');
    expect((await streamed(opened.value, 0, 1 << 21)).message).toBe('the disk could not read it');
    const reopened = openArchive(source);
    expect(!reopened.ok && reopened.error.code).toBe('EIO');
  });
});

describe('the ceiling of the environment', () => {
  const cases: ReadonlyArray<readonly [string | undefined, number]> = [
    [undefined, 524_288_000],
    ['', 524_288_000],
    ['1000', 1000],
    ['0', 0],
    ['007', 7],
    ['+5', 5],
    ['-5', 524_288_000],
    [' 5', 524_288_000],
    ['5 ', 524_288_000],
    ['5_000', 524_288_000],
    ['1e6', 524_288_000],
    ['0x10', 524_288_000],
    ['500MB', 524_288_000],
    ['18446744073709551615', 2 ** 64],
    ['18446744073709551616', 524_288_000],
    ['٥', 524_288_000],
  ];
  for (const [value, ceiling] of cases) {
    test(`${JSON.stringify(value) ?? 'nothing'} gives ${ceiling}`, () => {
      expect(decompressionCeiling(value === undefined ? {} : { MURMUR_MAX_ARTIFACT_DECOMPRESSED_BYTES: value })).toBe(
        ceiling,
      );
    });
  }
});
