import { errorText } from '../../core/report/errors';
import { skillMarkdown } from '../../core/report/skill-markdown';
import { sarifEnd, sarifResult, sarifStart } from '../../core/report/skill-sarif';
import { newTotals, skillText, totalsText } from '../../core/report/skill-text';
import { isBad } from '../../core/report/skill-words';
import { showName } from '../../core/text/visible';
import type { SkillReportForm } from '../../shared/contract/skills';
import type { SkillReport } from '../../shared/models/skill';
import type { Failure } from '../../shared/result';

/** What a report is made of. */
export interface ReportParts {
  readonly reports: readonly SkillReport[];
  readonly failures: ReadonlyArray<{ readonly path: string; readonly error: Failure }>;
  /** Of this program. */
  readonly version: string;
}

/** The forms of a report, each as `skill check` writes it, in pieces. */
export const REPORT_FORMS: Readonly<Record<SkillReportForm, (parts: ReportParts) => Iterable<string>>> = {
  *text({ reports, failures }) {
    const totals = newTotals();
    for (const report of reports) {
      totals.skills++;
      if (isBad(report)) totals.bad++;
      for (const { severity } of report.findings) {
        if (severity === 'error') totals.errors++;
        if (severity === 'warning') totals.warnings++;
      }
      yield skillText(report);
    }
    for (const { path, error } of failures) yield `${showName(path)}: ${showName(errorText(error))}\n`;
    if (reports.length > 1) yield `\n${totalsText(totals)}`;
  },
  *markdown({ reports }) {
    yield skillMarkdown(reports);
  },
  *json({ reports }) {
    yield '[';
    for (const [at, report] of reports.entries()) yield `${at === 0 ? '\n' : ',\n'}${JSON.stringify(report)}`;
    yield reports.length > 0 ? '\n]\n' : ']\n';
  },
  *sarif({ reports, failures, version }) {
    yield sarifStart(version);
    let count = 0;
    for (const { findings } of reports)
      for (const finding of findings) yield `${count++ === 0 ? '\n' : ',\n'}${sarifResult(finding)}`;
    yield sarifEnd(failures);
  },
};
