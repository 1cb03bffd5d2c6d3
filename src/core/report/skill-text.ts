import type { SkillFinding, SkillReport } from '../../shared/models/skill';
import { showName } from '../text/visible';
import { type Paint, plainPaint } from './paint';
import { verdictWords } from './skill-words';
import { counted } from './words';

/** One skill as `skill check` prints it for people: the verdicts on one line, then each finding with its place. */
export function skillText(report: SkillReport, paint: Paint = plainPaint): string {
  const verdicts = verdictWords(report.verdicts).map(({ name, good, text }) => {
    const verdict = good === null ? 'warnings' : good ? 'ok' : 'errors';
    return `${name}: ${paint.verdict(verdict, text)}`;
  });
  const lines = [paint.strong(showName(report.path)), `  ${verdicts.join(' · ')}`];
  for (const finding of report.findings) lines.push(...findingLines(finding, paint));
  return `${lines.join('\n')}\n`;
}

function findingLines(finding: SkillFinding, paint: Paint): string[] {
  const { severity, id, message, hint, fix } = finding;
  const next = fix === undefined ? hint : `${hint ?? ''} Fix: ${fix.title}.`.trim();
  const lines = [
    `  ${placeText(finding)}: ${paint.severity(severity, severity)} ${paint.strong(id)}: ${showName(message)}`,
  ];
  if (next !== undefined) lines.push(paint.faint(`      ${showName(next)}`));
  return lines;
}

/** `SKILL.md:3:28`, which terminals and editors open. */
export function placeText({ file, line, column }: SkillFinding): string {
  return `${showName(file)}:${line}:${column}`;
}

/** What a run over several skills comes to. */
export interface SkillTotals {
  skills: number;
  /** Skills with an error or a refusal. */
  bad: number;
  errors: number;
  warnings: number;
}

export const newTotals = (): SkillTotals => ({ skills: 0, bad: 0, errors: 0, warnings: 0 });

/** The last line of a run: `3 skills, 1 with errors; 2 errors, 1 warning`. */
export function totalsText({ skills, bad, errors, warnings }: SkillTotals): string {
  const what = bad === 0 ? 'none with errors' : `${bad} with errors`;
  return `${counted(skills, 'skill')}, ${what}; ${counted(errors, 'error')}, ${counted(warnings, 'warning')}\n`;
}
