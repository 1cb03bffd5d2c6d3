import type { Finding, Severity, Verdict } from '../../shared/models/finding';
import { showName } from '../text/visible';

const UNITS = ['KiB', 'MiB', 'GiB', 'TiB'];

/** A number with thousands marked, as in `65,536`. */
export function grouped(value: number): string {
  return value.toLocaleString('en-US');
}

/** Bytes for people: `1,404 bytes`, `13.2 MiB (13,841,408 bytes)`. */
export function bytesText(bytes: number): string {
  let [value, unit] = [bytes, -1];
  while (value >= 1024 && unit < UNITS.length - 1) [value, unit] = [value / 1024, unit + 1];
  const exact = `${grouped(bytes)} ${bytes === 1 ? 'byte' : 'bytes'}`;
  return unit < 0 ? exact : `${value.toFixed(1)} ${UNITS[unit]} (${exact})`;
}

/** A count with its noun, as in `1 entry`, `2 entries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** How often content was made smaller: `3.1 : 1`; a dash for nothing. */
export function ratioText(size: number, packed: number): string {
  return packed === 0 ? '–' : `${(size / packed).toFixed(1)} : 1`;
}

const SEVERITIES: readonly (readonly [Severity, string, string])[] = [
  ['error', 'error', 'errors'],
  ['warning', 'warning', 'warnings'],
  ['info', 'note', 'notes'],
];

/** `2 errors, 1 warning, 3 notes`; empty without findings. */
export function findingCounts(findings: readonly Finding[]): string {
  return SEVERITIES.map(([severity, one, many]) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? '' : counted(count, one, many);
  })
    .filter((part) => part !== '')
    .join(', ');
}

/** A verdict as a word. */
export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = { ok: 'OK', warnings: 'Warnings', errors: 'Errors' };

/** A text on one line, shown safely, cut to so many characters. */
export function oneLine(text: string, most: number): string {
  const flat = showName(text.replace(/[\s\u0085]+/g, ' ').trim());
  const chars = [...flat.slice(0, 4 * most)];
  return chars.length <= most ? flat : `${chars.slice(0, most - 1).join('')}…`;
}

/** Rows of cells as lines: every column but the last is as wide as its widest cell, up to a limit. */
export function aligned(rows: readonly (readonly string[])[], indent = '  ', widest = 60): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.slice(0, -1).entries())
      widths[column] = Math.max(widths[column] ?? 0, Math.min(cell.length, widest));
  }
  return rows.map((row) =>
    `${indent}${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  );
}
