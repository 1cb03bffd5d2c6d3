import { afterAll, describe, expect, it } from 'vitest';
import { type MadeFiles, SkillFolders, soundSkill } from '../../../../test/support/skill-folders';
import type { SkillReport } from '../../../shared/models/skill';
import { WALK_LIMIT, walkSkill } from '../walk';
import { RULE_SETS, SKILL_RULES } from '.';

const folders = new SkillFolders();
afterAll(() => folders.remove());

/** A front block with these lines after a sound name and description, and a text. */
const front = (lines: string, name = 'demo') =>
  `---\nname: ${name}\ndescription: Fills forms in PDF files. Use when a form has to be filled.\n${lines}---\n# Demo\n\nText.\n`;
/** A front block of exactly these lines. */
const only = (lines: string) => `---\n${lines}---\n# Demo\n\nText.\n`;
const body = (text: string) => `${soundSkill()}${text}`;
const md = (text: string | Uint8Array): MadeFiles => ({ 'SKILL.md': text });
const DESCRIPTION = 'description: Use when a form has to be filled.\n';

interface Example {
  /** Files of a folder that breaks the rule, and where the finding stands: `file:line:column`, '' for the folder. */
  readonly bad: MadeFiles;
  readonly at: string;
  /** A folder near to it that does not. */
  readonly good: MadeFiles;
  /** Name of the folder; `demo` unless given. */
  readonly folder?: string;
  /** What was given is this path below the folder. */
  readonly given?: string;
}

