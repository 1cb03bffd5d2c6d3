import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Ajv from 'ajv';
import { afterAll, describe, expect, it } from 'vitest';
import { fakeIo } from '../../../test/support/fake-io';
import { ownVectors, sharedVectors } from '../../../test/support/golden';
import { SkillFolders, soundSkill } from '../../../test/support/skill-folders';
import { skillsCorpus } from '../../../test/support/skills-corpus';
import { storedZip } from '../../../test/support/stored-zip';
import { type SkillReport, skillReportSchema } from '../../shared/models/skill';
import { runCli } from '../run';
import type { CommandRow } from '../table';

const ROWS: readonly CommandRow[] = [
  { name: 'skill check', usage: '', summary: '', load: () => import('./skill-check') },
];
const folders = new SkillFolders();
afterAll(() => folders.remove(), 60_000);

async function run(argv: readonly string[], cwd = folders.root) {
  const fake = fakeIo({ cwd });
  const code = await runCli(['skill', 'check', ...argv], fake.io, ROWS);
  return { code, out: fake.out(), complaints: fake.complaints };
}

const reports = async (paths: readonly string[]): Promise<SkillReport[]> => {
  const { out } = await run(['--jsonl', ...paths]);
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
};

interface Front {
  readonly front: { readonly name: string | null; readonly description: string | null } | null;
  readonly description: string | null;
}
interface Walked extends Partial<Front> {
  readonly error?: string;
  readonly message?: string;
  readonly ok?: { readonly manifest: string | null; readonly skill_md: string; readonly supporting: string[] };
}

/** A report in the form of the vectors about folders. */
function asVector(report: SkillReport): Walked {
  const refusal = report.verdicts['murmur-0.9']?.refusal;
  if (refusal !== undefined) return { error: refusal.kind, message: refusal.message.replaceAll(report.path, '<dir>') };
  const [skill, ...supporting] = report.packs.map(({ path }) => path);
  return {
    description: report.description,
    front: report.front && { description: report.front.description, name: report.front.name },
    ok: { manifest: report.manifest, skill_md: skill ?? '', supporting },
  };
}

/** Folders in which the search finds only a skill further down, so that the folder itself is not asked about. */
const isOnlyNested = (found: readonly SkillReport[], path: string) => found.every((report) => report.path !== path);

describe('skill check answers as Murmur does', () => {
  it('about every folder of our own', async () => {
    const vectors = ownVectors<{ tree: [string, string, string?][]; expect: Walked }>('folder-tree');
    const paths = vectors.map(({ tree }, index) => {
      const folder = join(folders.root, 'trees', String(index));
      mkdirSync(folder, { recursive: true });
      for (const [path, kind, content] of tree) {
        const at = join(folder, path);
        mkdirSync(kind === 'dir' ? at : dirname(at), { recursive: true });
        if (kind === 'file') writeFileSync(at, content ?? '');
        if (kind === 'symlink') symlinkSync(content ?? '', at);
      }
      return folder;
    });
    const found = await reports(paths);
    const wrong: unknown[] = [];
    let nested = 0;
    for (const [index, path] of paths.entries()) {
      const mine = found.filter((report) => report.path === path || report.path.startsWith(`${path}/`));
      if (isOnlyNested(mine, path)) {
        nested++;
        continue;
      }
      const got = mine.find((report) => report.path === path);
      const wanted = vectors[index]?.expect;
      if (got === undefined || JSON.stringify(asVector(got)) !== JSON.stringify(wanted)) wrong.push([wanted, got]);
    }
    expect(wrong).toEqual([]);
    expect(nested).toBeLessThan(30);
  });

  const mutated = sharedVectors<{ text: string; expect: Front }>('corpus/front-mutated.jsonl.gz') ?? [];
  it('about every front block', async () => {
    const vectors = [...ownVectors<{ text: string; expect: Front }>('front-block'), ...mutated];
    const paths = vectors.map(({ text }, index) => {
      const at = join(folders.root, 'blocks', String(index), 'SKILL.md');
      mkdirSync(dirname(at), { recursive: true });
      writeFileSync(at, text);
      return at;
    });
    const found = await reports(paths);
    const wrong = vectors.filter(({ expect: { front, description } }, index) => {
      const got = found[index];
      const same = JSON.stringify(got?.front?.name) === JSON.stringify(front?.name);
      const also = JSON.stringify(got?.front?.description) === JSON.stringify(front?.description);
      return !(same && also && got?.description === description && (got.front === null) === (front === null));
    });
    expect(wrong).toEqual([]);
    expect(found).toHaveLength(vectors.length);
  });

  const real = sharedVectors<{ dir: string; expect: Walked }>('corpus/skill-folder.jsonl.gz') ?? [];
  const corpus = skillsCorpus();
  it.skipIf(corpus === null)('about every real folder, and never stops', async () => {
    const { out, code } = await run(['--jsonl', corpus ?? '']);
    const found = new Map<string, SkillReport>();
    for (const line of out.trim().split('\n')) {
      const report: SkillReport = JSON.parse(line);
      found.set(report.path.slice((corpus ?? '').length + 1), report);
    }
    const wrong = real.filter(({ dir, expect: wanted }) => {
      const got = found.get(dir);
      return got === undefined || JSON.stringify(asVector(got)) !== JSON.stringify(wanted);
    });
    expect(wrong).toEqual([]);
    expect([code, found.size]).toEqual([1, 1101]);
    for (const report of found.values()) expect(skillReportSchema.safeParse(report).error).toBeUndefined();
  });
});

