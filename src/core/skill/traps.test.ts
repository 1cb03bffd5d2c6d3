import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type MadeFiles, SkillFolders, soundSkill } from '../../../test/support/skill-folders';
import type { SkillReport } from '../../shared/models/skill';
import { checkSkill } from './check';
import { folderPlace } from './discover';

// The traps of chapter 3.6, each with what is said about it and where.
const folders = new SkillFolders();
afterAll(() => folders.remove(), 60_000);

const md = (text: string | Uint8Array): MadeFiles => ({ 'SKILL.md': text });
const only = (lines: string, end = '---') => `---\nname: demo\n${lines}${end}\n# Demo\n\nText.\n`;
const LONG = 'word '.repeat(204).trimEnd();

interface Trap {
  readonly files: MadeFiles;
  readonly folder?: string;
  /** Every finding, as `id line:column`, but those of `clients` that only repeat another. */
  readonly finds: readonly string[];
  readonly front?: readonly [name: string | null, description: string | null] | null;
  /** Verdicts in the order 0.9, 0.10, agent-skills; then clients in the table's order. */
  readonly verdicts: string;
}

const TRAPS: Readonly<Record<string, Trap>> = {
  'a colon and a blank in a plain value': {
    files: md(only('description: Fill forms: use when asked.\n')),
    finds: ['yaml-colon-in-value 3:24'],
    front: ['demo', 'Fill forms: use when asked.'],
    verdicts: 'yes yes no · no no no no',
  },
  'a colon at the end of a plain value': {
    files: md(only('description: Use when asked:\n')),
    finds: ['yaml-colon-in-value 3:28'],
    front: ['demo', 'Use when asked:'],
    verdicts: 'yes yes no · no no no no',
  },
  'a colon in a line that goes on': {
    files: md(only('description: Fills forms.\n\n  Keywords: pdf, forms\n')),
    finds: ['yaml-colon-in-value 5:11'],
    front: ['demo', 'Fills forms.'],
    verdicts: 'yes yes no · no no no no',
  },
  'a BOM': {
    files: md(`\ufeff${soundSkill()}`),
    finds: ['bom 1:1'],
    verdicts: 'yes yes yes · unknown unknown unknown unknown',
  },
  'CRLF throughout': {
    files: md(soundSkill().replaceAll('\n', '\r\n')),
    finds: [],
    verdicts: 'yes yes yes · yes yes yes yes',
  },
  'CRLF in the block only': {
    files: md(
      only('description: Use when asked.\n').replace(/[\s\S]*---\n/, (block) => block.replaceAll('\n', '\r\n')),
    ),
    finds: [],
    front: ['demo', 'Use when asked.'],
    verdicts: 'yes yes yes · yes yes yes yes',
  },
  'lone carriage returns': {
    files: md(soundSkill().replaceAll('\n', '\r')),
    finds: ['front-block-missing 1:1'],
    front: null,
    verdicts: 'yes no no · no no no no',
  },
  'a lone carriage return in the block': {
    files: md(only('description: Use\r  when asked.\n')),
    finds: ['yaml-readers-differ 3:14'],
    front: ['demo', 'Use when asked.'],
    verdicts: 'yes yes yes · yes yes yes yes',
  },
  'a folded description of 1,024 and one of 1,025': {
    files: md(only(`description: >-\n  ${LONG}\n  ${'x'.repeat(4)}\n`)),
    finds: [],
    verdicts: 'yes yes yes · yes yes yes yes',
  },
  'a folded description that is one too long': {
    files: md(only(`description: >-\n  ${LONG}\n  ${'x'.repeat(5)}\n`)),
    finds: ['description-too-long 3:14'],
    verdicts: 'yes yes no · yes no yes yes',
  },
  'a literal description whose line ends count, but for the last': {
    files: md(only(`description: |\n  ${'x'.repeat(511)}\n  ${'y'.repeat(512)}\n`)),
    finds: [],
    verdicts: 'yes yes yes · yes yes yes yes',
  },
  '--- inside a value': {
    files: md(only('description: Use --- when asked.\n')),
    finds: [],
    front: ['demo', 'Use --- when asked.'],
    verdicts: 'yes yes yes · yes yes yes yes',
  },
  '--- in a row of a table': {
    files: md(`${soundSkill()}\n| a | b |\n|---|---|\n| 1 | 2 |\n`),
    finds: [],
    verdicts: 'yes yes yes · yes yes yes yes',
  },
  '--- indented in a block scalar': {
    files: md(only('description: |\n  Use when asked.\n  ---\n  More.\n')),
    finds: [],
    front: ['demo', 'Use when asked.\n---\nMore.'],
    verdicts: 'yes yes yes · yes yes yes yes',
  },
  '... as the closer': {
    files: md(only('description: Use when asked.\n', '...')),
    finds: [],
    front: ['demo', 'Use when asked.'],
    verdicts: 'yes yes yes · yes yes yes yes',
  },
  'a value that ends in ...': {
    files: md(only('description: Use when asked...\n')),
    finds: [],
    front: ['demo', 'Use when asked...'],
    verdicts: 'yes yes yes · yes yes yes yes',
  },
  'a key twice, quoted and plain': {
    files: md(only('description: Use when asked.\n"name": other\n')),
    finds: ['duplicate-key 4:1'],
    front: ['demo', 'Use when asked.'],
    verdicts: 'yes yes no · no no no no',
  },
  'a version that is a number': {
    files: md(only('description: Use when asked.\nversion: 1.10\n')),
    finds: ['unknown-key 4:1', 'number-as-version 4:10'],
    verdicts: 'yes yes yes · yes yes yes yes',
  },
  'allowed-tools as a list': {
    files: md(only('description: Use when asked.\nallowed-tools: [Read, Write]\n')),
    finds: ['allowed-tools-not-string 4:16', 'yaml-flow 4:16'],
    verdicts: 'yes yes no · yes yes yes yes',
  },
  'allowed-tools with commas': {
    files: md(only('description: Use when asked.\nallowed-tools: Read, Write\n')),
    finds: ['allowed-tools-commas 4:16'],
    verdicts: 'yes yes yes · yes yes yes yes',
  },
  'allowed-tools with blanks': {
    files: md(only('description: Use when asked.\nallowed-tools: Read Bash(git:*)\n')),
    finds: [],
    verdicts: 'yes yes yes · yes yes yes yes',
  },
  'flow style': {
    files: md('---\n{name: demo, description: Use when asked.}\n---\nText.\n'),
    finds: ['yaml-flow 2:1'],
    front: ['demo', 'Use when asked.'],
    verdicts: 'yes yes yes · yes yes yes yes',
  },
  'a quoted word and then more': {
    files: md(only('description: "Learn" — then more\n')),
    finds: ['yaml-value-needs-quotes 3:14'],
    front: ['demo', '"Learn" — then more'],
    verdicts: 'yes yes no · no no no no',
  },
  'a name of null': {
    files: md('---\nname: null\ndescription: Use when asked.\n---\n'),
    finds: ['name-missing 2:1'],
    front: [null, 'Use when asked.'],
    verdicts: 'yes no no · yes yes yes no',
  },
  'a blank name': {
    files: md("---\nname: ' '\ndescription: Use when asked.\n---\n"),
    finds: ['name-missing 2:1'],
    front: [null, 'Use when asked.'],
    verdicts: 'yes no no · yes yes no no',
  },
  'a name of digits': {
    files: md('---\nname: 2024\ndescription: Use when asked.\n---\n'),
    finds: ['name-not-string 2:7'],
    folder: '2024',
    front: [null, 'Use when asked.'],
    verdicts: 'yes no no · yes yes yes no',
  },
  'a name of true': {
    files: md('---\nname: true\ndescription: Use when asked.\n---\n'),
    finds: ['name-not-string 2:7'],
    front: [null, 'Use when asked.'],
    verdicts: 'yes no no · yes yes yes no',
  },
  'a name that is a list': {
    files: md('---\nname:\n  - demo\ndescription: Use when asked.\n---\n'),
    finds: ['name-not-string 3:3'],
    front: [null, 'Use when asked.'],
    verdicts: 'yes no no · yes yes yes no',
  },
  'angle brackets': {
    files: md(only('description: Makes <br> of it when asked.\n')),
    finds: ['angle-brackets 3:20'],
    verdicts: 'yes yes yes · yes yes yes yes',
  },
  'an arrow': {
    files: md(only('description: Makes a -> b when asked.\n')),
    finds: ['angle-brackets 3:22'],
    verdicts: 'yes yes yes · yes yes yes yes',
  },
  'Windows-1252': {
    files: md(Buffer.from(only('description: The menu of a caf\u00e9 when asked.\n'), 'latin1')),
    finds: ['encoding 3:31'],
    front: null,
    verdicts: 'yes no no · no no no no',
  },
  'UTF-16 with a byte order mark': {
    files: md(Buffer.from(`\ufeff${soundSkill()}`, 'utf16le')),
    finds: ['encoding 1:1'],
    front: null,
    verdicts: 'yes no no · no no no no',
  },
  'UTF-16 without one': {
    files: md(Buffer.from(soundSkill(), 'utf16le')),
    finds: ['encoding 1:2'],
    front: null,
    verdicts: 'yes no no · no no no no',
  },
  'both casings in one folder': {
    files: { 'SKILL.md': soundSkill(), 'skill.md': soundSkill('x') },
    finds: ['duplicate-skill-md 1:1', 'skill-md-case 1:1'],
    verdicts: 'no no yes · yes yes yes yes',
  },
  'a name with a prefix': {
    files: md(soundSkill('acme-demo')),
    finds: ['name-folder-mismatch 2:7'],
    verdicts: 'yes no no · yes yes no yes',
  },
  'a name in Title Case': {
    files: md(soundSkill('Demo Skill')),
    finds: ['artifact-name 2:7', 'name-characters 2:7', 'name-folder-mismatch 2:7'],
    verdicts: 'yes no no · yes yes no yes',
  },
  'an NFC name in an NFD folder': {
    files: md(soundSkill('caf\u00e9')),
    folder: 'cafe\u0301',
    finds: ['artifact-name 2:7', 'name-folder-mismatch 2:7', 'name-letters 2:7'],
    verdicts: 'yes no yes · yes yes yes yes',
  },
  'a SKILL.md that is a folder': {
    files: { 'SKILL.md/a.md': '' },
    finds: ['missing-skill-md 1:1', 'skill-md-no-file 1:1'],
    front: null,
    verdicts: 'no no no · no no no no',
  },
  'a front block of a megabyte': {
    files: md(only(`description: Use when asked.\nlicense: ${'x'.repeat(1 << 20)}\n`)),
    finds: ['front-block-too-large 1:1'],
    front: ['demo', 'Use when asked.'],
    verdicts: 'yes yes no · no no no no',
  },
  'deep nesting': {
    files: md(only(`description: Use when asked.\nmetadata: ${'['.repeat(50_000)}\n`)),
    finds: ['yaml-value-needs-quotes 4:11'],
    front: ['demo', 'Use when asked.'],
    verdicts: 'yes yes no · no no no no',
  },
};

