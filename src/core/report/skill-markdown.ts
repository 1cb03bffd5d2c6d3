import type { SkillFinding, SkillReport } from '../../shared/models/skill';
import { showName } from '../text/visible';
import { verdictWords } from './skill-words';
import { counted } from './words';

/** Text that stays text in Markdown, also within a table's cell. */
const plain = (text: string) => showName(text.replace(/\s+/g, ' ')).replace(/[\\`*_[\]<>|#~]/g, '\\$&');

/** Skills as a Markdown report: a table of verdicts, then the findings of each skill that has any. */
export function skillMarkdown(reports: readonly SkillReport[]): string {
  const names = reports[0] === undefined ? [] : verdictWords(reports[0].verdicts).map(({ name }) => name);
  const head = [`| Skill | ${names.join(' | ')} | Findings |`, `|---|${names.map(() => '---|').join('')}---:|`];
  const rows = reports.map((report) => {
    const verdicts = verdictWords(report.verdicts).map(({ text }) => plain(text));
    return `| ${plain(report.path)} | ${verdicts.join(' | ')} | ${report.findings.length} |`;
  });
  const parts = [`# Skills`, '', `${counted(reports.length, 'skill')}.`, '', ...head, ...rows];
  for (const report of reports) if (report.findings.length > 0) parts.push('', ...findingsPart(report));
  return `${parts.join('\n')}\n`;
}

function findingsPart(report: SkillReport): string[] {
  return [`## ${plain(report.path)}`, '', ...report.findings.map(findingLine)];
}

function findingLine({ severity, id, file, line, column, message, hint }: SkillFinding): string {
  const next = hint === undefined ? '' : ` ${plain(hint)}`;
  return `- **${severity}** ${plain(file)}:${line}:${column} ${plain(id)}: ${plain(message)}.${next}`;
}
