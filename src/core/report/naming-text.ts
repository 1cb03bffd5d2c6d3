import type { BatchEvent, BlockRow, BlockState, EndpointCall, Runner } from '../../shared/models/naming';
import { showName } from '../text/visible';
import { aligned, counted } from './words';

/** A block's state as people read it. */
export const STATE_WORDS: Readonly<Record<BlockState, string>> = {
  queued: 'queued',
  running: 'running',
  ok: 'named',
  'bad-output': 'bad output',
  'exit-nonzero': 'exit status',
  timeout: 'time limit',
  'spawn-failed': 'not started',
  cancelled: 'cancelled',
};
const WIDEST = Math.max(...Object.values(STATE_WORDS).map((word) => word.length));

/** One block of a batch as a line. */
export function blockLine(row: BlockRow): string {
  const said = row.state === 'ok' ? `${row.name} — ${row.purpose}` : (row.error ?? '');
  return `${STATE_WORDS[row.state].padEnd(WIDEST)}  ${showName(row.blockId)}  ${showName(said)}\n`;
}

/** An argument as a person would type it, so that blanks and quotes show where arguments end. */
function shownArgument(argument: string): string {
  const shown = showName(argument);
  return /^[\w@%+=:,./{}~-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
}

/** A command as one line. It is for reading only: nothing here ever starts a shell. */
export function commandLine(command: readonly string[]): string {
  return command.map(shownArgument).join(' ');
}

/** The runners of a file as lines. */
export function runnersText(file: string, runners: readonly Runner[]): string {
  const rows = runners.map((runner) => [
    showName(runner.id),
    showName(runner.capability),
    `${runner.namingTimeoutSecs} s a block`,
    commandLine(runner.command),
  ]);
  return `${showName(file)}: ${counted(runners.length, 'runner')}\n${aligned(rows).join('\n')}\n`;
}

/** Milliseconds as seconds: tenths up to a minute, then whole minutes and seconds. */
export function secondsText(ms: number): string {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A batch's progress in one line: how many are done of how many, and how. */
export function progressLine(event: BatchEvent): string {
  const { total, states } = event.counters;
  const done = total - states.queued - states.running;
  const failed = done - states.ok - states.cancelled;
  const parts = [
    `${done} of ${total}`,
    states.running > 0 ? `${states.running} running` : '',
    `${states.ok} named`,
    failed > 0 ? `${failed} failed` : '',
    states.cancelled > 0 ? `${states.cancelled} cancelled` : '',
    secondsText(event.elapsedMs),
    event.estimateMs === null ? '' : `about ${secondsText(event.estimateMs)} to go (estimate)`,
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** A call of the endpoint as a line of its log. */
export function callLine(call: EndpointCall): string {
  const blocks = call.blocks > 0 ? `, ${counted(call.blocks, 'block')}, ${call.failed} failed` : '';
  return `${new Date(call.at).toISOString()} ${call.status} ${showName(call.what)}${blocks}, ${secondsText(call.ms)}\n`;
}
