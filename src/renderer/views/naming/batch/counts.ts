import type { BlockState, Counters } from '../../../../shared/models/naming';

/** Ways to fail, in the order they are told. */
export const FAILED_STATES = ['bad-output', 'timeout', 'exit-nonzero', 'spawn-failed'] as const satisfies BlockState[];
/** Every state, as a person reads them. */
export const ALL_STATES = ['queued', 'running', 'ok', ...FAILED_STATES, 'cancelled'] as const satisfies BlockState[];

/** What a batch's counters say to a person. */
export interface Counts {
  readonly total: number;
  readonly done: number;
  readonly named: number;
  readonly failed: number;
  readonly running: number;
  readonly queued: number;
  readonly cancelled: number;
  /** Each way of failing that occurred. */
  readonly kinds: readonly (readonly [(typeof FAILED_STATES)[number], number])[];
}

export function countsOf({ total, states }: Counters): Counts {
  const kinds = FAILED_STATES.map((state) => [state, states[state]] as const).filter(([, count]) => count > 0);
  const failed = kinds.reduce((sum, [, count]) => sum + count, 0);
  const { ok: named, running, queued, cancelled } = states;
  return { total, done: total - running - queued, named, failed, running, queued, cancelled, kinds };
}

/** `12 s`, `3 min 20 s`, `1 h 4 min`: a time for people, to the second. */
export function duration(ms: number): string {
  const all = Math.max(0, Math.round(ms / 1000));
  if (all < 60) return `${all} s`;
  if (all < 3600) return `${Math.floor(all / 60)} min ${all % 60} s`;
  return `${Math.floor(all / 3600)} h ${Math.floor((all % 3600) / 60)} min`;
}

/** `0.31 s`, `20.0 s`, `124 s`: the time of one block, three figures of it. */
export function blockTime(ms: number): string {
  const s = ms / 1000;
  return `${s.toFixed(s < 9.995 ? 2 : s < 99.95 ? 1 : 0)} s`;
}
