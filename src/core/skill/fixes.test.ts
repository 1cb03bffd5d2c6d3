import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { checkSkillBytes as checkBytes } from '../../../test/support/skill-bytes';
import { SkillFolders } from '../../../test/support/skill-folders';
import { skillsCorpus } from '../../../test/support/skills-corpus';
import type { SkillFinding, SkillReport } from '../../shared/models/skill';
import { applyEdits } from './edits';

const folders = new SkillFolders();
afterAll(() => folders.remove(), 60_000);

type Fixable = SkillFinding & { fix: NonNullable<SkillFinding['fix']> };
const fixable = ({ findings }: SkillReport) =>
  findings.filter((finding): finding is Fixable => finding.fix !== undefined);

/** How often each id stands in a report. */
const count = ({ findings }: SkillReport, id: string) => findings.filter((finding) => finding.id === id).length;

/** What must not come in by a fix: new errors of the YAML itself. */
const yamlErrors = ({ findings }: SkillReport) =>
  findings.filter(({ id, severity }) => severity === 'error' && (id.startsWith('yaml-') || id === 'duplicate-key'))
    .length;

async function expectGoodFixes(bytes: Buffer, name?: string): Promise<number> {
  const before = await checkBytes(bytes, name);
  for (const { id, fix } of fixable(before)) {
    const fixed = applyEdits(bytes, fix.edits);
    if (fixed === null) throw new Error(`the fix of ${id} does not fit`);
    let [at, out] = [0, 0];
    for (const { start, end, text } of fix.edits) {
      expect(Buffer.compare(bytes.subarray(at, start), fixed.subarray(out, out + start - at))).toBe(0);
      out += start - at;
      expect(Buffer.from(fixed.subarray(out, out + Buffer.byteLength(text))).toString()).toBe(text);
      out += Buffer.byteLength(text);
      at = end;
    }
    expect(Buffer.compare(bytes.subarray(at), fixed.subarray(out))).toBe(0);
    const after = await checkBytes(fixed, name);
    expect([id, count(after, id)]).toEqual([id, Math.max(0, count(before, id) - 1)]);
    expect([id, yamlErrors(after) <= yamlErrors(before)]).toEqual([id, true]);
  }
  return fixable(before).length;
}

/** Lines of front blocks that have fixes, with what makes fixing hard around them. */
const line = fc.oneof(
  fc.constantFrom(
    'name: Demo Skill',
    'name: 12',
    "name: 'other'",
    'description: Fill forms: use when asked.',
    'description: Das "Ä": a\'s 😀: b',
    'description: "Learn" — then more',
    'description: [a] or [b]',
    'description: Fills.\n\n  Keywords: x, y',
    'license: 3',
    'compatibility: true',
    'metadata:\n  version: 1.10\n  author: A: B\n  😀: 1',
    'allowed-tools: [Read, Write]',
    'allowed-tools:\n  - Read\n  - Bash(git:*)',
    'allowed-tools: Read, Write',
    'lisence: MIT',
    'versin: 1',
    'version: 1.10',
    '# a comment: with a colon',
    '',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => `x${text.replace(/[\r\n]/g, '')}`),
);

const file = fc
  .record({
    bom: fc.constantFrom('', '', '\ufeff'),
    end: fc.constantFrom('\n', '\r\n'),
    lines: fc.uniqueArray(line, { minLength: 1, maxLength: 6, selector: (text) => text.split(':')[0] }),
    body: fc.constantFrom('Text.', '\tTabs\tand 😀  \n\n', 'no end', ''),
  })
  .map(({ bom, end, lines, body }) => {
    const text = `---\n${lines.join('\n')}\n---\n${body}`;
    return Buffer.from(bom + text.replaceAll('\n', end));
  });

describe('a fix', () => {
  it('changes its range only, mends what it is for, and breaks no YAML', async () => {
    let fixes = 0;
    await fc.assert(
      fc.asyncProperty(file, async (bytes) => {
        fixes += await expectGoodFixes(bytes);
      }),
      { numRuns: 200 },
    );
    expect(fixes).toBeGreaterThan(150);
  });

  it('saves UTF-16 as UTF-8 and deletes a BOM, and nothing else changes', async () => {
    const text = '---\nname: demo\ndescription: Übt, wenn 😀 gefragt.\n---\n';
    for (const order of ['utf16le', 'utf16be'] as const) {
      const little = Buffer.from(`\ufeff${text}`, 'utf16le');
      const bytes = order === 'utf16le' ? little : Buffer.from(little).swap16();
      const [encoding] = fixable(await checkBytes(bytes));
      expect(applyEdits(bytes, encoding?.fix.edits ?? [])?.toString()).toBe(text);
    }
    const marked = Buffer.from(`\ufeff${text}`);
    const [bom] = fixable(await checkBytes(marked));
    expect(applyEdits(marked, bom?.fix.edits ?? [])?.toString()).toBe(text);
  });

  it.each([
    ["name: demo\ndescription: Fill forms: use it's\n", "name: demo\ndescription: 'Fill forms: use it''s'\n"],
    ['name: demo\ndescription: "Learn" — then more\n', 'name: demo\ndescription: \'"Learn" — then more\'\n'],
    [
      'name: demo\ndescription: d\nallowed-tools:\n  - Read\n  - Bash(git:*)\n',
      'name: demo\ndescription: d\nallowed-tools: Read Bash(git:*)\n',
    ],
    [
      'name: demo\ndescription: d\nallowed-tools: Read,Write, Edit\n',
      'name: demo\ndescription: d\nallowed-tools: Read Write Edit\n',
    ],
    ['name: Demo\ndescription: d\n', 'name: demo\ndescription: d\n'],
    ['nmae: demo\ndescription: d\n', 'name: demo\ndescription: d\n'],
    ['name: demo\ndescription: d\nversion: 1.10\n', "name: demo\ndescription: d\nversion: '1.10'\n"],
    ['name: demo\ndescription: a\n  b: c\n', "name: demo\ndescription: 'a\n  b: c'\n"],
  ])('turns %j into %j', async (lines, wanted) => {
    const bytes = Buffer.from(`---\n${lines}---\n`);
    const [first] = fixable(await checkBytes(bytes));
    expect(applyEdits(bytes, first?.fix.edits ?? [])?.toString()).toBe(`---\n${wanted}---\n`);
  });

  it('is not applied to bytes that it does not fit', () => {
    const bytes = Buffer.from('abc');
    expect(applyEdits(bytes, [{ start: 1, end: 4, text: '' }])).toBeNull();
    expect(applyEdits(bytes, [{ start: 2, end: 1, text: '' }])).toBeNull();
    expect(
      applyEdits(bytes, [
        { start: 1, end: 2, text: '' },
        { start: 0, end: 1, text: '' },
      ]),
    ).toBeNull();
  });

  const corpus = skillsCorpus();
  it.skipIf(corpus === null)('is good for every real skill that has one', async () => {
    let fixes = 0;
    for (const { report, subject } of await folders.checkAll(corpus ?? '')) {
      if (fixable(report).length === 0) continue;
      fixes += await expectGoodFixes(readFileSync(`${report.path}/${report.skillFile}`), subject.folderName ?? '');
    }
    expect(fixes).toBeGreaterThan(100);
  });
});