describe('what skill check writes', () => {
  const broken = () => folders.make('demo', { 'SKILL.md': soundSkill('other'), 'a b/ü.md': { link: 'x' } });

  it('is one object for each skill, with the places of the command line', async () => {
    const folder = folders.make('tree', {
      'b/SKILL.md': soundSkill('b'),
      'a/skill.md': soundSkill('x'),
      'c/notes.md': '',
    });
    const { out, code } = await run(['--json', 'tree'], dirname(folder));
    const all: SkillReport[] = JSON.parse(out);
    expect(all.map(({ path, kind, skillFile }) => [path, kind, skillFile])).toEqual([
      ['tree/a', 'folder', 'skill.md'],
      ['tree/b', 'folder', 'SKILL.md'],
    ]);
    expect(code).toBe(1);
    expect(all[1]).toMatchObject({ packs: [{ path: 'SKILL.md', bytes: soundSkill('b').length }], findings: [] });
    expect(all[0]?.findings.map(({ id, file, line, column }) => [id, file, line, column])).toContainEqual([
      'name-folder-mismatch',
      'tree/a/skill.md',
      2,
      7,
    ]);
    expect(all[0]?.verdicts['murmur-0.10']).toEqual({
      ok: false,
      refusal: {
        kind: 'not-standard',
        code: 'E-BLD-009',
        message: "tree/a/skill.md: a skill's file is named SKILL.md, exactly",
        hint: 'rename skill.md to SKILL.md',
      },
    });
  });

  it('for a folder without a skill is one object about itself, for anything else an error', async () => {
    const folder = folders.make('none', { 'a/notes.md': 'x', 'x.txt': 'x' });
    const { out, code } = await run(['--jsonl', 'none', 'none/x.txt', 'none/gone', 'none/a'], dirname(folder));
    const [itself, text, gone, inner] = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(itself).toMatchObject({
      path: 'none',
      kind: 'folder',
      skillFile: null,
      front: null,
      packs: [],
      verdicts: {
        'murmur-0.9': {
          ok: false,
          refusal: {
            kind: 'missing-skill-md',
            message: 'SKILL.md not found in none (case-insensitive search found no match)',
          },
        },
        'murmur-0.10': {
          refusal: { kind: 'missing-skill-md', message: "skill source directory 'none' contains no SKILL.md" },
        },
      },
    });
    expect(text).toEqual({
      path: 'none/x.txt',
      error: { code: null, message: expect.any(String), hint: expect.any(String) },
    });
    expect(gone).toMatchObject({ path: 'none/gone', ok: false, error: { code: null } });
    expect(inner).toMatchObject({ path: 'none/a', skillFile: null });
    expect(code).toBe(2);
    expect((await run(['none/x.txt'], dirname(folder))).code).toBe(1);
    expect((await run(['none'], dirname(folder))).code).toBe(1);
  });

  it('about a file judges it as a folder that holds only it, under its parent’s name', async () => {
    const folder = folders.make('demo', { 'SKILL.md': `${soundSkill()}[a](a.md)\n`, 'a.md': '', 'murmur.yaml': '' });
    for (const [path, cwd] of [
      ['demo/SKILL.md', dirname(folder)],
      ['SKILL.md', folder],
    ] as const) {
      const [report]: SkillReport[] = JSON.parse((await run(['--json', path], cwd)).out);
      expect(report).toMatchObject({ path, kind: 'file', skillFile: 'SKILL.md', manifest: null, findings: [] });
      expect(report?.packs.map((file) => file.path)).toEqual(['SKILL.md']);
      expect(report?.verdicts['murmur-0.10']).toEqual({ ok: true });
    }
  });

  it('about an archive names its entries behind the archive', async () => {
    const at = join(folders.root, 'x.skill');
    writeFileSync(at, storedZip([{ name: 'demo/SKILL.md', content: soundSkill('other') }, { name: 'demo/a.md' }]));
    const [report]: SkillReport[] = JSON.parse((await run(['--json', 'x.skill'])).out);
    expect(report).toMatchObject({ path: 'x.skill/demo', kind: 'archive', skillFile: 'SKILL.md' });
    expect(report?.packs.map(({ path }) => path)).toEqual(['SKILL.md', 'a.md']);
    expect(report?.findings[0]).toMatchObject({ file: 'x.skill/demo/SKILL.md', line: 2, column: 7 });
    expect(report?.findings.every(({ fix }) => fix === undefined)).toBe(true);
  });

  it('holds to the rule sets that were asked for', async () => {
    const folder = broken();
    const { out, code } = await run(['--jsonl', '--rules', 'agent-skills,clients', folder]);
    const report: SkillReport = JSON.parse(out);
    expect(Object.keys(report.verdicts)).toEqual(['agent-skills', 'clients']);
    expect(report.findings.every(({ ruleSet }) => ruleSet === 'agent-skills' || ruleSet === 'clients')).toBe(true);
    expect(code).toBe(1);
    expect((await run(['--rules', 'murmur-0.10', folders.make('demo', { 'SKILL.md': soundSkill() })])).code).toBe(0);
    const advised = await run([
      '--jsonl',
      '--advice',
      folders.make('demo', { 'SKILL.md': '---\nname: demo\ndescription: x\n---\n' }),
    ]);
    expect(advised.out).toContain('advice-empty-body');
    expect(advised.code).toBe(0);
  });

  it.each([
    [['--rules', 'all,nonsense', '.'], "there is no rule set 'nonsense'"],
    [['--format', 'xml', '.'], "there is no format 'xml'"],
    [['--format', 'sarif', '--json', '.'], '--format sarif cannot be used with --json'],
    [[], "missing required argument 'PATH'"],
  ])('%j is wrong usage', async (argv, message) => {
    const { code, complaints, out } = await run(argv);
    expect(complaints[0]).toContain(message);
    expect([code, out]).toEqual([2, '']);
  });

  it('for people names each skill once, each finding with its place, and counts', async () => {
    const folder = folders.make('tree', { 'a/SKILL.md': soundSkill('a'), 'b/SKILL.md': soundSkill('x') });
    const { out } = await run(['tree'], dirname(folder));
    expect(out).toBe(
      `tree/a
  Murmur 0.9: packs · Murmur 0.10: installs · Agent Skills: valid · Clients: all load it
tree/b
  Murmur 0.9: packs · Murmur 0.10: refused · Agent Skills: not valid · Clients: claude-code, codex, skills-cli
  tree/b/SKILL.md:2:7: error name-folder-mismatch: the name 'x' differs from the folder name 'b'
      Set name: b, or rename the folder to x. Fix: Set name: b.
  tree/b/SKILL.md:2:7: error client-does-not-load: vscode does not load it: the name differs from the folder's
      Correct what the reason names.

2 skills, 1 with errors; 2 errors, 0 warnings
`,
    );
  });

  it('as GitHub annotations has places, and escapes what would end a property', async () => {
    const folder = folders.make('demo', { 'SKILL.md': soundSkill('other'), 'a,b/100%:x.md': { link: 'x' } });
    const { out, code } = await run(['--format', 'github', 'demo', 'gone'], dirname(folder));
    expect(out.split('\n')).toEqual([
      "::error file=demo/SKILL.md,line=2,endLine=2,col=7,endColumn=12,title=name-folder-mismatch::the name 'other' differs from the folder name 'demo'. Set name: demo, or rename the folder to other.",
      "::error file=demo/SKILL.md,line=2,endLine=2,col=7,endColumn=12,title=client-does-not-load::vscode does not load it: the name differs from the folder's. Correct what the reason names.",
      '::error file=demo/a%2Cb/100%25%3Ax.md,line=1,endLine=1,col=1,endColumn=1,title=symlink::demo/a,b/100%25:x.md is a symlink; a skill folder packs regular files only (it leads to x). Put the file itself where the link is, or delete the link.',
      '::error title=murscope::gone: No such file or directory (os error 2). Check the path.',
      '',
    ]);
    expect(code).toBe(2);
  });

  it('as SARIF keeps to version 2.1.0', async () => {
    const folder = broken();
    const { out, code } = await run(['--format', 'sarif', '--advice', 'demo', 'gone'], dirname(folder));
    const log = JSON.parse(out);
    const validate = new Ajv({ strict: true, allErrors: true }).compile(SARIF);
    validate(log);
    expect(validate.errors).toBeNull();
    const [{ results, tool, invocations }] = log.runs;
    expect(results.length).toBeGreaterThan(2);
    for (const result of results) expect(tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
    const mismatch = results.find(({ ruleId }: { ruleId: string }) => ruleId === 'name-folder-mismatch');
    expect(mismatch.locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'demo/SKILL.md' },
      region: { startLine: 2, startColumn: 7, endLine: 2, endColumn: 12 },
    });
    expect(mismatch.fixes[0].artifactChanges[0].replacements).toEqual([
      { deletedRegion: { byteOffset: 10, byteLength: 5 }, insertedContent: { text: 'demo' } },
    ]);
    const link = results.find(({ ruleId }: { ruleId: string }) => ruleId === 'symlink');
    expect(link.locations[0].physicalLocation.artifactLocation.uri).toBe('demo/a%20b/%C3%BC.md');
    expect(invocations[0].executionSuccessful).toBe(false);
    expect(code).toBe(2);
    const clean = await run(['--format', 'sarif', folders.make('demo', { 'SKILL.md': soundSkill() })]);
    expect(JSON.parse(clean.out).runs[0]).toMatchObject({ results: [], invocations: [{ executionSuccessful: true }] });
  });
});

