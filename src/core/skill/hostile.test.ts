import { chmodSync, existsSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SkillFolders, soundSkill } from '../../../test/support/skill-folders';
import { err, failure, ok } from '../../shared/result';
import { checkSkill, FINDINGS_PER_RULE, type SkillPlace } from './check';
import { discoverSkills } from './discover';
import { diskTree } from './disk-tree';
import { readHostSkillSource } from './source';
import type { SkillTree, TreeEntry } from './tree';

const folders = new SkillFolders();
afterAll(() => {
  folders.remove();
}, 60_000);

const place = (tree: SkillTree): SkillPlace => ({ tree, kind: 'folder', path: tree.shown });

/** A folder of the disk in which some things fail, as they would for another user or at another time. */
function failing(folder: string, broken: Partial<SkillTree>): SkillTree {
  return { ...diskTree(folder, 'demo'), ...broken };
}

const denied = err(failure('EACCES', 'Permission denied (os error 13)'));
const gone = err(failure('ENOENT', 'No such file or directory (os error 2)'));

/** Runs something as a user without rights, where this process may become one; the answer, or null. */
function asNobody<T>(work: () => T): T | null {
  const { getuid, seteuid, setegid } = process;
  if (getuid?.() !== 0 || seteuid === undefined || setegid === undefined) return null;
  setegid.call(process, 65_534);
  seteuid.call(process, 65_534);
  try {
    return work();
  } finally {
    seteuid.call(process, 0);
    setegid.call(process, 0);
  }
}

