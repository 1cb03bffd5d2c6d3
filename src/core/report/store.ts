import type { Finding } from '../../shared/models/finding';
import type { DigestState, StoreRow } from '../../shared/models/store';
import { bySeverity, verdictOf } from '../findings/table';
import { storeFindings } from '../store/findings';
import { showName } from '../text/visible';
import { type Paint, plainPaint } from './paint';
import { counted, findingCounts, grouped } from './words';

/** A store as it is reported: what it is called, its rows, and what belongs to none. */
export interface ReportedStore {
  readonly label: string;
  readonly rows: readonly StoreRow[];
  readonly findings: readonly Finding[];
}

/** The JSON of `store list` and `store verify` (spec 1.3); `findings` holds what belongs to no row. */
export function storeJson(stores: readonly ReportedStore[]): unknown {
  const rows = stores.flatMap((store) => store.rows.map((row) => rowJson(store.label, row)));
  const findings = stores.flatMap((store) => store.findings.map((finding) => ({ store: store.label, ...finding })));
  return { rows, findings };
}

function rowJson(store: string, row: StoreRow): unknown {
  const { name, version, runtime, platforms, bytes, digest, findings } = row;
  return { store, name, version, runtime, platforms, bytes, digest, findings };
}

/** Everything that is wrong, worst first. */
export function allFindings(stores: readonly ReportedStore[]): Finding[] {
  return bySeverity(stores.flatMap(({ rows, findings }) => [...findings, ...rows.flatMap((row) => row.findings)]));
}

/** What the digests' states are called. */
const DIGESTS: Readonly<Record<DigestState, string>> = {
  agrees: 'agrees',
  differs: 'DIFFERS',
  missing: 'missing',
  malformed: 'malformed',
  'not-read': 'not read',
};

/** The text of `store list` and `store verify`: a table, then what is wrong and what to do. */
export function storeText(stores: readonly ReportedStore[], paint: Paint = plainPaint): string {
  const several = stores.length > 1;
  const lines = stores.flatMap(({ label, rows }) =>
    rows.map((row) => [...(several ? [showName(label)] : []), ...cells(row)]),
  );
  const head = [...(several ? ['STORE'] : []), 'NAME', 'VERSION', 'RUNTIME', 'PLATFORMS', 'BYTES', 'DIGEST', ''];
  const table = lines.length === 0 ? 'No packages found.\n' : columns([head, ...lines], several ? 5 : 4);
  return table + problems(stores, paint) + summary(stores);
}

function cells(row: StoreRow): string[] {
  return [
    showName(row.name),
    showName(row.version),
    showName(row.runtime) || '?',
    row.platforms.map(showName).join(', ') || '—',
    grouped(row.bytes),
    DIGESTS[row.digest],
    findingCounts(row.findings),
  ];
}

/** Two blanks between columns; the one with numbers to the right. */
function columns(lines: ReadonlyArray<readonly string[]>, numbers: number): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    lines.reduce((widest, line) => Math.max(widest, [...(line[column] ?? '')].length), 0),
  );
  const cell = (text: string, column: number) => {
    const blanks = ' '.repeat(Math.max(0, (widths[column] ?? 0) - [...text].length));
    return column === numbers ? blanks + text : text + blanks;
  };
  return lines.map((line) => `${line.map(cell).join('  ').trimEnd()}\n`).join('');
}

function problems(stores: readonly ReportedStore[], paint: Paint): string {
  const several = stores.length > 1;
  const said = new Set<string>();
  const lines = stores.flatMap((store) => {
    const about = (row: StoreRow) =>
      `${several ? `${showName(store.label)} ` : ''}${showName(row.name)}@${showName(row.version)}`;
    return [
      ...store.findings.map((finding) => problem(finding, placeOf(finding, store.label), said, paint)),
      ...store.rows.flatMap((row) => row.findings.map((finding) => problem(finding, about(row), said, paint))),
    ];
  });
  return lines.length === 0 ? '' : `\n${lines.join('')}`;
}

const placeOf = (finding: Finding, label: string) => showName(finding.entry ?? label);

/** One problem; what to do about it is said with the first of its kind. */
function problem(finding: Finding, place: string, said: Set<string>, paint: Paint): string {
  const severity = paint.severity(finding.severity, finding.severity.padEnd(7));
  const line = `${severity}  ${place}: ${finding.message}\n`;
  const action = actionOf(finding.id);
  if (said.has(finding.id) || action === null) return line;
  said.add(finding.id);
  return `${line}         ${paint.faint(action)}\n`;
}

function actionOf(id: string): string | null {
  return Object.entries(storeFindings).find(([known]) => known === id)?.[1].action ?? null;
}

function summary(stores: readonly ReportedStore[]): string {
  const rows = stores.flatMap((store) => store.rows);
  if (rows.length === 0 || verdictOf(allFindings(stores)) === 'ok') return '';
  const unsound = rows.filter((row) => row.findings.some((finding) => finding.severity === 'error')).length;
  return `\n${counted(rows.length, 'package')}, ${unsound === 0 ? 'none' : grouped(unsound)} with errors\n`;
}
