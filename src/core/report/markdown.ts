import { showName } from '../text/visible';

/** Text that Markdown and HTML take as it is: on one line, nothing of it is markup. */
export function plain(text: string): string {
  return showName(text)
    .replace(/[\\`*_{}[\]<>()#+!|~&]/g, '\\$&')
    .replace(/^([-=]|\d+[.)])/, '\\$1');
}

/** A name in code style; the fence is longer than any run of backticks in it. */
export function code(text: string): string {
  const shown = showName(text).replaceAll('|', '\\|');
  if (shown === '') return '–';
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? fence + shown + fence : `${fence} ${shown} ${fence}`;
}

/** A heading with a table; nothing where it has no rows. `after`: what stands below it. */
export function block(
  title: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  after = '',
): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return `## ${title}\n\n${[line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')}\n${after}`;
}
