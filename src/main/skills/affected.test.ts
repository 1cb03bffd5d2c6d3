import { expect, test } from 'vitest';
import { affectedBy } from './affected';
import { skillRoot } from './places';
import type { ScannedSkill } from './scan';
import type { ListedSkill } from './table';

const root = skillRoot('/r/tree', 'folder');

/** Only what the question looks at. */
function skill(below: string, more: Partial<ScannedSkill> = {}): [string, ListedSkill] {
  const path = below === '' ? 'tree' : `tree/${below}`;
  const scanned = { path, inside: null, closed: null, holds: true, linked: false, rules: [], ...more };
  return [path, { below, scanned } as unknown as ListedSkill];
}
const skills = new Map([skill('a'), skill('a/examples/b'), skill('c')]);
const files = (there: Record<string, 'folder' | 'file' | 'link'>) => (path: string) =>
  there[path.slice('/r/tree/'.length)] ?? null;

test.each([
  ['an edit of SKILL.md judges its skill again', ['c/SKILL.md'], { 'c/SKILL.md': 'file' }, [], ['tree/c']],
  ['a file beside it, too', ['c/refs/x.md'], { 'c/refs/x.md': 'file' }, [], ['tree/c']],
  ['a file of a nested skill is also the outer one’s', ['a/examples/b/x'], {}, [], ['tree/a/examples/b', 'tree/a']],
  ['a SKILL.md that came has its folder searched', ['d/SKILL.md'], { 'd/SKILL.md': 'file' }, ['d'], []],
  ['one that went, too', ['c/SKILL.md'], {}, ['c'], []],
  ['a folder that went has its skills looked for', ['a'], {}, ['a'], []],
  ['a folder that came is searched, within the outermost', ['d', 'd/e'], { d: 'folder', 'd/e': 'folder' }, ['d'], []],
  ['a file elsewhere is nobody’s', ['notes.txt'], { 'notes.txt': 'file' }, [], []],
] as const)('%s', (_name, changed, there, parts, again) => {
  const looks = affectedBy(new Set(changed), skills, root, files(there));
  if (looks === 'all') throw new Error('everything');
  expect(looks.parts.map(({ below }) => below)).toEqual(parts);
  expect([...looks.again].sort()).toEqual([...again].sort());
});

test('a part within a skill is searched as one', () => {
  const looks = affectedBy(new Set(['a/new']), skills, root, files({ 'a/new': 'folder' }));
  expect(looks).toEqual({ parts: [{ below: 'a/new', inside: 'tree/a' }], again: ['tree/a'] });
});

test('links, and a tree that had no skill, are told from the whole', () => {
  expect(affectedBy(new Set(['x']), skills, root, files({ x: 'link' }))).toBe('all');
  const linked = new Map([...skills, skill('l', { linked: true })]);
  expect(affectedBy(new Set(['d']), linked, root, files({ d: 'folder' }))).toBe('all');
  const none = new Map([skill('', { holds: false })]);
  expect(affectedBy(new Set(['d/SKILL.md']), none, root, files({ 'd/SKILL.md': 'file' }))).toBe('all');
});