const YES = { true: 'yes', false: 'no', unknown: 'unknown' } as const;

function verdictsOf({ verdicts }: SkillReport): string {
  const { clients } = verdicts;
  const first = [verdicts['murmur-0.9'], verdicts['murmur-0.10'], verdicts['agent-skills']];
  const named = clients ? [clients['claude-code'], clients.codex, clients.vscode, clients['skills-cli']] : [];
  return `${first.map((verdict) => YES[`${verdict?.ok ?? false}`]).join(' ')} · ${named.map(({ loads }) => YES[`${loads}`]).join(' ')}`;
}

describe('a trap', () => {
  it.each(Object.entries(TRAPS))('%s', async (_, { files, folder, finds, front, verdicts }) => {
    const report = await folders.check(folders.make(folder ?? 'demo', files));
    const found = report.findings.filter(({ id }) => id !== 'client-does-not-load');
    expect(found.map(({ id, line, column }) => `${id} ${line}:${column}`).sort()).toEqual([...finds].sort());
    expect(verdictsOf(report)).toBe(verdicts);
    if (front !== undefined) expect(report.front).toEqual(front && { name: front[0], description: front[1] });
    for (const key of ['murmur-0.9', 'murmur-0.10', 'agent-skills'] as const) {
      const alone = await folders.check(report.path, { ruleSets: [key] });
      // What is refused is also said, whichever set is asked for.
      const isSaid = alone.findings.some(({ severity }) => severity === 'error');
      expect(alone.verdicts[key]?.ok === false ? isSaid : true).toBe(true);
    }
  });

  it('an alias bomb is read at once', async () => {
    const bomb = Array.from({ length: 40 }, (_, at) =>
      at === 0 ? 'l0: &l0 [x, x]' : `l${at}: &l${at} [*l${at - 1}, *l${at - 1}]`,
    );
    const report = await folders.check(
      folders.make('demo', md(only(`description: Use when asked.\n${bomb.join('\n')}\n`))),
    );
    expect(report.front?.name).toBe('demo');
    expect(report.findings.filter(({ id }) => id === 'yaml-anchor').length).toBeGreaterThan(40);
  });

  it('nesting in every style that a parser recurses into is refused, not overflown', async () => {
    for (const deep of [
      `${'- '.repeat(30_000)}x\n`,
      `${'? '.repeat(30_000)}x\n`,
      `a: ${'{a: '.repeat(30_000)}\n`,
      Array.from({ length: 400 }, (_, at) => `${' '.repeat(at)}k:`)
        .join('\n')
        .concat('\n'),
    ]) {
      const report = await folders.check(folders.make('demo', md(only(`description: Use when asked.\n${deep}`))));
      expect(report.front?.name).toBe('demo');
      expect(report.findings.some(({ id }) => id.startsWith('yaml-'))).toBe(true);
    }
  });
});

