import { createHash } from 'node:crypto';
import { type CheckedSkill, checkSkill, type SkillPlace } from '../../core/skill/check';
import { SKILL_RULES } from '../../core/skill/rules';
import { SKILL_TEXT_LIMIT } from '../../core/skill/text';
import type { SkillTree, TreeEntry } from '../../core/skill/tree';
import { showName } from '../../core/text/visible';
import { codePointLength } from '../../core/text/white';
import type { ShownSkillFinding, SkillDetail } from '../../shared/contract/skills';
import type { SkillFinding, SkillFix } from '../../shared/models/skill';
import { belowRoot, type SkillRoot } from './places';
import { ruleSetsFor, type ScannedSkill, scannedSkill } from './scan';

/** UTF-16 units of a text that is shown. */
const TEXT_MOST = 2 * 1024 * 1024;
/** Findings, packed files and skipped names that are told one by one. */
const FINDINGS_MOST = 1000;
const FILES_MOST = 500;

/** A skill judged, and the very bytes it was judged by. */
export interface JudgedSkill extends CheckedSkill {
  /** Null where they cannot be read, or not all of them were. */
  readonly bytes: Uint8Array | null;
}

/** Judges a skill and keeps the bytes of its SKILL.md, so that nothing is read twice. */
export async function judgeSkill(place: SkillPlace, advice: boolean): Promise<JudgedSkill> {
  const heads = new Map<TreeEntry, Uint8Array>();
  const keep: SkillTree['head'] = (entry, limit) => {
    const read = place.tree.head(entry, limit);
    if (read.ok && read.value.bytes.length === read.value.size && read.value.size <= SKILL_TEXT_LIMIT)
      heads.set(entry, read.value.bytes);
    return read;
  };
  const checked = await checkSkill(
    { ...place, tree: { ...place.tree, head: keep } },
    { ruleSets: ruleSetsFor(advice) },
  );
  const { skill } = checked.subject;
  return { ...checked, bytes: skill === null ? null : (heads.get(skill.entry) ?? null) };
}

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Names a fix by what it does. */
export const fixKey = (fix: SkillFix): string =>
  createHash('sha256').update(JSON.stringify(fix)).digest('hex').slice(0, 24);

/** The findings whose fix belongs to the skill's own text. */
export const fixable = ({ report }: CheckedSkill): ReadonlyArray<SkillFinding & { readonly fix: SkillFix }> =>
  report.findings.filter((finding): finding is SkillFinding & { fix: SkillFix } => finding.fix !== undefined);

/** Why the skill is not written to; null where it can be. */
export function readOnlyWhy(place: SkillPlace, { subject }: CheckedSkill): string | null {
  if (place.kind === 'archive') return 'It lies in an archive, which is only read.';
  if (place.closed !== undefined) return 'It is a link out of what was opened.';
  if (subject.skill?.entry.kind === 'symlink') return 'Its SKILL.md is a link.';
  return null;
}

const RULES = new Map(SKILL_RULES.map((rule) => [rule.id, rule]));

/** Everything the window shows of one skill, but its row's number. */
export type DetailAnswer = Omit<SkillDetail, 'row'> & { readonly scanned: ScannedSkill };

export function detailOf(root: SkillRoot, place: SkillPlace, judged: JudgedSkill): DetailAnswer {
  const { report, subject, bytes } = judged;
  const text = subject.reading?.source.text ?? null;
  const shown = text === null ? null : cutText(text);
  const { packs, skipped, description } = report;
  const readOnly = readOnlyWhy(place, judged);
  return {
    scanned: scannedSkill(place, judged),
    kind: root.kind,
    file: report.skillFile === null ? null : showName(belowRoot(root, fileOf(judged, report.skillFile)) || root.shown),
    text: shown,
    cut: shown !== null && (shown.length !== text?.length || subject.reading?.source.cut === true),
    hash: bytes === null ? null : hashOf(bytes),
    verdicts: report.verdicts,
    findings: report.findings
      .slice(0, FINDINGS_MOST)
      .map((finding) => shownFinding(judged, finding, readOnly === null)),
    moreFindings: Math.max(0, report.findings.length - FINDINGS_MOST),
    front: report.front,
    description,
    descriptionLength: description === null ? 0 : codePointLength(description),
    packs: {
      files: packs.length,
      bytes: packs.reduce((sum, file) => sum + file.bytes, 0),
      list: packs.slice(0, FILES_MOST).map((file) => ({ path: showName(file.path), bytes: file.bytes })),
    },
    skipped: {
      count: skipped.length,
      list: skipped.slice(0, FILES_MOST).map(({ path, why }) => ({ path: showName(path), why })),
    },
    manifest: report.manifest,
    readOnly,
  };
}

/** As the report's findings name it. */
function fileOf({ report }: CheckedSkill, relative: string): string {
  return report.kind === 'file' ? report.path : `${report.path}/${relative}`;
}

function cutText(text: string): string {
  if (text.length <= TEXT_MOST) return text;
  const end = text.lastIndexOf('\n', TEXT_MOST);
  return text.slice(0, end > 0 ? end : TEXT_MOST);
}

function shownFinding(judged: CheckedSkill, finding: SkillFinding, writable: boolean): ShownSkillFinding {
  const { file, fix, ...rest } = finding;
  const { report } = judged;
  const own = report.skillFile !== null && file === fileOf(judged, report.skillFile);
  const rule = RULES.get(finding.id);
  const elsewhere = file.startsWith(`${report.path}/`) ? file.slice(report.path.length + 1) : '';
  return {
    ...rest,
    title: rule?.title ?? finding.id,
    why: rule?.why ?? '',
    elsewhere: own ? null : showName(elsewhere),
    fix: fix === undefined || !writable ? null : { key: fixKey(fix), title: fix.title },
  };
}
