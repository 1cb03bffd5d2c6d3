import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { digestFile } from './digest-file';
import { DigestMemory } from './digest-memory';
import { withDigests } from './judge';
import { rowsOf, scanStore } from './scan';
import { type ToVerify, type VerifyProgress, verifyRows } from './verify';

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const archiveOf = (root: string, name: string) => join(root, `local/${name}/0.1.0/${name}-0.1.0.mur.zip`);

/** A store of packages with these bytes, each with its right digest. */
function storeOf(packages: Readonly<Record<string, Uint8Array>>): string {
  const root = mkdtempSync(join(tmpdir(), 'murscope-verify-'));
  made.push(root);
  for (const [name, bytes] of Object.entries(packages)) {
    mkdirSync(join(root, `local/${name}/0.1.0`), { recursive: true });
    writeFileSync(archiveOf(root, name), bytes);
    writeFileSync(archiveOf(root, name).replace('.mur.zip', '.sha256'), sha256(bytes));
  }
  return root;
}

async function itemsOf(root: string): Promise<ToVerify[]> {
  const scan = await scanStore(root);
  if (!scan.ok) throw new Error(scan.error.message);
  return rowsOf(scan.value).map((row) => ({ root, row }));
}

const LARGE = new Uint8Array(9 * 1024 * 1024).fill(7);
const SMALL = new Uint8Array(1000).fill(3);

describe('a digest', () => {
  test.each([
    ['small', SMALL],
    ['large', LARGE],
    ['empty', new Uint8Array()],
  ])('of a %s file is its SHA-256', async (_, bytes) => {
    const root = storeOf({ a: bytes });
    expect(await digestFile(archiveOf(root, 'a'))).toEqual({ ok: true, value: sha256(bytes) });
  });

  test('of what is no file is a failure', async () => {
    const digest = await digestFile(storeOf({}));
    expect(digest.ok ? null : digest.error.code).toBe('not-a-file');
  });
});

describe('verifying', () => {
  test('remembers digests, with their age, as long as the file is what it was', async () => {
    const root = storeOf({ a: SMALL, b: LARGE });
    const memory = new DigestMemory();
    const items = await itemsOf(root);
    await verifyRows(items, { memory, now: () => 1000 });
    await verifyRows(items, { memory, now: () => 2000 });
    const judged = items.map(({ row }) => withDigests(row, root, memory));
    expect(judged.map((row) => [row.digest, row.variants[0]?.at])).toEqual([
      ['agrees', 1000],
      ['agrees', 1000],
    ]);
    await verifyRows(items, { memory, fresh: true, now: () => 3000 });
    expect(items.map(({ row }) => withDigests(row, root, memory).variants[0]?.at)).toEqual([3000, 3000]);
    writeFileSync(archiveOf(root, 'a'), 'something else');
    const [changed] = await itemsOf(root);
    expect(changed && withDigests(changed.row, root, memory).digest).toBe('not-read');
  });

  test('tells how far it is, to the last byte and package', async () => {
    const root = storeOf({ a: SMALL, b: LARGE, c: SMALL });
    const told: VerifyProgress[] = [];
    const items = await itemsOf(root);
    await verifyRows(items, { memory: new DigestMemory(), onProgress: (progress) => told.push(progress) });
    const total = LARGE.length + 2 * SMALL.length;
    expect(told[told.length - 1]).toEqual({ packages: 3, ofPackages: 3, done: total, total });
    const done = told.map((progress) => progress.done);
    expect(done).toEqual([...done].sort((a, b) => a - b));
  });

  test('stops when it is no longer wanted', async () => {
    const root = storeOf({ a: LARGE });
    const controller = new AbortController();
    const ended = await verifyRows(await itemsOf(root), {
      memory: new DigestMemory(),
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    expect(ended.ok ? null : ended.error.code).toBe('cancelled');
  });

  test('reads a package once more that is replaced meanwhile, and gives up when it happens again', async () => {
    const root = storeOf({ a: LARGE });
    const items = await itemsOf(root);
    const path = archiveOf(root, 'a');
    const replace = (turn: number) => {
      writeFileSync(`${path}.new`, new Uint8Array(LARGE.length).fill(turn));
      renameSync(`${path}.new`, path);
    };
    let left = 1;
    const memory = new DigestMemory();
    const replaceSometimes = ({ done, total }: VerifyProgress) => {
      if (done < total && left > 0) replace(left--);
    };
    await verifyRows(items, { memory, onProgress: replaceSometimes });
    const [again] = await itemsOf(root);
    expect(again && withDigests(again.row, root, memory).variants[0]?.actual).toBe(
      sha256(new Uint8Array(LARGE.length).fill(1)),
    );
    let turn = 0;
    const found: string[] = [];
    await verifyRows(items, {
      memory: new DigestMemory(),
      onProgress: ({ packages }) => {
        if (packages === 0) replace(turn++ % 200);
      },
      onRow: (_, findings) => found.push(...findings.map(({ id }) => id)),
    });
    expect(found).toEqual(['changed-while-read']);
  });

  test('goes on where a package has vanished', async () => {
    const root = storeOf({ a: SMALL, b: SMALL });
    const items = await itemsOf(root);
    rmSync(archiveOf(root, 'a'));
    const memory = new DigestMemory();
    const found: string[] = [];
    await verifyRows(items, { memory, onRow: (_, findings) => found.push(...findings.map(({ id }) => id)) });
    expect(found).toEqual(['archive-unreadable']);
    expect(items.map(({ row }) => withDigests(row, root, memory).digest)).toEqual(['not-read', 'agrees']);
  });
});

describe('the memory of digests', () => {
  const identity = { size: 1, mtimeMs: 2.5, ino: 3 };
  const digest = { identity, sha256: 'a'.repeat(64), at: 4 };

  test('is the same after it was saved and loaded', () => {
    const memory = new DigestMemory();
    memory.put('/a', digest);
    const loaded = new DigestMemory(JSON.parse(JSON.stringify(memory.save())));
    expect(loaded.get('/a', identity)).toEqual(digest);
  });

  test.each([
    ['size', { ...identity, size: 2 }],
    ['time', { ...identity, mtimeMs: 2 }],
    ['inode', { ...identity, ino: 4 }],
  ])('does not answer for a file of another %s', (_, other) => {
    const memory = new DigestMemory();
    memory.put('/a', digest);
    expect(memory.get('/a', other)).toBeNull();
  });

  test.each([null, 'x', { version: 2 }, { version: 1, digests: [['/a', { sha256: 'short' }]] }])(
    'starts empty from %j',
    (saved) => {
      expect(new DigestMemory(saved).save()).toEqual({ version: 1, digests: [] });
    },
  );

  test('forgets the oldest first', () => {
    const memory = new DigestMemory(null, 2);
    for (const path of ['/a', '/b', '/a', '/c']) memory.put(path, digest);
    expect(['/a', '/b', '/c'].map((path) => memory.get(path, identity) !== null)).toEqual([true, false, true]);
  });
});
