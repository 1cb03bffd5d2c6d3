import type { PackageSummary } from '../../shared/models/package';
import { bySeverity } from '../findings/table';
import { byGroup } from '../model/interfaces';
import { showName } from '../text/visible';
import { errorText } from './errors';
import { buildText, grantText, payloadText, type ShownEntries } from './package-text';
import { bytesText, counted, findingCounts, grouped, oneLine, VERDICT_WORDS } from './words';

/** Rows of one table, and findings, that are shown; the JSON has all. */
const ROWS = 500;
const FINDINGS = 500;

/** Text that Markdown and HTML take as it is: on one line, nothing of it is markup. */
function plain(text: string): string {
  return showName(text)
    .replace(/[\\`*_{}[\]<>()#+!|~&]/g, '\\$&')
    .replace(/^([-=]|\d+[.)])/, '\\$1');
}

/** A name in code style; the fence is longer than any run of backticks in it. */
function code(text: string): string {
  const shown = showName(text).replaceAll('|', '\\|');
  if (shown === '') return '–';
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? fence + shown + fence : `${fence} ${shown} ${fence}`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

function block(title: string, heads: readonly string[], rows: readonly (readonly string[])[], after = ''): string {
  if (rows.length === 0) return '';
  const more = rows.length - ROWS;
  const rest = more > 0 ? `\nand ${counted(more, 'more row')}.\n` : '';
  return `## ${title}\n\n${table(heads, rows.slice(0, ROWS))}\n${rest}${after}`;
}

/** The report of a package as Markdown, to be put into a review or an issue. No value of any config. */
export function packageMarkdown(summary: PackageSummary, shown: ShownEntries): string {
  const { manifest, grants, manifestFiles, requiredFiles, configs, skills } = summary;
  const title = 'error' in manifest ? summary.file : `${manifest.name} ${manifest.version}`;
  const findings = bySeverity(summary.findings);
  const hidden = findings.length - FINDINGS;
  const blocks = [
    `# ${plain(title)}\n\n${table(['', ''], headRows(summary))}\n`,
    block(
      'Grants',
      ['for', 'grant'],
      grants.map((grant) => grantText(grant).map(plain)),
    ),
    block('Interfaces', ['', 'interfaces'], interfaceRows(summary)),
    block(
      'Manifest files',
      ['key', 'declared', 'resolved', 'found'],
      manifestFiles.map(({ key, declared, resolved, found, reason }) => [
        code(key),
        code(declared),
        code(resolved),
        found ? 'yes' : `no: ${plain(reason ?? '')}`,
      ]),
    ),
    block(
      'Required files',
      ['file', 'present'],
      requiredFiles.map(({ declared, present }) => [code(declared), present ? 'yes' : 'no']),
    ),
    block(
      'Configs',
      ['artifact', 'JSON'],
      configs.map((row) => [
        code(row.artifact),
        'refused' in row
          ? `refused: ${plain(oneLine(row.refused, 300))}`
          : `${grouped(row.bytes)} of ${grouped(row.limit)} bytes`,
      ]),
    ),
    block(
      'Skills',
      ['skill', 'description'],
      skills.map(({ path, description }) => [code(path), plain(oneLine(description ?? '', 200))]),
    ),
    block(
      shown.all ? 'Entries' : 'Largest entries',
      ['name', 'size', 'packed'],
      shown.entries.map(({ name, size, compressedSize }) => [code(name), grouped(size), grouped(compressedSize)]),
    ),
    block(
      'Findings',
      ['severity', 'id', 'finding'],
      findings
        .slice(0, FINDINGS)
        .map(({ severity, id, message, hint }) => [severity, code(id), plain(hint ? `${message} ${hint}` : message)]),
      hidden > 0 ? `\nand ${counted(hidden, 'more finding')}.\n` : '',
    ),
  ];
  return blocks.filter((text) => text !== '').join('\n');
}

function headRows(summary: PackageSummary): string[][] {
  const { manifest, totals } = summary;
  const counts = findingCounts(summary.findings);
  const identity = 'error' in manifest ? plain(errorText(manifest.error)) : plain(manifest.runtime);
  const rows = [
    ['verdict', `**${VERDICT_WORDS[summary.verdict]}**${counts === '' ? '' : ` (${counts})`}`],
    ['file', code(summary.file)],
    ['runtime', identity],
    ['shown as', code(summary.label)],
    ['size', `${bytesText(summary.bytes)}, unpacked ${bytesText(totals.unpacked)}`],
    ['entries', grouped(summary.entryCount)],
    ['sha256', summary.sha256 === null ? 'not computed' : code(summary.sha256)],
    ['payload', plain(payloadText(summary))],
    ['build', plain(buildText(summary))],
  ];
  if (!('error' in manifest) && manifest.description) rows.push(['about', plain(oneLine(manifest.description, 300))]);
  return rows;
}

function interfaceRows({ payload }: PackageSummary): string[][] {
  if ('error' in payload) return [];
  const rows = [...byGroup(payload.imports ?? [])].map(([group, names]) => [
    `asks for ${group}`,
    names.map(code).join(', '),
  ]);
  if (payload.exports && payload.exports.length > 0) rows.push(['exports', payload.exports.map(code).join(', ')]);
  if (payload.interfaces) rows.push(['unknown', plain(errorText(payload.interfaces.error))]);
  return rows;
}
