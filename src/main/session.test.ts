import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSession, writeSession } from './session';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'murscope-session-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('what was open opens again in its order, without its tokens and without what lies inside another file', () => {
  const file = join(folder, 'session.json');
  writeSession(file, [
    { token: 'package-0123456789abcdef', kind: 'package', path: '/b', inner: [] },
    { token: 'package-0123456789abcde1', kind: 'package', path: '/b', inner: [3] },
    { token: 'package-0123456789abcde0', kind: 'package', path: '/a', inner: [] },
  ]);
  expect(readSession(file)).toEqual([
    { kind: 'package', path: '/b' },
    { kind: 'package', path: '/a' },
  ]);
});

test('a broken session never stops a start', () => {
  const file = join(folder, 'session.json');
  expect(readSession(file)).toEqual([]);
  for (const text of ['{', '{}', '[7, {"kind":"package"}]']) {
    writeFileSync(file, text);
    expect(readSession(file)).toEqual([]);
  }
});
