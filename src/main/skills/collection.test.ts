import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SkillQuery, SkillsSummary } from '../../shared/contract/skills';
import { SkillCollection } from './collection';
import { makeSkillJobs } from './jobs';
import { skillRoot } from './places';
import type { SkillPorts, SkillReader } from './ports';
import type { SkillChange } from './watch';

const TOKEN = 'skills-0123456789abcdef';
const everything: SkillQuery = { sort: 'path', direction: 'up', filter: '', show: 'all', rule: null };
const good = (name: string) => `---\nname: ${name}\ndescription: Does it. Use it when asked.\n---\nText.\n`;

let folder = '';
let open: SkillCollection | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'murscope-collection-'));
});
afterEach(() => {
  open?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  const file = join(folder, 'tree', path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
}

/** A collection over the real jobs, in this process, told of changes by hand. */
function collect(reader?: SkillReader) {
  const jobs = makeSkillJobs();
  type AnyJob = (input: unknown, context: unknown) => Promise<never>;
  const ask = (job: string, input: unknown) =>
    Promise.resolve(
      (jobs[job as keyof typeof jobs] as unknown as AnyJob)(input, {
        signal: new AbortController().signal,
        onProgress: () => {},
      }),
    );
  let change: SkillChange = () => {};
  const told: Array<{ summary: SkillsSummary; ids: readonly number[] | null }> = [];
  const ports = {
    front: reader ?? ({ ask } as unknown as SkillReader),
    limit: () => 1000,
    watch: (_root: unknown, onChange: SkillChange) => {
      change = onChange;
      return { isWatching: true, dispose() {} };
    },
    tell: (_event: string, payload: { summary: SkillsSummary; ids: readonly number[] | null }) => told.push(payload),
  } as unknown as SkillPorts;
  const skills = new SkillCollection(TOKEN, skillRoot(join(folder, 'tree'), 'folder'), ports);
  open = skills;
  const rows = (query: Partial<SkillQuery> = {}) =>
    (skills.table(skills.makeTable({ ...everything, ...query }).table) ?? []).map(({ row }) => row);
  const paths = (query?: Partial<SkillQuery>) => rows(query).map(({ path }) => path);
  const ready = () => vi.waitFor(() => expect(told.at(-1)?.summary.state).toBe('ready'));
  return { skills, rows, paths, told, ready, changed: (...names: string[]) => change(new Set(names)) };
}

test('finds, counts, filters and sorts', async () => {
  write('a/SKILL.md', good('a'));
  write('b/SKILL.md', '---\nname: b\ndescription: Uses: a colon\n---\n');
  write('c/SKILL.md', 'no front block\n');
  write('a/inner/d/SKILL.md', good('d'));
  const { skills, rows, paths, ready } = collect();
  skills.start();
  await ready();
  expect(paths()).toEqual(['a', 'a/inner/d', 'b', 'c']);
  expect(skills.summary()).toMatchObject({ skills: 4, valid: 2, format: 1, refused: 1, watching: true, error: null });
  expect(paths({ show: 'format' })).toEqual(['b']);
  expect(paths({ rule: 'front-block-missing' })).toEqual(['c']);
  expect(paths({ filter: 'YAML-colon' })).toEqual(['b']);
  expect(paths({ sort: 'format', direction: 'up' }).slice(0, 2)).toEqual(['b', 'c']);
  expect(rows({ filter: 'inner' })[0]).toMatchObject({ inside: 'a', standing: 'valid' });
});

test('follows edits, new, renamed and deleted skills, and keeps their numbers', async () => {
  write('a/SKILL.md', good('a'));
  write('b/SKILL.md', good('b'));
  const { skills, rows, paths, told, ready, changed } = collect();
  skills.start();
  await ready();
  const [first] = rows();
  write('a/SKILL.md', '---\nname: a\ndescription: Uses: a colon\n---\n');
  changed('a/SKILL.md');
  await vi.waitFor(() => expect(rows()[0]?.format).toBe('no'));
  expect(rows()[0]?.id).toBe(first?.id);
  await vi.waitFor(() => expect(told.at(-1)?.ids).toEqual([first?.id]));

  renameSync(join(folder, 'tree/b'), join(folder, 'tree/bb'));
  changed('b', 'bb');
  await vi.waitFor(() => expect(paths()).toEqual(['a', 'bb']));
  expect(rows()[1]).toMatchObject({ murmur010: false });

  rmSync(join(folder, 'tree/a'), { recursive: true });
  changed('a');
  await vi.waitFor(() => expect(paths()).toEqual(['bb']));
  write('a/SKILL.md', good('a'));
  changed('a');
  await vi.waitFor(() => expect(paths()).toEqual(['a', 'bb']));
  expect(rows()[0]?.id).toBe(first?.id);

  rmSync(join(folder, 'tree'), { recursive: true });
  changed('');
  await vi.waitFor(() => expect(skills.summary()).toMatchObject({ skills: 0, error: { code: 'ENOENT' } }));
});

test('a stop keeps what was found, and a reader that ends is told', async () => {
  write('a/SKILL.md', good('a'));
  const { skills, ready } = collect();
  skills.start();
  skills.stop();
  expect(skills.summary().state).toBe('stopped');
  skills.lookAtAll();
  await ready();
  expect(skills.summary().skills).toBe(1);
  skills.dispose();
  const error = { code: 'reader-ended', message: 'it ended' };
  const ended = collect({ ask: async () => ({ ok: false, error }) } as unknown as SkillReader);
  ended.skills.start();
  await ended.ready();
  expect(ended.skills.summary()).toMatchObject({ skills: 0, error });
});
