import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type ZipEntry, zipBytes } from '../../../scripts/make-samples-zip.mjs';
import { bytesSource } from '../io/source';
import { type Archive, openArchive } from './archive';
import { checkEntries } from './check';

const limit = 1 << 24;
function made(entries: readonly ZipEntry[]): Archive {
  const opened = openArchive(bytesSource(zipBytes(entries)));
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}
const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex');

describe('checking every entry', () => {
  const entries: readonly ZipEntry[] = [
    { name: 'a.txt', content: 'hello' },
    { name: 'docs/' },
    { name: 'broken.txt', content: 'hello', crc: 1 },
    { name: 'large.bin', content: Buffer.alloc(5 << 20, 'ab') },
    { name: 'secret', content: 'x', flags: 1 },
  ];

  test('with reading gives a digest or a refusal for everything but folders', async () => {
    const archive = made(entries);
    const checked = await checkEntries(archive, { read: true, limit });
    if (!checked.ok) throw new Error(checked.error.message);
    expect([...checked.value.reads]).toEqual([
      [0, { ok: true, sha256: sha256('hello') }],
      [2, { ok: false, code: 'crc-mismatch', message: 'io error reading zip entry: Invalid checksum' }],
      [3, { ok: true, sha256: sha256(Buffer.alloc(5 << 20, 'ab')) }],
      [
        4,
        {
          ok: false,
          code: 'encrypted',
          message: 'zip archive error: unsupported Zip archive: Password required to decrypt file',
        },
      ],
    ]);
    expect(checked.value.findings.map(({ id, index }) => [id, index])).toEqual([['crc-mismatch', 2]]);
    expect(checked.value.findingIdsOf(2)).toEqual(['crc-mismatch']);
    expect(archive.findingIdsOf(4)).toEqual(['encrypted']);
  });

  test('without reading touches headers only', async () => {
    const source = bytesSource(
      zipBytes([
        { name: 'large.bin', content: Buffer.alloc(4 << 20), method: 0 },
        { name: 'b', content: 'b' },
      ]),
    );
    const opened = openArchive(source);
    if (!opened.ok) throw new Error(opened.error.message);
    const before = source.bytesRead;
    const checked = await checkEntries(opened.value, { read: false, limit });
    expect(checked.ok && [checked.value.reads.size, checked.value.findings]).toEqual([0, []]);
    expect(source.bytesRead - before).toBeLessThan(10_000);
  });

  test('lets the event loop run, tells how far it is, and stops when told', async () => {
    const archive = made(
      Array.from({ length: 20_000 }, (_, number) => ({ name: `n/${number}`, content: 'some text' })),
    );
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const told: number[] = [];
    const done = await checkEntries(archive, { read: true, limit, onProgress: (count) => told.push(count) });
    clearInterval(timer);
    expect(done.ok).toBe(true);
    expect(turns).toBeGreaterThan(0);
    expect(told.at(-1)).toBe(20_000);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    const controller = new AbortController();
    const stopped = await checkEntries(archive, {
      read: true,
      limit,
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    expect(!stopped.ok && stopped.error.code).toBe('cancelled');
  });

  test('stops inside one large entry', async () => {
    const archive = made([{ name: 'zeros', content: Buffer.alloc(64 << 20) }]);
    const controller = new AbortController();
    setImmediate(() => controller.abort());
    const stopped = await checkEntries(archive, { read: true, limit: 1 << 30, signal: controller.signal });
    expect(!stopped.ok && stopped.error.code).toBe('cancelled');
  });
});
