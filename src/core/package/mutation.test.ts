import { describe, expect, test } from 'vitest';
import { type ZipEntry, zipBytes } from '../../../scripts/make-samples-zip.mjs';
import { cpuTimer } from '../../../test/support/cpu';
import { bytesSource } from '../io/source';
import { openArchive } from './archive';
import { checkEntries } from './check';
import { readEntry } from './read';
import { readInterfaces, wasmSummary } from './wasm';

/** A small generator of its own, so that a failing damage can be made again from its number. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed * 2654435761 + 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

const entries: readonly ZipEntry[] = [
  { name: 'murmur.yaml', content: 'name: notes\nversion: 0.1.0\nruntime: tool\n' },
  { name: 'notes/über.md', content: 'text '.repeat(40), descriptor: true },
  { name: 'link', content: 'notes', mode: 0o120777, method: 0 },
  { name: 'data.bin', content: Buffer.from(Array.from({ length: 300 }, (_, at) => (at * 7) & 255)) },
];
const SAMPLES: readonly Buffer[] = [
  zipBytes(entries),
  zipBytes(entries, { zip64: true, comment: 'a comment' }),
  zipBytes([...entries, ...entries], { prefix: '#!/bin/sh\n', correctOffsets: false }),
];
/** Values that break things more often than chance does. */
const TELLING = [0, 1, 0x7f, 0x80, 0xff, 0x50, 0x4b, 8, 9];

/** One to three damages: a byte, four bytes, a stretch cut out, a stretch said twice, an end cut off. */
function damaged(sample: Buffer, seed: number): Buffer {
  const random = randomFrom(seed);
  let bytes: Buffer = Buffer.from(sample);
  for (let count = 1 + random(3); count > 0 && bytes.length > 8; count--) {
    const at = random(bytes.length - 4);
    const length = random(30);
    const kind = random(6);
    if (kind === 0) bytes[at] = random(256);
    else if (kind === 1) bytes[at] = TELLING[random(TELLING.length)] ?? 0;
    else if (kind === 2) bytes.writeUInt32LE([0xffffffff, 0, 0x7fffffff, random(2 ** 31)][random(4)] ?? 0, at);
    else if (kind === 3) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    else if (kind === 4) bytes = Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]);
    else bytes = bytes.subarray(0, Math.max(4, bytes.length - length));
  }
  return bytes;
}

describe('damaged archives', () => {
  test('thousands of damages each end in an answer, within a second and without more than the file has', async () => {
    let [openable, refused, listed, readable] = [0, 0, 0, 0];
    for (let seed = 0; seed < 4000; seed++) {
      const bytes = damaged(SAMPLES[seed % SAMPLES.length] ?? Buffer.alloc(0), seed);
      const spent = cpuTimer();
      const opened = openArchive(bytesSource(bytes));
      if (!opened.ok) {
        expect(opened.error.message, `seed ${seed}`).toMatch(/\S/);
        refused++;
        continue;
      }
      const archive = opened.value;
      if (archive.refusal === null) openable++;
      else listed++;
      for (let index = 0; index < archive.recordCount; index++) {
        const entry = archive.entry(index);
        expect(entry.index).toBe(index);
        const read = readEntry(archive, index, { limit: 100_000 });
        if (read.ok) readable++;
        if (entry.safeName !== null) archive.find(entry.safeName);
      }
      const checked = await checkEntries(archive, { read: seed % 4 === 0, limit: 100_000 });
      expect(checked.ok, `seed ${seed}`).toBe(true);
      expect(spent(), `seed ${seed}`).toBeLessThan(1000);
    }
    // The damages reach all four ways an archive can end; else this test would prove little.
    for (const count of [openable, refused, listed, readable]) expect(count).toBeGreaterThan(100);
  });

  test('damaged components end in an answer', () => {
    const name = (text: string) => [0, text.length, ...Buffer.from(text)];
    const component = Buffer.from([
      ...[0, 0x61, 0x73, 0x6d, 0x0d, 0, 1, 0],
      ...[0, 5, 4, ...Buffer.from('note')],
      ...[10, 25, 1, ...name('wasi:cli/stdin@0.2.6'), 5, 0],
      ...[11, 17, 1, ...name('a:b/run@1.0'), 5, 0, 0],
    ]);
    let broken = 0;
    for (let seed = 0; seed < 3000; seed++) {
      const bytes = damaged(component, seed);
      const [read, summary] = [readInterfaces(bytes), wasmSummary(bytes)];
      if (!read.ok) {
        broken++;
        expect(read.error.message).toMatch(/^not valid WebAssembly at byte \d+: /);
      }
      expect(typeof summary.ok).toBe('boolean');
    }
    expect(broken).toBeGreaterThan(500);
  });
});
