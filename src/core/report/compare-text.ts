import type { CompareRow, CompareSummary } from '../../shared/models/compare';
import { showName } from '../text/visible';
import { CHANGE_WORDS, compareSentence, configText, fileSizes, keyRows, sideName, sizeChange } from './compare-words';
import { errorText } from './errors';
import { type Paint, plainPaint } from './paint';
import { aligned, counted, grouped, oneLine } from './words';

/** Entries of one kind that are listed in a text; all of them stand in the JSON. */
const LISTED = 1000;

/** A comparison for people: what differs, by kind, no value of any config. Made in pieces, for there may be many entries. */
export function* compareText(
  summary: CompareSummary,
  rows: (change: CompareRow['change']) => Iterable<CompareRow>,
  paint: Paint = plainPaint,
): Generator<string> {
  yield `${paint.strong(`${showName(summary.from.file)} → ${showName(summary.to.file)}`)}\n`;
  yield `${headLines(summary).join('\n')}\n`;
  for (const [change, heading, mark] of CHANGE_WORDS) {
    const count = summary.counts[change];
    if (count === 0) continue;
    yield `\n${paint.strong(heading)}\n`;
    let listed = 0;
    for (const row of rows(change)) {
      if (listed === LISTED) break;
      listed++;
      yield `  ${mark} ${rowText(row)}\n`;
    }
    if (count > listed) yield `  and ${counted(count - listed, 'more entry', 'more entries')}\n`;
  }
  yield section('Manifest', manifestLines(summary), paint);
  yield section('Grants', grantLines(summary), paint);
  yield section('Interfaces', interfaceLines(summary), paint);
  yield section('Configs', configLines(summary), paint);
}

function section(title: string, lines: readonly string[], paint: Paint): string {
  return lines.length === 0 ? '' : `\n${paint.strong(title)}\n${lines.join('\n')}\n`;
}

function headLines(summary: CompareSummary): string[] {
  const { from, to, payload, unverified } = summary;
  const [before, after] = [sideName(from), sideName(to)];
  const rows = [
    ['result', compareSentence(summary)],
    ['package', before === after ? after : `${before} → ${after}`],
    ['size', fileSizes(summary)],
    ['unpacked', sizeChange(from.unpacked, to.unpacked)],
  ];
  if (from.recordCount !== to.recordCount)
    rows.push(['entries', `${grouped(from.recordCount)} → ${grouped(to.recordCount)}`]);
  if (payload !== null) rows.push(['payload', `${oneLine(payload.from, 100)} → ${oneLine(payload.to, 100)}`]);
  if (unverified > 0) rows.push(['not read', `${counted(unverified, 'entry', 'entries')} taken at the checksum`]);
  return aligned(rows);
}

const REASONS = {
  content: '',
  'same-checksum': ', other bytes under the same checksum',
  link: ', a link on one side only',
  unreadable: ', other data that cannot be read',
} as const;

function rowText({ from, to, reason }: CompareRow): string {
  if (from === null) return `${showName(to?.name ?? '')}  ${sizeChange(to?.size ?? 0, to?.size ?? 0)}`;
  if (to === null) return `${showName(from.name)}  ${sizeChange(from.size, from.size)}`;
  const names = from.name === to.name ? showName(to.name) : `${showName(from.name)} → ${showName(to.name)}`;
  return `${names}  ${sizeChange(from.size, to.size)}${reason === null ? '' : REASONS[reason]}`;
}

function manifestLines({ manifest }: CompareSummary): string[] {
  const lines = keyRows(manifest).map(([mark, , path]) => `  ${mark} ${showName(path)}`);
  if (manifest.more) lines.push('  and more');
  const sides = [
    ['first', manifest.unreadable.from],
    ['second', manifest.unreadable.to],
  ] as const;
  for (const [side, error] of sides)
    if (error !== null) lines.push(`  the ${side} one cannot be read: ${oneLine(errorText(error), 300)}`);
  return lines;
}

function grantLines({ grants }: CompareSummary): string[] {
  return grants.flatMap(({ artifact, key, change, added, removed }) => {
    const who = artifact === null ? 'capsule' : oneLine(artifact, 60);
    const what = `${who}  ${oneLine(key, 100)}`;
    if (change === 'changed' || added.length + removed.length > 0)
      return [
        ...(removed.length > 0 ? [`  - ${what}: ${oneLine(removed.join(', '), 200)}`] : []),
        ...(added.length > 0 ? [`  + ${what}: ${oneLine(added.join(', '), 200)}`] : []),
      ];
    return [`  ${change === 'added' ? '+' : '-'} ${what}`];
  });
}

function interfaceLines({ interfaces }: CompareSummary): string[] {
  const lines: string[] = [];
  for (const [names, what] of [
    [interfaces.imports, 'asks for'],
    [interfaces.exports, 'exports'],
  ] as const) {
    for (const name of names.removed) lines.push(`  - ${what}  ${showName(name)}`);
    for (const name of names.added) lines.push(`  + ${what}  ${showName(name)}`);
  }
  const { from, to } = interfaces.unreadable;
  if (from !== null) lines.push(`  unknown in the first: ${oneLine(errorText(from), 300)}`);
  if (to !== null) lines.push(`  unknown in the second: ${oneLine(errorText(to), 300)}`);
  return lines;
}

function configLines({ configs }: CompareSummary): string[] {
  return configs.flatMap(({ artifact, from, to, keys }) => {
    const [before, after] = [configText(from), configText(to)];
    const sizes = before === after ? after : `${before} → ${after}`;
    const paths = keyRows(keys).map(([mark, , path]) => `      ${mark} ${showName(path)}`);
    return [`  ${oneLine(artifact, 60)}  ${sizes}`, ...paths, ...(keys.more ? ['      and more'] : [])];
  });
}
