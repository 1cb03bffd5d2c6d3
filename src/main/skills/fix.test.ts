import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashOf } from './detail';
import { hunksOf } from './hunks';
import { makeSkillJobs } from './jobs';
import { skillRoot } from './places';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'murscope-fix-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const BROKEN = '---\r\nname: demo\r\ndescription: Uses: a colon\r\n---\r\n\u00e9 \t text\r\n';
const jobs = makeSkillJobs();
const whole = { what: { rule: 'yaml-colon-in-value' } };

function write(text: string | Buffer = BROKEN) {
  const file = join(folder, 'demo/SKILL.md');
  mkdirSync(join(folder, 'demo'), { recursive: true });
  writeFileSync(file, text);
  const root = skillRoot(folder, 'folder');
  const ref = { path: `${root.shown}/demo`, inside: null, closed: null };
  return { file, of: { root, ref, advice: false }, hash: hashOf(readFileSync(file)) };
}

test('a fix is previewed as lines, writes its bytes alone, keeps the mode, and is taken back', async () => {
  const { file, of, hash } = write();
  chmodSync(file, 0o604);
  const ask = { hash, ...whole };
  const preview = await jobs.skillFixPreview({ ...of, ask });
  expect(preview).toMatchObject({
    ok: true,
    value: {
      fixes: 1,
      hunks: [{ line: 3, before: ['description: Uses: a colon'], after: ["description: 'Uses: a colon'"] }],
      more: 0,
    },
  });
  expect(readFileSync(file, 'utf8')).toBe(BROKEN);
  const fixed = await jobs.skillFix({ ...of, ask });
  expect(readFileSync(file, 'utf8')).toBe(BROKEN.replace('Uses: a colon', "'Uses: a colon'"));
  expect(statSync(file).mode & 0o777).toBe(0o604);
  expect(readdirSync(join(folder, 'demo'))).toEqual(['SKILL.md']);
  if (!fixed.ok) throw new Error(fixed.error.message);
  const { before, hash: after } = fixed.value;
  expect(jobs.skillRestore({ file, hash: after, bytes: before })).toMatchObject({ ok: true });
  expect(readFileSync(file, 'utf8')).toBe(BROKEN);
  expect(statSync(file).mode & 0o777).toBe(0o604);
});

test('neither a fix nor its undo touches a file that changed meanwhile', async () => {
  const { file, of, hash } = write();
  const fixed = await jobs.skillFix({ ...of, ask: { hash, ...whole } });
  if (!fixed.ok) throw new Error(fixed.error.message);
  writeFileSync(file, 'somebody saved this');
  const undone = jobs.skillRestore({ file, hash: fixed.value.hash, bytes: fixed.value.before });
  expect(undone).toMatchObject({ ok: false, error: { code: 'file-changed' } });
  const again = await jobs.skillFix({ ...of, ask: { hash, ...whole } });
  expect(again).toMatchObject({ ok: false, error: { code: 'file-changed' } });
  expect(readFileSync(file, 'utf8')).toBe('somebody saved this');
  expect(readdirSync(join(folder, 'demo'))).toEqual(['SKILL.md']);
});

test('a fix that nobody offered is none, and a linked SKILL.md is not written through', async () => {
  const { of, hash } = write();
  const none = await jobs.skillFix({ ...of, ask: { hash, what: { key: 'abc' } } });
  expect(none).toMatchObject({ ok: false, error: { code: 'no-fix' } });
  const target = join(folder, 'target.md');
  writeFileSync(target, BROKEN);
  rmSync(join(folder, 'demo/SKILL.md'));
  symlinkSync(target, join(folder, 'demo/SKILL.md'));
  const linked = await jobs.skillFix({ ...of, ask: { hash, ...whole } });
  expect(linked).toMatchObject({ ok: false, error: { code: 'read-only' } });
  expect(readFileSync(target, 'utf8')).toBe(BROKEN);
});

test.each([
  [
    'in one line twice',
    'a: b\nc: d e\n',
    [
      [8, 9, 'D'],
      [10, 11, 'E'],
    ],
    [{ line: 2, before: ['c: d e'], after: ['c: D E'] }],
  ],
  [
    'in neighbouring lines',
    'one\ntwo\nthree',
    [
      [0, 1, 'O'],
      [4, 5, 'T'],
    ],
    [{ line: 1, before: ['one', 'two'], after: ['One', 'Two'] }],
  ],
  [
    'far apart',
    'a\nb\nc\nd\n',
    [
      [0, 1, 'A'],
      [6, 7, 'D'],
    ],
    [
      { line: 1, before: ['a'], after: ['A'] },
      { line: 4, before: ['d'], after: ['D'] },
    ],
  ],
  ['that takes a line away', 'a\nb\nc\n', [[2, 4, '']], [{ line: 2, before: ['b', 'c'], after: ['c'] }]],
  ['of a mark at the start', '\ufeffa\nb', [[0, 3, '']], [{ line: 1, before: ['\ufeffa'], after: ['a'] }]],
  ['at the end', 'a', [[1, 1, '\n']], [{ line: 1, before: ['a'], after: ['a', ''] }]],
] as const)('lines before and after an edit %s', (_name, text, edits, hunks) => {
  const list = edits.map(([start, end, by]) => ({ start, end, text: by }));
  expect(hunksOf(Buffer.from(text), list)).toEqual({ hunks, more: 0 });
});
