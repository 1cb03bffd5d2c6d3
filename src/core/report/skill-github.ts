import type { Severity } from '../../shared/models/finding';
import type { SkillFinding } from '../../shared/models/skill';
import type { Failure } from '../../shared/result';
import { showName } from '../text/visible';
import { errorText } from './errors';

/** GitHub's workflow commands for severities. */
const COMMANDS: Readonly<Record<Severity, 'error' | 'warning' | 'notice'>> = {
  error: 'error',
  warning: 'warning',
  info: 'notice',
};

const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** A finding as an annotation of a workflow run. Columns belong to a single line; GitHub takes none for a longer range. */
export function githubAnnotation(finding: SkillFinding): string {
  const { severity, id, file, line, column, endLine, endColumn, message, hint } = finding;
  const columns = line === endLine ? [`col=${column}`, `endColumn=${Math.max(endColumn, column)}`] : [];
  const properties = [
    `file=${property(file.replace(/^(?:\.\/)+/, ''))}`,
    `line=${line}`,
    `endLine=${endLine}`,
    ...columns,
    `title=${property(id)}`,
  ];
  const text = hint === undefined ? message : `${message}. ${hint}`;
  return `::${COMMANDS[severity]} ${properties.join(',')}::${data(text)}\n`;
}

/** An input that could not be used, as an annotation of its own. */
export function githubFailure(path: string, error: Failure): string {
  return `::error title=${property('murscope')}::${data(`${showName(path)}: ${errorText(error)}`)}\n`;
}
