import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RecentFile } from './recent';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'murscope-recent-'));
  path = join(folder, 'recent.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the newest stands first, each path once, at most twenty, and all of it survives', () => {
  let clock = 0;
  const recent = new RecentFile(path, () => ++clock);
  for (let i = 0; i < 25; i++) recent.add('package', `/p/${i}.mur.zip`);
  recent.add('package', '/p/20.mur.zip');
  const list = new RecentFile(path).list();
  expect(list).toHaveLength(20);
  expect(list.slice(0, 2).map((item) => item.name)).toEqual(['20.mur.zip', '24.mur.zip']);
  expect(list.filter((item) => item.name === '20.mur.zip')).toHaveLength(1);
});

test('an id leads to the exact path, while only a visible form is shown', () => {
  const recent = new RecentFile(path);
  recent.add('package', '/p/a\u202egpj.mur.zip');
  const [item] = recent.list();
  expect(item?.name).toBe('a⟨U+202E⟩gpj.mur.zip');
  expect(recent.pathOf(item?.id ?? '')).toBe('/p/a\u202egpj.mur.zip');
  expect(recent.pathOf('/etc/passwd')).toBeUndefined();
});

test('a broken list or item never stops a start', () => {
  writeFileSync(path, '{');
  expect(new RecentFile(path).list()).toEqual([]);
  writeFileSync(
    path,
    JSON.stringify([{ kind: 'package', path: '/a', at: 1 }, { kind: 'rocket', path: '/b', at: 2 }, 7]),
  );
  expect(new RecentFile(path).list().map((item) => item.path)).toEqual(['/a']);
});

test('clearing forgets everything', () => {
  const recent = new RecentFile(path);
  recent.add('package', '/a');
  recent.clear();
  expect(recent.list()).toEqual([]);
  expect(new RecentFile(path).list()).toEqual([]);
});