describe('a hostile folder', () => {
  it('with pipes in it is walked without opening one', async () => {
    const folder = folders.make('demo', { 'SKILL.md': soundSkill(), 'a.md': { pipe: true } });
    const report = await folders.check(folder);
    expect(report.skipped).toEqual([{ path: 'a.md', why: 'it is a named pipe' }]);
    expect(report.findings.map(({ id, file }) => [id, file])).toEqual([['special-file', `${folder}/a.md`]]);
    expect(report.verdicts['murmur-0.9']).toEqual({ ok: true });
    const itself = await folders.check(folders.make('demo', { 'SKILL.md': { pipe: true } }));
    expect(itself).toMatchObject({
      skillFile: null,
      verdicts: { 'murmur-0.9': { refusal: { kind: 'missing-skill-md' } } },
    });
    expect(itself.findings.map(({ id }) => id)).toContain('skill-md-no-file');
  });

  it('that is a pipe or a device itself is no input', async () => {
    for (const path of ['/dev/null', join(folders.make('x', { p: { pipe: true } }), 'p')]) {
      const found: string[] = [];
      for await (const event of discoverSkills(path)) found.push(event.type);
      expect(found).toEqual(['unreadable']);
    }
    expect(readHostSkillSource('/dev/null')).toMatchObject({ error: { kind: 'not-standard' } });
  });

  it('without permission is refused at the folder, in Murmur’s words', async () => {
    const folder = folders.make('demo', { 'SKILL.md': soundSkill(), 'refs/a.md': '' });
    const whole = diskTree(folder, 'demo');
    const tree = failing(folder, { list: (inside) => (inside?.name === 'refs' ? denied : whole.list(inside)) });
    const { report } = await checkSkill(place(tree));
    expect(report.verdicts['murmur-0.9']).toEqual({
      ok: false,
      refusal: { kind: 'io', message: 'cannot read demo/refs: Permission denied (os error 13)' },
    });
    expect(report.verdicts['murmur-0.10']?.refusal).toEqual({
      kind: 'read',
      code: null,
      message: 'failed to read skill source at demo/refs: Permission denied (os error 13)',
    });
    expect(report.findings.map(({ id, file }) => [id, file])).toEqual([['io', 'demo/refs']]);
  });

  it('without permission reads so from the system, too', () => {
    const folder = folders.make('demo', { 'SKILL.md': soundSkill(), 'refs/a.md': '', 'b.md': '' });
    for (const path of [folders.root, join(folder, '..'), folder]) chmodSync(path, 0o755);
    chmodSync(join(folder, 'refs'), 0o000);
    const listed = () => readHostSkillSource(folder, 'demo');
    const got = asNobody(listed) ?? (process.getuid?.() === 0 ? null : listed());
    chmodSync(join(folder, 'refs'), 0o755);
    if (got !== null)
      expect(got).toMatchObject({
        error: { message: 'failed to read skill source at demo/refs: Permission denied (os error 13)' },
      });
    chmodSync(join(folder, 'b.md'), 0o000);
    const file = asNobody(listed) ?? (process.getuid?.() === 0 ? null : listed());
    if (file !== null)
      expect(file).toMatchObject({
        error: { message: 'failed to read skill source at demo/b.md: Permission denied (os error 13)' },
      });
    // One of the two ways has to be there, or this test says nothing.
    expect(got !== null && file !== null).toBe(true);
  });

  it('with a file that cannot be read packs by its names and does not install', async () => {
    const folder = folders.make('demo', { 'SKILL.md': soundSkill(), 'a.md': 'a' });
    const unreadable = failure('EACCES', 'Permission denied (os error 13)');
    const tree = failing(folder, { stat: () => ok({ bytes: 1, unreadable }) });
    const { report } = await checkSkill(place(tree));
    expect(report.verdicts['murmur-0.9']).toEqual({ ok: true });
    expect(report.verdicts['murmur-0.10']?.refusal?.message).toBe(
      'failed to read skill source at demo/a.md: Permission denied (os error 13)',
    );
    expect(report.findings.map(({ id, file }) => [id, file])).toEqual([['unreadable', 'demo/a.md']]);
    const { report: closed } = await checkSkill(place(failing(folder, { head: () => denied })));
    expect(closed).toMatchObject({ skillFile: 'SKILL.md', front: null, description: null });
    expect(closed.findings.map(({ id, file }) => [id, file])).toContainEqual(['unreadable', 'demo/SKILL.md']);
  });

  it('whose files vanish while it is read is a finding each, never an exception', async () => {
    const folder = folders.make('demo', { 'SKILL.md': soundSkill(), 'a.md': '', 'b.md': '' });
    const whole = diskTree(folder, 'demo');
    const stat = (file: TreeEntry) => (file.name === 'a.md' ? gone : whole.stat(file));
    const { report } = await checkSkill(place(failing(folder, { stat })));
    expect(report.verdicts['murmur-0.9']?.refusal?.message).toBe(
      'cannot read demo/a.md: No such file or directory (os error 2)',
    );
    expect(report.packs.map(({ path }) => path)).toEqual(['SKILL.md', 'b.md']);
    for (const head of [() => gone, () => err(failure('not-a-file', 'is no regular file any more'))]) {
      const { report: without } = await checkSkill(place(failing(folder, { head })));
      expect(without.verdicts['agent-skills']).toEqual({ ok: false });
      expect(without.verdicts.clients?.['claude-code']).toMatchObject({ loads: false, why: 'SKILL.md cannot be read' });
    }
    const before = diskTree(folder, 'demo');
    rmSync(folder, { recursive: true });
    const { report: nothing } = await checkSkill(place(before));
    expect(nothing.verdicts['murmur-0.9']?.refusal?.kind).toBe('io');
  });

  it('with a hundred thousand links says so a hundred times and counts the rest', async () => {
    const entries = Array.from({ length: 100_000 }, (_, at) => ({ name: `l${at}`, kind: 'symlink' as const, at }));
    const tree = failing(folders.make('demo', {}), { list: () => ok(entries), linkTarget: () => 'x' });
    const { report } = await checkSkill(place(tree));
    const links = report.findings.filter(({ id }) => id === 'symlink');
    expect(links).toHaveLength(FINDINGS_PER_RULE + 1);
    expect(links.some(({ message }) => message === "and 99900 more of the kind 'A link in the folder'")).toBe(true);
    expect(report.skipped).toHaveLength(100_000);
  });

  it('with a hundred thousand files is judged in a moment', async () => {
    const folder = folders.make('demo', { 'SKILL.md': `${soundSkill()}[a](f99999)\n[b](no/file.md)\n` });
    const files = Array.from({ length: 100_000 }, (_, at) => ({ name: `f${at}`, kind: 'file' as const, at }));
    const whole = diskTree(folder, 'demo');
    const tree = failing(folder, {
      list: (inside) => (inside === null ? ok([...(unwrap(whole.list(null)) ?? []), ...files]) : ok([])),
      stat: (file) => (typeof file.at === 'number' ? ok({ bytes: 10, unreadable: null }) : whole.stat(file)),
    });
    const { report } = await checkSkill(place(tree));
    expect(report.packs).toHaveLength(100_001);
    expect(report.packs[1]?.path).toBe('f0');
    expect(report.findings.map(({ id, line }) => [id, line])).toEqual([['link-missing', 9]]);
  });

  it('with a file of 300 MB, sparse or not, is not read', async () => {
    const folder = folders.make('demo', { 'SKILL.md': soundSkill(), 'big.bin': '' });
    truncateSync(join(folder, 'big.bin'), 300 * 1024 * 1024);
    const report = await folders.check(folder);
    expect(report.packs[1]).toEqual({ path: 'big.bin', bytes: 314_572_800 });
    expect(report.findings.map(({ id, file }) => [id, file])).toEqual([['folder-too-large', `${folder}/big.bin`]]);
    rmSync(join(folder, 'big.bin'));
  });

  it('with a SKILL.md of 300 MB is judged by its start', async () => {
    const folder = folders.make('demo', { 'SKILL.md': soundSkill() });
    truncateSync(join(folder, 'SKILL.md'), 300 * 1024 * 1024);
    const report = await folders.check(folder);
    expect(report.front?.name).toBe('demo');
    expect(report.findings.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['skill-md-too-large', 'body-too-many-tokens', 'folder-too-large']),
    );
    truncateSync(join(folder, 'SKILL.md'), 0);
  });

  it('with names of line breaks, controls and reordering shows them, and keeps them exact in JSON', async () => {
    const names = ['a\nb.md', 'a\u001b[31m.md', 'a\u202eb.md', 'a\u200bb.md'];
    const folder = folders.make('demo', {
      'SKILL.md': soundSkill(),
      ...Object.fromEntries(names.map((name) => [name, ''])),
    });
    const report = await folders.check(folder);
    expect(report.packs.slice(1).map(({ path }) => path)).toEqual([...names].sort());
    const hidden = report.findings.filter(({ id }) => id === 'file-name-hidden');
    expect(hidden.map(({ message }) => message)).toEqual([
      'the name a⟨U+000A⟩b.md holds characters that do not show',
      'the name a⟨U+001B⟩[31m.md holds characters that do not show',
      'the name a⟨U+200B⟩b.md holds characters that do not show',
      'the name a⟨U+202E⟩b.md holds characters that do not show',
    ]);
    expect(report.findings.every(({ message }) => !/[\n\u001b\u202e\u200b]/.test(message))).toBe(true);
  });

  it('with names that are not UTF-8 finds, measures and names them', async () => {
    const folder = folders.make('demo', { 'SKILL.md': soundSkill() });
    const odd = Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9])]);
    mkdirSync(odd);
    writeFileSync(Buffer.concat([odd, Buffer.from('/x.md')]), 'four');
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff, 0xfe])]), '');
    const report = await folders.check(folder);
    expect(report.packs.slice(1)).toEqual([
      { path: 'caf\ufffd/x.md', bytes: 4 },
      { path: '\ufffd\ufffd', bytes: 0 },
    ]);
    expect(report.findings.map(({ id, file }) => [id, file])).toEqual([
      ['file-name-not-utf8', `${folder}/caf\ufffd/x.md`],
      ['file-name-not-utf8', `${folder}/\ufffd\ufffd`],
    ]);
    expect(existsSync(odd)).toBe(true);
  });
});

const unwrap = <T>(result: { ok: true; value: T } | { ok: false }): T | null => (result.ok ? result.value : null);
