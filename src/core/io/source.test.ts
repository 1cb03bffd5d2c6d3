import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { AheadSource } from './ahead';
import { sha256Of } from './digest';
import { bytesSource, openFile } from './source';

const folder = mkdtempSync(join(tmpdir(), 'murscope-io-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const content = Buffer.from(Array.from({ length: 3000 }, (_, at) => at & 255));
const file = join(folder, 'data.bin');
writeFileSync(file, content);

function opened(path: string) {
  const source = openFile(path);
  if (!source.ok) throw new Error(source.error.message);
  return source.value;
}

describe('sources', () => {
  const cases: ReadonlyArray<readonly [number, number, number]> = [
    [0, 10, 10],
    [2990, 10, 10],
    [2995, 10, 5],
    [3000, 10, 0],
    [5000, 10, 0],
    [0, 0, 0],
    [0, 1e12, 3000],
    [-5, 10, 0],
    [10, -1, 0],
  ];
  for (const [offset, length, given] of cases) {
    test(`${length} bytes from ${offset} are ${given}, from a file, from memory and reading ahead`, () => {
      const wanted = content.subarray(Math.max(0, offset), Math.max(0, offset) + given);
      const onDisk = opened(file);
      for (const source of [
        onDisk,
        bytesSource(content),
        new AheadSource(bytesSource(content), { least: 64, most: 64 }),
      ]) {
        expect(Buffer.compare(source.read(offset, length), wanted)).toBe(0);
        expect(source.bytesRead).toBeLessThanOrEqual(Math.max(given, 64));
      }
      onDisk.close();
    });
  }

  test('reading ahead reads once for many small steps', () => {
    const inner = bytesSource(content);
    const source = new AheadSource(inner, { least: 1000, most: 1000 });
    for (let at = 0; at + 10 <= 3000; at += 10) expect(source.read(at, 10)[0]).toBe(at & 255);
    expect(inner.bytesRead).toBe(3000);
  });

  test('a closed source fails with a failure', () => {
    const source = opened(file);
    source.close();
    source.close();
    expect(() => source.read(0, 1)).toThrow('the file was closed');
  });
});

describe('opening what is no regular file', () => {
  const why = (path: string) => {
    const source = openFile(path);
    return source.ok ? 'opened' : source.error.message;
  };
  test('says what it is', () => {
    expect(why(folder)).toBe('is a folder');
    expect(why(join(folder, 'none'))).toBe('there is no such file');
    expect(why(join(file, 'below'))).toBe('there is no such file');
    expect(why('/dev/null')).toBe('is a device');
    expect(why('a\u0000b')).toBe('the path holds a NUL character');
    expect(why('x'.repeat(5000))).toBe('the path is too long');
  });

  test('never waits for a named pipe', () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(why(pipe)).toBe('is a named pipe');
  });
});

describe('the digest of a file', () => {
  test('is its SHA-256, with progress up to its size', async () => {
    const told: number[] = [];
    const digest = await sha256Of(opened(file), { onProgress: (done) => told.push(done) });
    expect(digest).toEqual({ ok: true, value: createHash('sha256').update(content).digest('hex') });
    expect(told).toEqual([3000]);
    expect(await sha256Of(bytesSource(new Uint8Array(0)))).toEqual({
      ok: true,
      value: createHash('sha256').digest('hex'),
    });
  });

  test('stops when told', async () => {
    const controller = new AbortController();
    const large = bytesSource(Buffer.alloc(8 << 20));
    const digest = await sha256Of(large, { signal: controller.signal, onProgress: () => controller.abort() });
    expect(!digest.ok && digest.error.code).toBe('cancelled');
    expect(large.bytesRead).toBeLessThan(large.size);
  });

  test('of a file that becomes shorter meanwhile is a failure', async () => {
    const shrinking = join(folder, 'shrinking');
    writeFileSync(shrinking, Buffer.alloc(4 << 20));
    const digest = await sha256Of(opened(shrinking), { onProgress: () => truncateSync(shrinking, 10) });
    expect(!digest.ok && digest.error.code).toBe('file-shrank');
  });
});
