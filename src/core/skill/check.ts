import type { Severity } from '../../shared/models/finding';
import type { RuleSet, SkillFinding, SkillReport, SkillVerdicts, SourceRefusal } from '../../shared/models/skill';
import { err, type Failure, failure, type Result } from '../../shared/result';
import { compareBytes } from '../text/order';
import { clientVerdicts } from './clients';
import { FILE_START, type FileRange } from './places';
import { readSkill, type SkillReading } from './reading';
import { frontRefusal, notTextRefusal, refusalOf09, unreadableSource, walkRefusalOf10 } from './refusals';
import { DEFAULT_RULE_SETS, SKILL_RULES } from './rules';
import type { Found, SkillRule, SkillSubject } from './subject';
import { readSkillText, SKILL_TEXT_LIMIT } from './text';
import { joinShown, type SkillTree, type TreeEntry } from './tree';
import { type PackedFile, type WalkedFolder, walkSkill } from './walk';

/** A folder to be judged, and what is known about where it lies. */
export interface SkillPlace {
  readonly tree: SkillTree;
  readonly kind: SkillReport['kind'];
  /** As given, plus `/` and what was found below it. */
  readonly path: string;
  /** The folder of the skill that it lies in, as shown. */
  readonly inside?: string | null;
  /** Where the folder leads, when it is a link. */
  readonly linkedTo?: string | null;
  readonly caseMatters?: boolean;
  /** Reads a linked SKILL.md whose target lies in what was given; null or absent where links are not followed. */
  readonly readLink?: ((entry: TreeEntry, limit: number) => Result<{ bytes: Uint8Array; size: number }> | null) | null;
  /** A folder that is a link out of what was given: nothing of it is looked at. */
  readonly closed?: { readonly target: string | null };
}

export interface CheckOptions {
  /** Default: all but advice. */
  readonly ruleSets?: readonly RuleSet[];
}

/** A skill judged: what is said about it, and what it was said about. */
export interface CheckedSkill {
  readonly report: SkillReport;
  readonly subject: SkillSubject;
}

/** Findings of one rule that are given one by one; a folder may hold a hundred thousand links. */
export const FINDINGS_PER_RULE = 100;

/** Walks, reads and judges one folder (chapter 3). Whatever it holds is an answer; nothing is thrown. */
export async function checkSkill(place: SkillPlace, options: CheckOptions = {}): Promise<CheckedSkill> {
  const { tree, kind, path } = place;
  const walked = place.closed === undefined ? walkSkill(tree) : closedFolder(place.closed.target);
  const { skill } = walked;
  const content = skill === null ? null : readContent(place, skill);
  const reading = content?.ok ? await readSkill(readSkillText(content.value.bytes, content.value.size)) : null;
  const subject: SkillSubject = {
    shown: tree.shown,
    kind,
    folderName: tree.folderName,
    walked,
    skill,
    reading,
    unread: content !== null && !content.ok ? content.error : null,
    refusal09: refusalOf09(walked.events, tree.shown),
    refusal10: refusalOf10(tree, walked, reading, content !== null && !content.ok ? content.error : null),
    inside: place.inside ?? null,
    linkedTo: place.linkedTo ?? null,
    caseMatters: place.caseMatters ?? true,
    exists: tree.exists ?? null,
    memo: new Map(),
  };
  return { report: reportOf(subject, path, options.ruleSets ?? DEFAULT_RULE_SETS), subject };
}

/** A link that is not followed, as Murmur would meet it within a skill. */
function closedFolder(target: string | null): WalkedFolder {
  return {
    events: [{ type: 'symlink', path: '', target }],
    skill: null,
    manifest: null,
    supporting: [],
    skipped: [],
    cut: false,
  };
}

function readContent(place: SkillPlace, { entry }: PackedFile): Result<{ bytes: Uint8Array; size: number }> {
  if (entry.kind !== 'symlink') return place.tree.head(entry, SKILL_TEXT_LIMIT);
  const followed = place.readLink?.(entry, SKILL_TEXT_LIMIT) ?? null;
  return (
    followed ?? err(failure('link', 'it is a link that leads out of what was given', 'Give the folder it leads to.'))
  );
}

/** Murmur 0.10's refusal in S1's order: names, then content, then the front block. */
function refusalOf10(
  tree: SkillTree,
  walked: WalkedFolder,
  reading: SkillReading | null,
  unread: Failure | null,
): SourceRefusal | null {
  const byNames = walkRefusalOf10(walked.events, tree.shown);
  if (byNames !== null) return byNames;
  const shown = joinShown(tree.shown, walked.skill?.path ?? '');
  if (reading === null) return unreadableSource(shown, unread?.message ?? '');
  for (const { path, unreadable } of walked.supporting)
    if (unreadable !== null) return unreadableSource(joinShown(tree.shown, path), unreadable.message);
  return reading.source.utf8 ? frontRefusal(shown, reading.front, tree.folderName) : notTextRefusal(shown);
}

