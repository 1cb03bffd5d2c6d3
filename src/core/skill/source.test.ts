import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ownVectors } from '../../../test/support/golden';
import { err, failure, ok } from '../../shared/result';
import { readEntrySkillSource, readHostSkillSource, type SourceEntry } from './source';

interface Vector {
  readonly artifact: string;
  readonly version: string;
  readonly entries: ReadonlyArray<readonly [name: string, content: string, kind?: string]>;
  readonly expect: {
    readonly skills: ReadonlyArray<{
      source: string;
      error?: string;
      message?: string;
      description?: string;
      files?: string[];
    }>;
  };
}

/** Names as the guard of the archive reader makes them safe. */
function safe(name: string): string | null {
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  return parts.includes('..') || parts.length === 0 ? null : parts.join('/');
}

function answer(vector: Vector, declared: string) {
  const prefix = safe(declared);
  const entries: SourceEntry<string>[] = vector.entries.flatMap(([name, content, kind]) => {
    const safeName = safe(name);
    if (safeName === null || kind === 'dir' || name.endsWith('/')) return [];
    return [{ name: safeName, symlink: kind === 'symlink', ref: content }];
  });
  return readEntrySkillSource({
    entries,
    prefix: prefix ?? '',
    shown: `${vector.artifact}@${vector.version}!/${prefix ?? ''}`,
    ceiling: 1_000_000,
    read: (content, limit) => {
      const bytes = Buffer.from(content);
      return bytes.length > limit ? err(failure(null, 'exceeds the ceiling')) : ok(bytes);
    },
  });
}

/** Wordings about the front block itself are ours. */
const OURS = /: (?:has no front block|front block has no \w+)$/;

describe('a local-source skill', () => {
  it('in a package installs or is refused as Murmur has it', () => {
    const wrong: unknown[] = [];
    let count = 0;
    for (const vector of ownVectors<Vector>('package-files')) {
      for (const { source, ...wanted } of vector.expect.skills) {
        if (source.includes('..')) continue;
        count++;
        const got = answer(vector, source);
        const given = got.ok
          ? { description: got.value.description, files: got.value.files.map((file) => file.path) }
          : { error: got.error.kind, message: got.error.message };
        if (OURS.test(wanted.message ?? '') && !got.ok && OURS.test(got.error.message)) continue;
        if (JSON.stringify(given) !== JSON.stringify(wanted)) wrong.push({ source, given, wanted });
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(90);
  });

  it('in a package may not come to more than the ceiling', () => {
    const text = '---\nname: s\ndescription: d\n---\n';
    const got = readEntrySkillSource({
      entries: [
        { name: 's/SKILL.md', symlink: false, ref: text },
        { name: 's/a.txt', symlink: false, ref: 'aaaa' },
      ],
      prefix: 's',
      shown: 'local/x@1!/s',
      ceiling: text.length + 3,
      read: (content, limit) =>
        content.length > limit ? err(failure(null, `over ${limit}`)) : ok(Buffer.from(content)),
    });
    expect(got).toEqual(
      err({ kind: 'read', code: null, message: 'failed to read skill source at local/x@1!/s/a.txt: over 3' }),
    );
  });
});

describe('a local-source skill on the host', () => {
  const root = mkdtempSync(join(tmpdir(), 'murscope-source-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const good = (name: string) => `---\nname: ${name}\ndescription: Does it.\n---\nbody\n`;
  const folder = (name: string, files: Readonly<Record<string, string>>) => {
    for (const [path, content] of Object.entries(files)) {
      const at = join(root, name, path);
      mkdirSync(join(at, '..'), { recursive: true });
      writeFileSync(at, content);
    }
    return join(root, name);
  };
  const refusal = (path: string, shown?: string) => {
    const got = readHostSkillSource(path, shown);
    return got.ok ? got.value : got.error;
  };

  it('gives the skill first and the rest by bytes', () => {
    const path = folder('demo', {
      'SKILL.md': good('demo'),
      'b/murmur.yaml': 'n',
      'a.txt': 'aa',
      '.x': '',
      'o.mur.zip': '',
    });
    expect(refusal(path)).toEqual({
      files: [
        { path: 'SKILL.md', bytes: good('demo').length },
        { path: 'a.txt', bytes: 2 },
        { path: 'b/murmur.yaml', bytes: 1 },
      ],
      description: 'Does it.',
    });
    expect(refusal(join(path, 'SKILL.md'))).toMatchObject({ files: [{ path: 'SKILL.md' }] });
  });

  it.each([
    ['nothing there', {}, 'gone', 'not-found', null, 'skill source path not found: <at>'],
    [
      'no skill',
      { 'notes.md': 'x' },
      '',
      'missing-skill-md',
      null,
      "skill source directory '<at>' contains no SKILL.md",
    ],
    [
      'another casing',
      { 'skill.md': good('t') },
      '',
      'not-standard',
      'E-BLD-009',
      "<at>/skill.md: a skill's file is named SKILL.md, exactly",
    ],
    [
      'a manifest',
      { 'SKILL.md': good('t'), 'Murmur.YAML': '' },
      '',
      'not-standard',
      'E-BLD-009',
      '<at>/Murmur.YAML: a skill folder holds no murmur.yaml beside SKILL.md',
    ],
    [
      'another name',
      { 'SKILL.md': good('x') },
      '',
      'not-standard',
      'E-BLD-009',
      "<at>/SKILL.md: front block name 'x' differs from the folder name '<folder>'",
    ],
    [
      'build info',
      { 'SKILL.md': good('t'), 'murmur-build.json': '' },
      '',
      'refused',
      'E-BLD-002',
      "<at>/murmur-build.json packs as the archive entry 'murmur-build.json', which is reserved for mur build",
    ],
    [
      'a file of another name',
      { 'a.md': good('t') },
      'a.md',
      'not-standard',
      'E-BLD-009',
      "<at>: a skill's file is named SKILL.md, exactly",
    ],
    ['no front block', { 'SKILL.md': '# T\n' }, '', 'not-standard', 'E-BLD-009', '<at>/SKILL.md: has no front block'],
  ] as const)('with %s is refused', (title, files, below, kind, code, message) => {
    const name = title.replaceAll(' ', '-');
    mkdirSync(join(root, name), { recursive: true });
    const path = join(folder(name, files), below);
    const shown = `base/${below === '' ? name : below}`;
    expect(refusal(path, shown)).toMatchObject({
      kind,
      code,
      message: message.replace('<at>', shown).replace('<folder>', name),
    });
  });

  it('with a link in it is refused, and is itself found through a link under its real name', () => {
    const path = folder('linked', { 'SKILL.md': good('linked'), 'refs/a.md': '' });
    symlinkSync(path, join(root, 'other-name'));
    expect(refusal(join(root, 'other-name'))).toMatchObject({ description: 'Does it.' });
    symlinkSync('a.md', join(path, 'refs/l.md'));
    expect(refusal(path, 'linked')).toMatchObject({
      kind: 'refused',
      code: 'E-BLD-002',
      message: 'linked/refs/l.md is a symlink; a skill folder packs regular files only',
    });
  });
});
