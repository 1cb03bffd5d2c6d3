import type { BlockRow, Runner } from '../../shared/models/naming';
import { wireResult } from '../naming/wire';

/** JSON of a value that may hold 64-bit integers, which `JSON.stringify` cannot write exactly. */
function exactJson(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map(exactJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${exactJson(member)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** Runners as the daemon would have them, defaults filled in, in the file's own words. One line. */
export function runnersJson(runners: readonly Runner[]): string {
  return exactJson(
    runners.map((runner) => ({
      id: runner.id,
      capability: runner.capability,
      command: runner.command,
      gate_command: runner.gateCommand,
      workspace_allowlist: runner.workspaceAllowlist,
      timeout_secs: runner.timeoutSecs,
      naming_timeout_secs: runner.namingTimeoutSecs,
      curation_timeout_secs: runner.curationTimeoutSecs,
    })),
  );
}

/** The wire form of a whole batch: what `/name` would have answered. */
export function wireJson(runnerId: string, rows: readonly BlockRow[]): string {
  return `${JSON.stringify({ runner_id: runnerId, results: rows.map(wireResult) })}\n`;
}

/** A batch as JSON for people's scripts: states, times and attempts beside the answers. */
export function batchJson(runnerId: string, rows: readonly BlockRow[]): string {
  const blocks = rows.map((row) => ({
    block_id: row.blockId,
    state: row.state,
    ms: row.ms === null ? null : Math.round(row.ms),
    attempts: row.attempts,
    name: row.name,
    purpose: row.purpose,
    error: row.error,
  }));
  return `${JSON.stringify({ runner_id: runnerId, blocks }, null, 2)}\n`;
}

const CSV_COLUMNS: ReadonlyArray<readonly [string, (row: BlockRow) => string]> = [
  ['block_id', (row) => row.blockId],
  ['state', (row) => row.state],
  ['ms', (row) => (row.ms === null ? '' : String(Math.round(row.ms)))],
  ['attempts', (row) => String(row.attempts)],
  ['name', (row) => row.name ?? ''],
  ['purpose', (row) => row.purpose ?? ''],
  ['error', (row) => row.error ?? ''],
];

/**
 * A batch as CSV (RFC 4180, CRLF, UTF-8 without BOM). A text that a spreadsheet would run as a formula gets a `'` in
 * front: ids and answers come from programs. The JSON forms are the exact ones.
 */
export function batchCsv(rows: readonly BlockRow[]): string {
  const lines = [
    CSV_COLUMNS.map(([title]) => title),
    ...rows.map((row) => CSV_COLUMNS.map(([, cell]) => csvCell(cell(row)))),
  ];
  return `${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
}

function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