const EXAMPLES: Readonly<Record<string, Example>> = {
  'missing-skill-md': { bad: { 'notes.md': '' }, at: ':1:1', good: md(soundSkill()) },
  'skill-md-no-file': { bad: { 'SKILL.md/a.md': '' }, at: 'SKILL.md:1:1', good: md(soundSkill()) },
  'duplicate-skill-md': {
    bad: { 'SKILL.md': soundSkill(), 'skill.md': '' },
    at: 'skill.md:1:1',
    good: { 'SKILL.md': soundSkill(), 'a/skill.md': '' },
  },
  'skill-md-case': { bad: { 'Skill.md': soundSkill() }, at: 'Skill.md:1:1', good: md(soundSkill()) },
  symlink: {
    bad: { 'SKILL.md': soundSkill(), 'a/l.md': { link: 'x' } },
    at: 'a/l.md:1:1',
    good: { 'SKILL.md': soundSkill(), '.a/l.md': { link: 'x' } },
  },
  'reserved-build-info': {
    bad: { 'SKILL.md': soundSkill(), 'murmur-build.json': '' },
    at: 'murmur-build.json:1:1',
    good: { 'SKILL.md': soundSkill(), 'a/murmur-build.json': '', 'Murmur-Build.json': '' },
  },
  'murmur-yaml-beside': {
    bad: { 'SKILL.md': soundSkill(), 'MURMUR.yaml': '' },
    at: 'MURMUR.yaml:1:1',
    good: { 'SKILL.md': soundSkill(), 'a/murmur.yaml': '' },
  },
  'special-file': {
    bad: { 'SKILL.md': soundSkill(), 'p.md': { pipe: true } },
    at: 'p.md:1:1',
    good: { 'SKILL.md': soundSkill(), '.p': { pipe: true } },
  },
  'file-name-hidden': {
    bad: { 'SKILL.md': soundSkill(), 'a\u202eb.md': '' },
    at: 'a\u202eb.md:1:1',
    good: { 'SKILL.md': soundSkill(), 'é b.md': '' },
  },
  'nested-skill': {
    bad: { 'SKILL.md': soundSkill('outer'), 'a/demo/SKILL.md': soundSkill() },
    at: 'a/demo:1:1',
    good: { 'demo/SKILL.md': soundSkill() },
    given: 'a/demo',
  },
  'linked-folder': {
    bad: { 'demo/SKILL.md': soundSkill(), l: { link: 'demo' } },
    at: 'l:1:1',
    good: md(soundSkill()),
    given: 'l',
  },
  encoding: {
    bad: md(Buffer.from('---\nname: demo\ndescription: caf\u00e9 in the menu\n---\n', 'latin1')),
    at: 'SKILL.md:3:17',
    good: md('---\nname: demo\ndescription: café in the menu\n---\n'),
  },
  bom: { bad: md(`\ufeff${soundSkill()}`), at: 'SKILL.md:1:1', good: md(soundSkill()) },
  'front-block-missing': { bad: md('# Demo\n'), at: 'SKILL.md:1:1', good: md(soundSkill()) },
  'front-block-too-large': {
    bad: md(front(`license: ${'x'.repeat(300_000)}\n`)),
    at: 'SKILL.md:1:1',
    good: md(front(`license: ${'x'.repeat(200_000)}\n`)),
  },
  'yaml-colon-in-value': {
    bad: md(only('name: demo\ndescription: Fill PDF forms: use when a form must be filled.\n')),
    at: 'SKILL.md:3:28',
    good: md(only("name: demo\ndescription: 'Fill PDF forms: use when a form must be filled.'\n")),
  },
  'yaml-value-needs-quotes': {
    bad: md(only('name: demo\ndescription: "Learn" — then more\n')),
    at: 'SKILL.md:3:14',
    good: md(only('name: demo\ndescription: Learn "then" more\n')),
  },
  'yaml-tab': {
    bad: md(front('metadata:\n\tauthor: me\n')),
    at: 'SKILL.md:5:1',
    good: md(front('metadata:\n  author: me\n')),
  },
  'duplicate-key': {
    bad: md(front('"name": demo\n')),
    at: 'SKILL.md:4:1',
    good: md(front('names: demo\n')),
  },
  'yaml-invalid': { bad: md(only('- name\n- demo\n')), at: 'SKILL.md:2:1', good: md(soundSkill()) },
  'yaml-readers-differ': {
    bad: md(front('license: !x MIT\nmetadata:\n  a: 0o17\n  b: .inf\n  c: 1e309\n')),
    at: 'SKILL.md:8:6',
    good: md(front("metadata:\n  c: '1e309'\n")),
  },
  'yaml-anchor': {
    bad: md(front('license: &a MIT\nmetadata:\n  license: *a\n')),
    at: 'SKILL.md:4:10',
    good: md(front('license: "&a MIT"\n')),
  },
  'yaml-tag': {
    bad: md(front('license: !!str MIT\n')),
    at: 'SKILL.md:4:10',
    good: md(front('license: "!!str MIT"\n')),
  },
  'yaml-flow': {
    bad: md(front('metadata: {author: me}\n')),
    at: 'SKILL.md:4:11',
    good: md(front('metadata:\n  author: me\n')),
  },
  'name-missing': { bad: md(only(DESCRIPTION)), at: 'SKILL.md:1:1', good: md(soundSkill()) },
  'name-not-string': {
    bad: md(only(`name: 12\n${DESCRIPTION}`)),
    at: 'SKILL.md:2:7',
    good: md(only(`name: '12'\n${DESCRIPTION}`)),
  },
  'name-too-long': {
    bad: md(front('', 'a'.repeat(65))),
    at: 'SKILL.md:2:7',
    good: md(front('', 'a'.repeat(64))),
    folder: 'a'.repeat(65),
  },
  'name-characters': { bad: md(front('', 'My Skill')), at: 'SKILL.md:2:7', good: md(front('', 'my-skill')) },
  'name-letters': { bad: md(front('', 'größe')), at: 'SKILL.md:2:7', good: md(front('', 'groesse')), folder: 'größe' },
  'name-hyphens': { bad: md(front('', 'a--b')), at: 'SKILL.md:2:7', good: md(front('', 'a-b')), folder: 'a--b' },
  'name-folder-mismatch': { bad: md(soundSkill('other')), at: 'SKILL.md:2:7', good: md(soundSkill('demo')) },
  'artifact-name': {
    bad: md(front('', 'Demo')),
    at: 'SKILL.md:2:7',
    good: md(front('', 'demo--x')),
    folder: 'Demo',
  },
  'description-missing': { bad: md(only('name: demo\ndescription:\n')), at: 'SKILL.md:3:1', good: md(soundSkill()) },
  'description-not-string': {
    bad: md(only('name: demo\ndescription: 3\n')),
    at: 'SKILL.md:3:14',
    good: md(only("name: demo\ndescription: '3'\n")),
  },
  'description-too-long': {
    bad: md(only(`name: demo\ndescription: ${'😀'.repeat(1025)}\n`)),
    at: 'SKILL.md:3:14',
    good: md(only(`name: demo\ndescription: ${'😀'.repeat(1024)}\n`)),
  },
  'angle-brackets': {
    bad: md(only('name: demo\ndescription: Turns 😀 into <b>bold</b> text.\n')),
    at: 'SKILL.md:3:27',
    good: md(only('name: demo\ndescription: >\n  Turns text into bold text.\n')),
  },
  'license-not-string': { bad: md(front('license: 3\n')), at: 'SKILL.md:4:10', good: md(front('license: MIT\n')) },
  'compatibility-not-string': {
    bad: md(front('compatibility:\n  - git\n')),
    at: 'SKILL.md:5:3',
    good: md(front('compatibility: needs git\n')),
  },
  'compatibility-length': {
    bad: md(front(`compatibility: ${'x'.repeat(501)}\n`)),
    at: 'SKILL.md:4:16',
    good: md(front(`compatibility: ${'x'.repeat(500)}\n`)),
  },
  'metadata-not-mapping': {
    bad: md(front('metadata: none\n')),
    at: 'SKILL.md:4:11',
    good: md(front('metadata:\n  a: b\n')),
  },
  'metadata-not-string': {
    bad: md(front('metadata:\n  version: 2\n')),
    at: 'SKILL.md:5:12',
    good: md(front("metadata:\n  version: '2'\n")),
  },
  'allowed-tools-not-string': {
    bad: md(front('allowed-tools:\n  - Read\n  - Bash(git:*)\n')),
    at: 'SKILL.md:5:3',
    good: md(front('allowed-tools: Read Bash(git:*)\n')),
  },
  'allowed-tools-commas': {
    bad: md(front('allowed-tools: Read, Write\n')),
    at: 'SKILL.md:4:16',
    good: md(front('allowed-tools: Read Bash(a, b)\n')),
  },
  'unknown-key': { bad: md(front('lisence: MIT\n')), at: 'SKILL.md:4:1', good: md(front('license: MIT\n')) },
  'number-as-version': { bad: md(front('version: 1.10\n')), at: 'SKILL.md:4:10', good: md(front('version: 1.1.0\n')) },
  'body-too-long': {
    bad: md(front('').replace('Text.\n', 'x\n'.repeat(498))),
    at: 'SKILL.md:504:1',
    good: md(front('').replace('Text.\n', 'x\n'.repeat(497))),
  },
  'body-too-many-tokens': {
    bad: md(front('').replace('Text.\n', 'é'.repeat(9_995))),
    at: 'SKILL.md:5:1',
    good: md(front('').replace('Text.\n', 'é'.repeat(9_994))),
  },
  'link-missing': {
    bad: { 'SKILL.md': body('See ä [forms](references/forms.md#a).\n') },
    at: 'SKILL.md:8:15',
    good: { 'SKILL.md': body('See [forms](references/forms.md#a).\n'), 'references/forms.md': '' },
  },
  'link-not-packed': {
    bad: { 'SKILL.md': body('[a](.a/b.md)\n'), '.a/b.md': '' },
    at: 'SKILL.md:8:5',
    good: { 'SKILL.md': body('[a](a/b.md)\n'), 'a/b.md': '' },
  },
  'link-escapes': {
    bad: { 'SKILL.md': body('[a](../b.md)\n') },
    at: 'SKILL.md:8:5',
    good: { 'SKILL.md': body('[a](a/../b.md)\n'), 'b.md': '' },
  },
  'link-deep': {
    bad: { 'SKILL.md': body('[a](a/b/c.md)\n'), 'a/b/c.md': '' },
    at: 'SKILL.md:8:5',
    good: { 'SKILL.md': body('[a](a/c.md)\n'), 'a/c.md': '' },
  },
  'client-does-not-load': { bad: md(soundSkill('other')), at: 'SKILL.md:2:7', good: md(soundSkill('demo')) },
  'advice-when-to-use': {
    bad: md(only('name: demo\ndescription: Fills forms that are in PDF files, and signs them.\n')),
    at: 'SKILL.md:3:14',
    good: md(soundSkill()),
  },
  'advice-short-description': {
    bad: md(only('name: demo\ndescription: Use when filling.\n')),
    at: 'SKILL.md:3:14',
    good: md(soundSkill()),
  },
  'advice-first-person': {
    bad: md(only('name: demo\ndescription: You can fill forms with it, when there are forms.\n')),
    at: 'SKILL.md:3:14',
    good: md(soundSkill()),
  },
  'advice-empty-body': {
    bad: md(soundSkill().replace(/# demo[\s\S]*/, '\n')),
    at: 'SKILL.md:4:1',
    good: md(soundSkill()),
  },
  'advice-reserved-name': {
    bad: md(soundSkill('claude-x')),
    at: 'SKILL.md:2:7',
    good: md(soundSkill()),
    folder: 'claude-x',
  },
};

/** Rules whose examples need another machine than a folder with files: their own tests are named here. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  io: 'hostile.test.ts, a folder without permission',
  unreadable: 'hostile.test.ts, a file without permission',
  'file-name-not-utf8': 'hostile.test.ts, names that are not UTF-8',
  'too-many-files': 'below, with a smaller limit',
  'folder-too-large': 'hostile.test.ts, a file of 300 MB',
  'skill-md-too-large': 'hostile.test.ts, a SKILL.md of 300 MB',
  'no-folder-name': 'discover.test.ts, a skill at the root of an archive',
};

async function found(example: Example, files: MadeFiles) {
  const folder = folders.make(example.folder ?? 'demo', files);
  const all = await folders.checkAll(folder, { ruleSets: RULE_SETS });
  return { folder, reports: all.map(({ report }) => report) };
}

const places = (reports: readonly SkillReport[], folder: string, id: string) =>
  reports.flatMap(({ findings }) =>
    findings
      .filter((finding) => finding.id === id)
      .map(({ file, line, column }) => `${file === folder ? '' : file.slice(folder.length + 1)}:${line}:${column}`),
  );

describe('every rule', () => {
  it('has a passing and a failing example, or a test of its own', () => {
    const ids = SKILL_RULES.map(({ id }) => id).sort();
    expect([...Object.keys(EXAMPLES), ...Object.keys(ELSEWHERE)].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(Object.entries(EXAMPLES))('%s is found where it is and nowhere else', async (id, example) => {
    const bad = await found(example, example.bad);
    expect(places(bad.reports, bad.folder, id)[0]).toBe(example.at);
    const good = await found(example, example.good);
    expect(places(good.reports, good.folder, id)).toEqual([]);
  });

  it.each(SKILL_RULES.map((rule) => [rule.id, rule] as const))(
    '%s says what it is, why, and what to do',
    (id, rule) => {
      expect(id).toMatch(/^[a-z]+(?:-[a-z0-9]+)*$/);
      expect(rule.ruleSets.every((set) => RULE_SETS.includes(set))).toBe(true);
      for (const text of [rule.title, rule.why, rule.action]) expect(text.length).toBeGreaterThan(3);
      expect(rule.why.endsWith('.') && rule.action.endsWith('.') && !rule.title.endsWith('.')).toBe(true);
    },
  );

  it('has nothing against a sound skill', async () => {
    const report = await folders.check(folders.make('demo', md(soundSkill())), { ruleSets: RULE_SETS });
    expect(report.findings).toEqual([]);
    expect(report.verdicts).toEqual({
      'murmur-0.9': { ok: true },
      'murmur-0.10': { ok: true },
      'agent-skills': { ok: true },
      clients: {
        'claude-code': { loads: true },
        codex: { loads: true },
        vscode: { loads: true },
        'skills-cli': { loads: true },
      },
    });
  });

  it('counts a finding to the first of its sets that was asked for', async () => {
    const folder = folders.make('demo', { 'skill.md': soundSkill() });
    const sets = async (ruleSets: (typeof RULE_SETS)[number][]) =>
      (await folders.check(folder, { ruleSets })).findings.map(({ id, ruleSet }) => `${id} ${ruleSet}`);
    expect(await sets(['murmur-0.9', 'murmur-0.10', 'agent-skills'])).toEqual(['skill-md-case agent-skills']);
    expect(await sets(['murmur-0.10'])).toEqual(['skill-md-case murmur-0.10']);
    expect(await sets(['murmur-0.9'])).toEqual([]);
  });
});

describe('a walk', () => {
  it('is given up at its limit, which is a finding', () => {
    const entries = Array.from({ length: 12 }, (_, at) => ({ name: `f${at}`, kind: 'file' as const, at }));
    const walked = walkSkill(
      {
        shown: 'x',
        folderName: 'x',
        list: () => ({ ok: true, value: entries }),
        stat: () => ({ ok: true, value: { bytes: 0, unreadable: null } }),
        head: () => ({ ok: true, value: { bytes: new Uint8Array(0), size: 0 } }),
        linkTarget: () => null,
      },
      10,
    );
    expect(walked).toMatchObject({ cut: true });
    expect(walked.supporting).toHaveLength(10);
    const rule = SKILL_RULES.find(({ id }) => id === 'too-many-files');
    const subject = { walked, shown: 'x' } as unknown as Parameters<NonNullable<typeof rule>['find']>[0];
    expect([...(rule?.find(subject) ?? [])]).toEqual([
      { message: `x holds more than ${WALK_LIMIT} entries; the rest was not looked at` },
    ]);
  });
});