describe('a folder', () => {
  const judged = async (at: string, shown: string) => {
    const before = process.cwd();
    process.chdir(at.startsWith('/') ? before : folders.root);
    try {
      return (await checkSkill(folderPlace(at, shown))).report;
    } finally {
      process.chdir(before);
    }
  };

  it('has the same name however it is opened', async () => {
    const folder = folders.make('demo', md(soundSkill()));
    symlinkSync(folder, join(dirname(folder), 'another-name'));
    for (const path of [folder, `${folder}/`, join(dirname(folder), 'another-name'), `${folder}/../demo/.`]) {
      const report = await judged(path, path);
      expect(report.verdicts['murmur-0.10']).toEqual({ ok: true });
      expect(report.verdicts['agent-skills']).toEqual({ ok: true });
    }
    process.chdir(folder);
    expect((await checkSkill(folderPlace('.', '.'))).report.verdicts['murmur-0.10']).toEqual({ ok: true });
    process.chdir('/');
  });

  it('that links to its ancestor, or out, is refused and nothing of it is read twice', async () => {
    const folder = folders.make('demo', {
      ...md(soundSkill()),
      demo: { link: '../demo' },
      'refs/x.md': { link: '/etc/hostname' },
    });
    const all = await folders.checkAll(folder);
    expect(all.map(({ report }) => report.path)).toEqual([folder]);
    const [report] = all.map((checked) => checked.report);
    expect(report?.verdicts['murmur-0.9']?.refusal?.message).toBe(
      `${folder}/demo is a symlink; a skill folder packs regular files only`,
    );
    expect(report?.findings.filter(({ id }) => id === 'symlink').map(({ message }) => message)).toEqual([
      `${folder}/demo is a symlink; a skill folder packs regular files only (it leads to ../demo)`,
      `${folder}/refs/x.md is a symlink; a skill folder packs regular files only (it leads to /etc/hostname)`,
    ]);
  });

  it('whose SKILL.md is a link counts as a skill, and is read only where it leads inside', async () => {
    const folder = folders.make('demo', { 'docs/real.md': soundSkill(), 'SKILL.md': { link: 'docs/real.md' } });
    const inside = await folders.check(folder);
    expect(inside).toMatchObject({ skillFile: 'SKILL.md', front: { name: 'demo' }, packs: [] });
    expect(inside.verdicts.clients).toMatchObject({ codex: { loads: false }, 'claude-code': { loads: true } });
    const secret = join(folders.root, 'secret.md');
    writeFileSync(secret, soundSkill());
    const out = await folders.check(folders.make('demo', { 'SKILL.md': { link: secret } }));
    expect(out).toMatchObject({ skillFile: 'SKILL.md', front: null, description: null });
    expect(out.verdicts['murmur-0.9']?.refusal?.kind).toBe('symlink');
    expect(out.verdicts.clients).toMatchObject({ codex: { loads: false }, 'claude-code': { loads: 'unknown' } });
  });

  it('with skills below skills tells each, and that it is nested', async () => {
    const folder = folders.make('a', { ...md(soundSkill('a')), 'examples/b/SKILL.md': soundSkill('b') });
    mkdirSync(join(folder, 'node_modules/c'), { recursive: true });
    writeFileSync(join(folder, 'node_modules/c/SKILL.md'), soundSkill('c'));
    const all = (await folders.checkAll(folder)).map(({ report }) => report);
    expect(all.map(({ path }) => path.slice(folder.length))).toEqual(['', '/examples/b']);
    expect(all[1]?.findings.map(({ id, message }) => [id, message])).toEqual([
      ['nested-skill', `${folder}/examples/b lies in the skill ${folder}, which packs it as supporting files`],
    ]);
    expect(all[0]?.packs.map(({ path }) => path)).toContain('examples/b/SKILL.md');
  });
});
