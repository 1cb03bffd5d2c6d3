import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WatchFolder } from '../../core/store/watch-tree';
import { skillRoot } from './places';
import { SkillsWatch, type SkillWatchOptions } from './watch';

let folder = '';
let watch: SkillsWatch | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'murscope-watch-'));
  mkdirSync(join(folder, 'tree/a/refs'), { recursive: true });
  mkdirSync(join(folder, 'tree/node_modules/x'), { recursive: true });
  writeFileSync(join(folder, 'tree/a/SKILL.md'), 'old');
  const past = new Date(Date.now() - 60_000);
  utimesSync(join(folder, 'tree/a/SKILL.md'), past, past);
});
afterEach(() => {
  watch?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/** Watches of the system that are told of events by hand. */
function follow(options: SkillWatchOptions & { path?: string; kind?: 'folder' | 'file' } = {}) {
  const open = new Map<string, (name: string | null) => void>();
  const watchFolder: WatchFolder = (path, _recursive, onEvent) => {
    open.set(path, onEvent);
    return { close: () => void open.delete(path) };
  };
  const changes: string[] = [];
  const root = skillRoot(join(folder, options.path ?? 'tree'), options.kind ?? 'folder');
  watch = new SkillsWatch(root, (changed) => changes.push(...changed), {
    watchFolder,
    recursive: false,
    times: { quiet: 1, longest: 5 },
    every: 5,
    ...options,
  });
  const at = (path: string) => join(folder, path);
  return { open, changes, at, event: (path: string, name: string) => open.get(at(path))?.(name) };
}
const seen = (check: () => void) => vi.waitFor(check, { timeout: 3000 });

test('every folder but those that are passed over is watched, and a change is told by its path', async () => {
  const { open, changes, at, event } = follow();
  await seen(() => expect([...open.keys()].sort()).toEqual([at('tree'), at('tree/a'), at('tree/a/refs')]));
  event('tree/a', 'SKILL.md');
  event('tree', 'node_modules');
  await seen(() => expect(changes).toContain('a/SKILL.md'));
  expect(changes).not.toContain('node_modules');
});

test('a folder that comes is watched with all below, one that goes no more', async () => {
  const { open, changes, at, event } = follow();
  await seen(() => expect(open.size).toBe(3));
  mkdirSync(at('tree/b/c'), { recursive: true });
  event('tree', 'b');
  await seen(() => expect(open.has(at('tree/b/c'))).toBe(true));
  await seen(() => expect(changes).toContain('b'));
  renameSync(at('tree/a'), at('gone'));
  event('tree', 'a');
  await seen(() => expect([...open.keys()].sort()).toEqual([at('tree'), at('tree/b'), at('tree/b/c')]));
});

test('beyond the number of watches, folders are looked at now and then', async () => {
  const { changes, at } = follow({ most: 1 });
  await seen(() => expect(watch?.knows('a/refs')).toBe(true));
  writeFileSync(at('tree/a/SKILL.md'), 'other bytes');
  await seen(() => expect(changes).toContain('a/SKILL.md'));
});

test('a root that goes and comes back is seen, and watched again', async () => {
  const { open, changes, at } = follow();
  await seen(() => expect(open.size).toBe(3));
  renameSync(at('tree'), at('away'));
  await seen(() => expect(changes).toContain(''));
  changes.length = 0;
  renameSync(at('away'), at('tree'));
  await seen(() => expect(changes).toContain(''));
  await seen(() => expect(open.has(at('tree/a'))).toBe(true));
});

test('a file is followed by its name in its folder, whoever replaces it', async () => {
  const { changes, event } = follow({ path: 'tree/a/SKILL.md', kind: 'file', every: 100_000 });
  event('tree/a', 'notes.txt');
  event('tree/a', 'SKILL.md');
  await seen(() => expect(changes).toEqual(['']));
});