function reportOf(subject: SkillSubject, path: string, ruleSets: readonly RuleSet[]): SkillReport {
  const { walked, reading, skill } = subject;
  const front = reading?.front ?? null;
  const findings = findingsOf(subject, path, ruleSets);
  return {
    path,
    kind: subject.kind,
    skillFile: skill?.path ?? null,
    front: front === null ? null : { name: front.name, description: front.description },
    description: reading?.description ?? null,
    verdicts: verdictsOf(subject, findings, ruleSets),
    packs: packedFiles(walked).map((file) => ({ path: file.path, bytes: file.bytes })),
    skipped: walked.skipped.map((entry) => ({ path: entry.path, why: entry.why })),
    manifest: walked.manifest?.path ?? null,
    findings,
  };
}

/** What Murmur would pack of a folder: the skill first, then the supporting files; nothing without a skill. */
export function packedFiles({ skill, supporting }: WalkedFolder): PackedFile[] {
  return skill === null || skill.entry.kind !== 'file' ? [] : [skill, ...supporting];
}

function verdictsOf(
  subject: SkillSubject,
  findings: readonly SkillFinding[],
  ruleSets: readonly RuleSet[],
): SkillVerdicts {
  const { refusal09, refusal10 } = subject;
  const verdicts: { -readonly [Set in keyof SkillVerdicts]: SkillVerdicts[Set] } = {};
  if (ruleSets.includes('murmur-0.9'))
    verdicts['murmur-0.9'] = refusal09 === null ? { ok: true } : { ok: false, refusal: refusal09 };
  if (ruleSets.includes('murmur-0.10'))
    verdicts['murmur-0.10'] = refusal10 === null ? { ok: true } : { ok: false, refusal: refusal10 };
  if (ruleSets.includes('agent-skills'))
    verdicts['agent-skills'] = {
      ok: findings.every(({ ruleSet, severity }) => ruleSet !== 'agent-skills' || severity !== 'error'),
    };
  if (ruleSets.includes('clients')) {
    const [claude, codex, vscode, cli] = clientVerdicts(subject).map(({ loads, why }) =>
      why === undefined ? { loads } : { loads, why },
    );
    const none = { loads: 'unknown' } as const;
    verdicts.clients = {
      'claude-code': claude ?? none,
      codex: codex ?? none,
      vscode: vscode ?? none,
      'skills-cli': cli ?? none,
    };
  }
  return verdicts;
}

const selections = new WeakMap<readonly RuleSet[], readonly SkillRule[]>();

/** The rules of the wanted sets, selected once for a run. */
function rulesOf(ruleSets: readonly RuleSet[]): readonly SkillRule[] {
  const before = selections.get(ruleSets);
  if (before !== undefined) return before;
  const made = SKILL_RULES.filter((rule) => rule.ruleSets.some((set) => ruleSets.includes(set)));
  selections.set(ruleSets, made);
  return made;
}

function findingsOf(subject: SkillSubject, path: string, ruleSets: readonly RuleSet[]): SkillFinding[] {
  const findings: SkillFinding[] = [];
  for (const rule of rulesOf(ruleSets)) {
    if (rule.when?.(subject) === false) continue;
    let count = 0;
    let last: RuleSet | undefined;
    for (const found of rule.find(subject)) {
      const ruleSet = (found.ruleSets ?? rule.ruleSets).find((set) => ruleSets.includes(set));
      if (ruleSet === undefined) continue;
      last = ruleSet;
      if (++count <= FINDINGS_PER_RULE) findings.push(finding(subject, path, rule, found, ruleSet));
    }
    if (count > FINDINGS_PER_RULE && last !== undefined) {
      const message = `and ${count - FINDINGS_PER_RULE} more of the kind '${rule.title}'`;
      findings.push(finding(subject, path, rule, { message }, last));
    }
  }
  return sorted(subject, path, findings);
}

function finding(subject: SkillSubject, path: string, rule: SkillRule, found: Found, ruleSet: RuleSet): SkillFinding {
  const { file, range } = placeOf(subject, path, found);
  const fix = subject.kind === 'archive' ? undefined : found.fix;
  return {
    id: rule.id,
    severity: rule.severity,
    ruleSet,
    message: found.message,
    file,
    ...range,
    hint: found.hint ?? rule.action,
    ...(fix === undefined ? {} : { fix }),
  };
}

function placeOf(subject: SkillSubject, path: string, { at }: Found): { file: string; range: FileRange } {
  if (at === undefined) return { file: path, range: FILE_START };
  if ('path' in at) return { file: fileOf(subject, path, at.path), range: FILE_START };
  const file = fileOf(subject, path, subject.skill?.path ?? '');
  if ('line' in at) return { file, range: at };
  return { file, range: subject.reading?.places.range(at) ?? FILE_START };
}

/** A path of the folder as it opens from the current directory; a file that is judged alone is what was given. */
function fileOf(subject: SkillSubject, path: string, relative: string): string {
  return subject.kind === 'file' || relative === '' ? path : joinShown(path, relative);
}

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** The folder first, then its skill from top to bottom, then other files by their bytes; at one place the worst first. */
function sorted(subject: SkillSubject, path: string, findings: SkillFinding[]): SkillFinding[] {
  const skillFile = fileOf(subject, path, subject.skill?.path ?? '');
  const rank = ({ file }: SkillFinding) => (file === skillFile ? 1 : file === path ? 0 : 2);
  return findings.sort(
    (a, b) =>
      rank(a) - rank(b) ||
      compareBytes(a.file, b.file) ||
      a.line - b.line ||
      a.column - b.column ||
      RANK[a.severity] - RANK[b.severity],
  );
}
