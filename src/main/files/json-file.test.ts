import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { putAside, readJson, writeJson, writeWhole } from './json-file';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'murscope-json-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('what was written is read back, readable, and nothing else is left in the folder', () => {
  const path = join(folder, 'new', 'a.json');
  expect(writeJson(path, { a: [1] })).toEqual({ ok: true, value: null });
  expect(readJson(path)).toEqual({ ok: true, value: { a: [1] } });
  expect(readFileSync(path, 'utf8')).toBe('{\n  "a": [\n    1\n  ]\n}\n');
  expect(readdirSync(join(folder, 'new'))).toEqual(['a.json']);
});

test('an absent file is nothing, a broken or enormous one a failure', () => {
  expect(readJson(join(folder, 'absent'))).toEqual({ ok: true, value: null });
  writeFileSync(join(folder, 'broken'), '{"a":');
  writeFileSync(join(folder, 'huge'), `"${'x'.repeat(1024 * 1024)}"`);
  expect(readJson(join(folder, 'broken'))).toMatchObject({ ok: false, error: { code: 'unreadable' } });
  expect(readJson(join(folder, 'huge'))).toMatchObject({ ok: false, error: { code: 'too-large' } });
  expect(readJson(folder).ok).toBe(false);
});

test('a write that fails says so and leaves what was there', () => {
  const path = join(folder, 'taken');
  mkdirSync(join(path, 'full'), { recursive: true });
  expect(writeWhole(path, 'text')).toMatchObject({ ok: false, error: { code: 'not-saved' } });
  expect(readdirSync(folder)).toEqual(['taken']);
  expect(readdirSync(path)).toEqual(['full']);
});

test('a broken file is put aside with what it holds', () => {
  const path = join(folder, 'a.json');
  writeFileSync(path, 'mine');
  putAside(path);
  putAside(path); // nothing there: nothing happens
  expect(readFileSync(`${path}.broken`, 'utf8')).toBe('mine');
});
