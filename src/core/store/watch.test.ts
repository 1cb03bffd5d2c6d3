import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Coalescer } from './coalesce';
import { diffRows, isSame } from './diff';
import { storeFiles } from './files';
import { rowsOf, type StoreScan, scanStore } from './scan';
import { type WatchOptions, watchStores } from './watch';
import { changedKeys, storePrint } from './watch-poll';
import { type WatchFolder, watchFolder } from './watch-tree';

const ended: Array<() => void> = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'murscope-watch-'));
  ended.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function install(root: string, name: string, version = '0.1.0'): void {
  const folder = join(root, 'local', name, version);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}-${version}.mur.zip`), 'x'.repeat(30));
  writeFileSync(join(folder, `${name}-${version}.sha256`), 'a'.repeat(64));
}

async function scanned(root: string, before?: StoreScan, changed: readonly string[] = ['']): Promise<StoreScan> {
  const scan = await scanStore(root, {}, before && { scan: before, changed });
  if (!scan.ok) throw new Error(scan.error.message);
  return scan.value;
}

/** Follows one store as a service does: each change scans again what changed. Waits until its keys are as expected. */
async function follow(root: string, options: WatchOptions = {}) {
  let scan = await scanned(root);
  let wanted: { keys: string; resolve: () => void } | null = null;
  let scanning = Promise.resolve();
  const keys = () =>
    rowsOf(scan)
      .map((row) => `${row.key} ${row.bytes} ${row.findings.map(({ id }) => id)}`)
      .join('\n');
  const check = () => {
    if (wanted?.keys === keys()) wanted.resolve();
  };
  const watch = watchStores(
    [root],
    (_, changed) => {
      scanning = scanning.then(async () => {
        scan = await scanned(root, scan, changed);
        check();
      });
    },
    { times: { quiet: 5, longest: 50 }, pollEvery: 30, ...options },
  );
  ended.push(() => watch.dispose());
  return {
    /** Resolves when following alone has led to what a fresh scan sees. */
    async settles(): Promise<void> {
      const fresh = rowsOf(await scanned(root)).map(
        (row) => `${row.key} ${row.bytes} ${row.findings.map(({ id }) => id)}`,
      );
      await new Promise<void>((resolve) => {
        wanted = { keys: fresh.join('\n'), resolve };
        check();
      });
    },
    rows: () => rowsOf(scan),
  };
}

/** A system that gives so many watches and then no more. */
function fewWatches(many: number): WatchFolder {
  let left = many;
  return (...given) => {
    if (left-- > 0) return watchFolder(...given);
    throw Object.assign(new Error('too many'), { code: 'ENOSPC' });
  };
}

const WAYS: ReadonlyArray<readonly [string, WatchOptions]> = [
  ['watches of each folder', { recursive: false }],
  ['polling, where there are no watches', { watchFolder: fewWatches(0) }],
  ['polling, where the watches do not suffice', { watchFolder: fewWatches(3), recursive: false }],
];

describe.each(WAYS)('by %s', (_, options) => {
  test('a store is followed through installs, replacements and removals', async () => {
    const root = emptyFolder();
    install(root, 'a');
    const following = await follow(root, options);
    install(root, 'b');
    await following.settles();
    install(root, 'b', '0.2.0');
    await following.settles();
    writeFileSync(join(root, 'local/a/0.1.0/a-0.1.0.sha256'), 'oops');
    await following.settles();
    rmSync(join(root, 'local/b'), { recursive: true });
    await following.settles();
    expect(following.rows().map((row) => [row.key, row.digest])).toEqual([['local/a/0.1.0', 'malformed']]);
    renameSync(join(root, 'local'), join(root, 'other'));
    await following.settles();
    expect(following.rows().map((row) => row.key)).toEqual(['other/a/0.1.0']);
  });

  test('a root that does not exist yet is found when it comes, lost when it goes, and found again', async () => {
    const home = emptyFolder();
    const root = join(home, '.murmur/artifacts');
    const following = await follow(root, options);
    install(root, 'a');
    await following.settles();
    expect(following.rows()).toHaveLength(1);
    renameSync(join(home, '.murmur'), join(home, 'away'));
    await following.settles();
    expect(following.rows()).toHaveLength(0);
    renameSync(join(home, 'away'), join(home, '.murmur'));
    await following.settles();
    install(root, 'b');
    await following.settles();
    expect(following.rows()).toHaveLength(2);
  });
});

test('after its end nothing is told any more', async () => {
  const root = emptyFolder();
  install(root, 'a');
  const told: string[] = [];
  const other = await follow(root);
  watchStores([root], () => told.push('told'), { times: { quiet: 0, longest: 0 }, pollEvery: 5 }).dispose();
  install(root, 'b');
  await other.settles();
  expect(told).toEqual([]);
});

test('a print tells which folder changed, and how', async () => {
  const root = emptyFolder();
  install(root, 'a');
  install(root, 'b');
  const before = await storePrint(root, storeFiles, () => false);
  expect(changedKeys(before, await storePrint(root, storeFiles, () => false))).toEqual([]);
  writeFileSync(join(root, 'local/a/0.1.0/a-0.1.0.sha256'), 'oops');
  install(root, 'c');
  const after = await storePrint(root, storeFiles, () => false);
  expect(changedKeys(before, after).sort()).toEqual(['local', 'local/a', 'local/c']);
});

test('events are gathered until it is quiet, and never for longer than the longest wait', () => {
  vi.useFakeTimers();
  const given: string[][] = [];
  const gather = new Coalescer<string>({ quiet: 50, longest: 120 }, (events) => given.push([...events]));
  for (const event of ['a', 'b', 'a']) gather.add(event);
  vi.advanceTimersByTime(49);
  expect(given).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(given).toEqual([['a', 'b']]);
  for (let at = 0; at < 4; at++) {
    gather.add(String(at));
    vi.advanceTimersByTime(40);
  }
  expect(given[1]).toEqual(['0', '1', '2']);
  gather.dispose();
  vi.advanceTimersByTime(1000);
  expect(given).toHaveLength(2);
  vi.useRealTimers();
});

test('two scans differ in what came, went and changed', async () => {
  const root = emptyFolder();
  for (const name of ['a', 'b', 'c']) install(root, name);
  const before = rowsOf(await scanned(root));
  rmSync(join(root, 'local/a'), { recursive: true });
  rmSync(join(root, 'local/b/0.1.0/b-0.1.0.sha256'));
  install(root, 'd');
  const after = rowsOf(await scanned(root));
  const diff = diffRows(before, after);
  expect(diff.added.map((row) => row.key)).toEqual(['local/d/0.1.0']);
  expect(diff.removed.map((row) => row.key)).toEqual(['local/a/0.1.0']);
  expect(diff.changed.map((change) => [change.before.digest, change.after.digest])).toEqual([['not-read', 'missing']]);
  expect(isSame(diff)).toBe(false);
  expect(isSame(diffRows(after, rowsOf(await scanned(root))))).toBe(true);
});
