import type { BlockState } from '../../shared/models/naming';
import { isBlank, trim } from '../text/white';
import type { Ending } from './pool';
import { parseAndSanitize } from './sanitize';

/** What became of a block: its state and what the wire says about it. */
export interface Outcome {
  readonly state: Exclude<BlockState, 'queued' | 'running'>;
  readonly name: string | null;
  readonly purpose: string | null;
  readonly error: string | null;
}

export const CANCELLED: Outcome = failed('cancelled', 'cancelled');

function failed(state: Outcome['state'], error: string): Outcome {
  return { state, name: null, purpose: null, error };
}

/** Lines from the end, as Rust's `lines().rev()` has them, without making them all. */
function lastNonBlankLine(text: string): string | null {
  for (let end = text.length, start = 0; end >= 0; end = start - 1) {
    // `lastIndexOf` takes a negative position for 0.
    start = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(start, end);
    if (!isBlank(line)) return line;
  }
  return null;
}

/** The last non-blank line of stderr, trimmed, at most 200 code points; `(no stderr)` where there is none (S4). */
export function excerpt(stderr: string): string {
  const line = trim(lastNonBlankLine(stderr) ?? '');
  // A code point takes at most two UTF-16 units.
  return [...line.slice(0, 400)].slice(0, 200).join('') || '(no stderr)';
}

/** The result of a block, the first of 4.3's rules that applies. `limit` is the runner's time limit as the file has it. */
export function judge(ending: Ending, limit: bigint, stdout: () => string, stderr: () => string): Outcome {
  if (ending.kind === 'cancelled') return CANCELLED;
  if (ending.kind === 'not-started') return failed('spawn-failed', ending.why);
  if (ending.kind === 'timeout') return failed('timeout', `naming runner timed out after ${limit}s — killed`);
  if (ending.code !== 0) {
    return failed('exit-nonzero', `naming runner exited with status ${ending.code ?? '?'}: ${excerpt(stderr())}`);
  }
  const line = lastNonBlankLine(stdout());
  if (line === null) return failed('bad-output', 'naming runner printed no output');
  const said = parseAndSanitize(line);
  return said.ok ? { state: 'ok', ...said.value, error: null } : failed('bad-output', said.error);
}
