import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SkillFolders, soundSkill } from '../../../test/support/skill-folders';
import { storedZip } from '../../../test/support/stored-zip';
import { type DiscoverOptions, type Discovery, discoverSkills } from './discover';

const folders = new SkillFolders();
afterAll(() => folders.remove(), 60_000);

async function search(path: string, options: DiscoverOptions = {}): Promise<Discovery[]> {
  const found: Discovery[] = [];
  for await (const event of discoverSkills(path, options)) found.push(event);
  return found;
}

const paths = (found: readonly Discovery[], folder: string) =>
  found.flatMap((event) => (event.type === 'skill' ? [event.place.path.slice(folder.length)] : []));

describe('the search for skills', () => {
  it('finds them in byte order at any depth, in dot folders too, but not in .git or node_modules', async () => {
    const tree = folders.make('tree', {
      'b/SKILL.md': '',
      'B/skill.md': '',
      '.claude/skills/x/SKILL.md': '',
      'deep/er/still/Skill.MD': '',
      '.git/SKILL.md': '',
      'a/node_modules/x/SKILL.md': '',
      'notes/SKILL.md.txt': '',
      'z/SKILL.md': { link: '../b/SKILL.md' },
    });
    expect(paths(await search(tree), tree)).toEqual(['/.claude/skills/x', '/B', '/b', '/deep/er/still', '/z']);
    expect(paths(await search(`${tree}/`), tree)[0]).toBe('/.claude/skills/x');
  });

  it('tells a linked skill folder as one, goes through no link, and not round in circles', async () => {
    const outside = folders.make('outside', { 'SKILL.md': soundSkill('outside') });
    const tree = folders.make('tree', { 'a/SKILL.md': soundSkill('a'), 'links/all': { link: '../a' } });
    symlinkSync(outside, join(tree, 'links/out'));
    symlinkSync('../..', join(tree, 'a/up'));
    symlinkSync('.', join(tree, 'links/self'));
    symlinkSync('loop', join(tree, 'links/loop'));
    symlinkSync(tree, join(tree, 'links/root'));
    const all = await folders.checkAll(tree);
    expect(all.map(({ report }) => report.path.slice(tree.length))).toEqual(['/a', '/links/all', '/links/out']);
    const [, inside, out] = all.map(({ report }) => report);
    expect(inside?.findings.map(({ id }) => id)).toContain('linked-folder');
    expect(inside).toMatchObject({ skillFile: 'SKILL.md', front: { name: 'a' } });
    expect(out).toMatchObject({ skillFile: null, front: null, packs: [] });
    expect(out?.findings.map(({ id, message }) => [id, message])).toContainEqual([
      'symlink',
      `${tree}/links/out is a symlink; a skill folder packs regular files only (it leads to ${outside})`,
    ]);
  });

  it('stops at its limits, and says where', async () => {
    const tree = folders.make('tree', { 'a/b/c/SKILL.md': '', 'd/SKILL.md': '' });
    expect(await search(tree, { maxDepth: 2 })).toMatchObject([
      { type: 'limit', path: `${tree}/a/b/c` },
      { type: 'skill', place: { path: `${tree}/d` } },
    ]);
    expect((await search(tree, { maxEntries: 2 })).map(({ type }) => type)).toContain('limit');
    expect((await search(tree, { timeLimit: -1 })).map(({ type }) => type)).toContain('limit');
  });

  it('ends when it is cancelled', async () => {
    const tree = folders.make('tree', { 'a/SKILL.md': '', 'b/SKILL.md': '' });
    const controller = new AbortController();
    const found: Discovery[] = [];
    for await (const event of discoverSkills(tree, { signal: controller.signal })) {
      found.push(event);
      controller.abort();
    }
    expect(paths(found, tree)).toEqual(['/a']);
  });

  it('says how far it is in a large tree', async () => {
    const tree = folders.make('tree', {});
    for (let at = 0; at < 200; at++) mkdirSync(join(tree, `f${at}`));
    const progress = (await search(tree)).filter(({ type }) => type === 'progress');
    expect(progress.length).toBeGreaterThanOrEqual(3);
    expect(progress.at(-1)).toMatchObject({ folders: 192, skills: 0 });
  });

  it('names a folder that it cannot list', async () => {
    expect(await search(join(folders.root, 'gone'))).toMatchObject([
      { type: 'unreadable', failure: { message: 'No such file or directory (os error 2)' } },
    ]);
  });
});