/** What SARIF 2.1.0 demands of the parts that are written here (its schema, sections 3.13 to 3.59). */
const text = { type: 'string', minLength: 1 } as const;
const message = { type: 'object', required: ['text'], properties: { text }, additionalProperties: false } as const;
const artifactLocation = {
  type: 'object',
  required: ['uri'],
  // A URI reference: nothing that has to be escaped.
  properties: { uri: { type: 'string', pattern: "^[A-Za-z0-9._~:/?#\\[\\]@!$&'()*+,;=%-]*$" } },
  additionalProperties: false,
} as const;
const positive = { type: 'integer', minimum: 1 } as const;
const location = {
  type: 'object',
  required: ['physicalLocation'],
  additionalProperties: false,
  properties: {
    physicalLocation: {
      type: 'object',
      required: ['artifactLocation'],
      additionalProperties: false,
      properties: {
        artifactLocation,
        region: {
          type: 'object',
          required: ['startLine'],
          additionalProperties: false,
          properties: { startLine: positive, startColumn: positive, endLine: positive, endColumn: positive },
        },
      },
    },
  },
} as const;
const level = { enum: ['none', 'note', 'warning', 'error'] } as const;
const SARIF = {
  type: 'object',
  required: ['version', 'runs'],
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    version: { const: '2.1.0' },
    runs: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['tool'],
        additionalProperties: false,
        properties: {
          tool: {
            type: 'object',
            required: ['driver'],
            additionalProperties: false,
            properties: {
              driver: {
                type: 'object',
                required: ['name'],
                additionalProperties: false,
                properties: {
                  name: text,
                  version: text,
                  semanticVersion: text,
                  rules: {
                    type: 'array',
                    uniqueItems: true,
                    items: {
                      type: 'object',
                      required: ['id'],
                      additionalProperties: false,
                      properties: {
                        id: text,
                        name: text,
                        shortDescription: message,
                        fullDescription: message,
                        help: message,
                        defaultConfiguration: { type: 'object', additionalProperties: false, properties: { level } },
                        properties: { type: 'object' },
                      },
                    },
                  },
                },
              },
            },
          },
          columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
          invocations: {
            type: 'array',
            items: {
              type: 'object',
              required: ['executionSuccessful'],
              additionalProperties: false,
              properties: {
                executionSuccessful: { type: 'boolean' },
                toolExecutionNotifications: {
                  type: 'array',
                  items: {
                    type: 'object',
                    required: ['message'],
                    additionalProperties: false,
                    properties: { level, message, locations: { type: 'array', items: location } },
                  },
                },
              },
            },
          },
          results: {
            type: 'array',
            items: {
              type: 'object',
              required: ['message'],
              additionalProperties: false,
              properties: {
                ruleId: text,
                ruleIndex: { type: 'integer', minimum: -1 },
                level,
                message,
                properties: { type: 'object' },
                locations: { type: 'array', items: location },
                fixes: {
                  type: 'array',
                  items: {
                    type: 'object',
                    required: ['artifactChanges'],
                    additionalProperties: false,
                    properties: {
                      description: message,
                      artifactChanges: {
                        type: 'array',
                        minItems: 1,
                        items: {
                          type: 'object',
                          required: ['artifactLocation', 'replacements'],
                          additionalProperties: false,
                          properties: {
                            artifactLocation,
                            replacements: {
                              type: 'array',
                              minItems: 1,
                              items: {
                                type: 'object',
                                required: ['deletedRegion'],
                                additionalProperties: false,
                                properties: {
                                  deletedRegion: {
                                    type: 'object',
                                    required: ['byteOffset'],
                                    additionalProperties: false,
                                    properties: {
                                      byteOffset: { type: 'integer', minimum: -1 },
                                      byteLength: { type: 'integer', minimum: 0 },
                                    },
                                  },
                                  insertedContent: {
                                    type: 'object',
                                    additionalProperties: false,
                                    properties: { text: { type: 'string' } },
                                  },
                                },
                              },
                            },
                          },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
} as const;
