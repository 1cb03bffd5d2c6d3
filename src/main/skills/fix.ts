import type { SkillPlace } from '../../core/skill/check';
import { applyEdits } from '../../core/skill/edits';
import type { FixChoice, FixPreview } from '../../shared/contract/skills';
import type { TextEdit } from '../../shared/models/skill';
import { err, failure, ok, type Result } from '../../shared/result';
import { fixable, fixKey, hashOf, type JudgedSkill, judgeSkill, readOnlyWhy } from './detail';
import { hunksOf } from './hunks';
import { changedMeanwhile } from './write';

/** What was asked for: the content it was made for, and which fixes. */
export interface FixAsk {
  readonly hash: string;
  readonly what: FixChoice;
}

/** A fix that fits the file as it is. */
export interface ReadyFix {
  readonly title: string;
  readonly fixes: number;
  readonly edits: readonly TextEdit[];
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** The skill's file, relative to its folder. */
  readonly file: string;
}

const noFix = failure('no-fix', 'This can no longer be fixed so.', 'Look at the skill again.');

/** Judges the skill anew and makes the fix for exactly the content it was asked for; anything else is refused. */
export async function readyFix(place: SkillPlace, advice: boolean, { hash, what }: FixAsk): Promise<Result<ReadyFix>> {
  const judged = await judgeSkill(place, advice);
  const { bytes, report } = judged;
  const why = readOnlyWhy(place, judged);
  if (why !== null) return err(failure('read-only', why));
  if (bytes === null || report.skillFile === null || hashOf(bytes) !== hash) return err(changedMeanwhile);
  const chosen = chosenFixes(judged, what);
  const edits = joined(chosen.map(({ fix }) => fix.edits));
  const after = edits.length === 0 ? null : applyEdits(bytes, edits);
  const [first] = chosen;
  if (after === null || first === undefined) return err(noFix);
  const title = chosen.length === 1 ? first.fix.title : `${first.fix.title} (${chosen.length} places)`;
  return ok({ title, fixes: chosen.length, edits, before: bytes, after, file: report.skillFile });
}

export function previewOf({ title, fixes, edits, before }: ReadyFix): FixPreview {
  return { title, fixes, ...hunksOf(before, edits) };
}

function chosenFixes(judged: JudgedSkill, what: FixChoice) {
  const all = fixable(judged);
  return 'rule' in what
    ? all.filter(({ id }) => id === what.rule)
    : all.filter(({ fix }) => fixKey(fix) === what.key).slice(0, 1);
}

/** The edits of several fixes as one list: each once, and none where another one already changes something. */
function joined(fixes: ReadonlyArray<readonly TextEdit[]>): TextEdit[] {
  const taken: TextEdit[] = [];
  for (const edits of fixes)
    if (edits.every((edit) => taken.every((other) => isApart(edit, other)))) taken.push(...edits);
  return taken.sort((a, b) => a.start - b.start || a.end - b.end);
}

const isApart = (a: TextEdit, b: TextEdit): boolean =>
  a.end <= b.start ? a.start !== b.start : b.end <= a.start && a.start !== b.start;