describe('skills in an archive', () => {
  const archive = (name: string, entries: Parameters<typeof storedZip>[0]) => {
    const at = join(folders.make('archives', {}), name);
    writeFileSync(at, storedZip(entries));
    return at;
  };

  it('are its folders with a SKILL.md, links and names that are unsafe left out', async () => {
    const at = archive('x.zip', [
      { name: 'a/SKILL.md', content: soundSkill('a') },
      { name: 'a/b/skill.md', content: soundSkill('b') },
      { name: '../c/SKILL.md', content: soundSkill('c') },
      { name: 'd/', kind: 'dir' },
      { name: 'e/SKILL.md', content: '../a/SKILL.md', kind: 'symlink' },
      { name: '__MACOSX/a/._SKILL.md' },
      { name: 'a/x.md', content: 'x' },
      { name: './a/x.md', content: 'hidden behind the first' },
    ]);
    const all = (await folders.checkAll(at)).map(({ report }) => report);
    expect(all.map(({ path }) => path.slice(at.length))).toEqual(['/a', '/a/b', '/e']);
    expect(all[0]).toMatchObject({
      kind: 'archive',
      front: { name: 'a' },
      verdicts: { 'murmur-0.9': { ok: true }, 'murmur-0.10': { ok: true }, 'agent-skills': { ok: true } },
    });
    expect(all[0]?.packs).toEqual([
      { path: 'SKILL.md', bytes: soundSkill('a').length },
      { path: 'b/skill.md', bytes: soundSkill('b').length },
      { path: 'x.md', bytes: 1 },
    ]);
    expect(all[1]?.findings.map(({ id }) => id)).toContain('nested-skill');
    expect(all[2]?.verdicts['murmur-0.9']?.refusal).toEqual({
      kind: 'symlink',
      message: `${at}/e/SKILL.md is a symlink; a skill folder packs regular files only`,
    });
    expect(all[2]?.verdicts.clients?.codex.loads).toBe(false);
  });

  it('at the root of a package stand beside files that are the package’s own', async () => {
    const at = archive('gget-0.1.0.mur.zip', [
      { name: 'murmur.yaml', content: 'name: gget\n' },
      { name: 'SKILL.md', content: soundSkill('gget') },
      { name: 'murmur-build.json', content: '{"built_at_level":1}\n' },
    ]);
    const [report] = (await folders.checkAll(at)).map((checked) => checked.report);
    expect(report).toMatchObject({ path: at, manifest: null, packs: [{ path: 'SKILL.md' }] });
    expect(report?.verdicts['murmur-0.9']).toEqual({ ok: true });
    expect(report?.verdicts['agent-skills']).toEqual({ ok: true });
    expect(report?.verdicts['murmur-0.10']?.refusal?.message).toBe(
      `${at}/SKILL.md: is not inside a folder, so front block name 'gget' has no folder name to match`,
    );
    expect(report?.findings.map(({ id, ruleSet }) => [id, ruleSet])).toEqual([['no-folder-name', 'murmur-0.10']]);
  });

  it('that hold none, or that are no archive, are no input', async () => {
    const at = archive('none.zip', [{ name: 'a.md' }]);
    expect(await search(at)).toMatchObject([{ type: 'unusable', failure: { message: 'holds no SKILL.md' } }]);
    const text = join(dirname(at), 'text.zip');
    writeFileSync(text, 'no archive');
    expect(await search(text)).toMatchObject([{ type: 'unusable' }]);
  });
});
