/**
 * The pool as a pure state machine: what happened goes in, what to do comes out. It knows runs, time limits and the
 * order of things; it knows no process, clock, file or result (4.3).
 */

/** Runners at one time (S4's `NAMING_PARALLELISM`). */
export const PARALLELISM = 4;
/** Milliseconds between SIGTERM and SIGKILL. */
export const KILL_AFTER_MS = 1000;
/** Milliseconds the pipes get after the exit. */
export const DRAIN_MS = 250;
/** Milliseconds between two looks at a group that is being ended. */
export const LOOK_MS = 20;

export type RunTimer = 'limit' | 'kill' | 'drain' | 'look';

/** How a run came to its end, as far as its process tells. Code and signal as the system gives them. */
export type Ending =
  | { readonly kind: 'exited'; readonly code: number | null; readonly signal: string | null }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'not-started'; readonly why: string };

/** One start of one block. A block that is retried has a new run, perhaps while its old one's group still ends. */
interface Run {
  readonly block: number;
  /** starting: no process yet. leaving: its result is given, only its group is left. */
  readonly phase: 'starting' | 'running' | 'draining' | 'leaving';
  /** Why it is being ended by us, if it is. */
  readonly endedBy: 'timeout' | 'cancelled' | null;
  /** Whether its group was asked to end. */
  readonly asked: boolean;
  readonly exit: { readonly code: number | null; readonly signal: string | null } | null;
}

export interface PoolState {
  /** Milliseconds of one block, from spawn. */
  readonly limitMs: number;
  /** Blocks to start, in order; the ones before `next` were taken. */
  readonly queue: readonly number[];
  readonly next: number;
  readonly runs: ReadonlyMap<number, Run>;
  readonly nextRun: number;
  /** open: starts blocks. stopping: lets the running ones end. cancelling: ends them. */
  readonly mode: 'open' | 'stopping' | 'cancelling';
}

export type PoolEvent =
  | { readonly type: 'enqueue'; readonly blocks: readonly number[] }
  | { readonly type: 'stop' }
  | { readonly type: 'cancel' }
  | { readonly type: 'started'; readonly run: number }
  | { readonly type: 'not-started'; readonly run: number; readonly why: string }
  | { readonly type: 'exited'; readonly run: number; readonly code: number | null; readonly signal: string | null }
  | { readonly type: 'pipes-closed'; readonly run: number }
  | { readonly type: 'timer'; readonly run: number; readonly timer: RunTimer }
  /** The answer to `look`: whether a process of the group is left (a zombie is none). */
  | { readonly type: 'looked'; readonly run: number; readonly alive: boolean };

export type PoolEffect =
  | { readonly do: 'start'; readonly run: number; readonly block: number }
  | { readonly do: 'arm'; readonly run: number; readonly timer: RunTimer; readonly ms: number }
  | { readonly do: 'disarm'; readonly run: number; readonly timer: RunTimer }
  | { readonly do: 'signal'; readonly run: number; readonly signal: 'SIGTERM' | 'SIGKILL' }
  | { readonly do: 'look'; readonly run: number }
  /** The block's result is decided; its pipes are done with. */
  | { readonly do: 'settle'; readonly run: number; readonly block: number; readonly ending: Ending }
  /** Blocks that were waiting and will not be started. */
  | { readonly do: 'drop'; readonly blocks: readonly number[] }
  /** No process of the run is left: its folder can go. */
  | { readonly do: 'release'; readonly run: number }
  /** Nothing runs, nothing waits, nothing is left. */
  | { readonly do: 'rest' };

export interface Step {
  readonly state: PoolState;
  readonly effects: readonly PoolEffect[];
}

export function newPool(limitMs: number): PoolState {
  return { limitMs, queue: [], next: 0, runs: new Map(), nextRun: 0, mode: 'open' };
}

/** Whether anything runs, waits or is being ended. */
export function isResting(state: PoolState): boolean {
  return state.runs.size === 0 && state.next === state.queue.length;
}

/** One event. Events of runs that are over, and timers that come too late, change nothing. */
export function step(state: PoolState, event: PoolEvent): Step {
  const draft = new Draft(state);
  if (event.type === 'enqueue') draft.enqueue(event.blocks);
  else if (event.type === 'stop') draft.stop('stopping');
  else if (event.type === 'cancel') draft.cancel();
  else {
    const run = draft.runs.get(event.run);
    if (run) draft.runEvent(event.run, run, event);
  }
  return draft.done();
}

type RunEvent = Exclude<PoolEvent, { type: 'enqueue' | 'stop' | 'cancel' }>;

/** The next state while it is being made. */
class Draft {
  readonly runs: Map<number, Run>;
  readonly #effects: PoolEffect[] = [];
  readonly #before: PoolState;
  #queue: readonly number[];
  #next: number;
  #nextRun: number;
  #mode: PoolState['mode'];
  constructor(state: PoolState) {
    this.#before = state;
    this.runs = new Map(state.runs);
    this.#queue = state.queue;
    this.#next = state.next;
    this.#nextRun = state.nextRun;
    this.#mode = state.mode;
  }

  done(): Step {
    this.#startNext();
    const { limitMs } = this.#before;
    let state: PoolState = {
      limitMs,
      queue: this.#queue,
      next: this.#next,
      runs: this.runs,
      nextRun: this.#nextRun,
      mode: this.#mode,
    };
    if (isResting(state)) {
      if (!isResting(this.#before) || this.#mode !== this.#before.mode) this.#effects.push({ do: 'rest' });
      state = { ...state, queue: [], next: 0, mode: 'open' };
    }
    return { state, effects: this.#effects };
  }

  enqueue(blocks: readonly number[]): void {
    if (this.#mode === 'open') this.#queue = [...this.#queue.slice(this.#next), ...blocks];
    else this.#effects.push({ do: 'drop', blocks });
    if (this.#mode === 'open') this.#next = 0;
    if (blocks.length === 0 && isResting(this.#before)) this.#effects.push({ do: 'rest' });
  }

  stop(mode: 'stopping' | 'cancelling'): void {
    const waiting = this.#queue.slice(this.#next);
    this.#next = this.#queue.length;
    if (waiting.length > 0) this.#effects.push({ do: 'drop', blocks: waiting });
    if (this.#mode !== 'cancelling') this.#mode = mode;
  }

  cancel(): void {
    this.stop('cancelling');
    for (const [id, run] of this.runs) {
      // What exited has its result; what could not be started yet is ended as soon as it is.
      if (run.phase === 'starting') this.#put(id, { ...run, endedBy: 'cancelled' });
      else if (run.phase === 'running') this.#end(id, run, 'cancelled');
    }
  }

  runEvent(id: number, run: Run, event: RunEvent): void {
    if (event.type === 'started') this.#started(id, run);
    else if (event.type === 'not-started') this.#notStarted(id, run, event.why);
    else if (event.type === 'exited') this.#exited(id, run, { code: event.code, signal: event.signal });
    else if (event.type === 'looked') this.#looked(id, run, event.alive);
    else if (event.type === 'timer') this.#timer(id, run, event.timer);
    else if (run.phase === 'draining') this.#settle(id, run);
  }

  #startNext(): void {
    let busy = 0;
    for (const run of this.runs.values()) if (run.phase !== 'leaving') busy++;
    for (; busy < PARALLELISM && this.#mode === 'open'; busy++) {
      const block = this.#queue[this.#next];
      if (block === undefined) return;
      this.#next++;
      const run = this.#nextRun++;
      this.#put(run, { block, phase: 'starting', endedBy: null, asked: false, exit: null });
      this.#effects.push({ do: 'start', run, block });
    }
  }

  #put(id: number, run: Run): Run {
    this.runs.set(id, run);
    return run;
  }

  #started(id: number, run: Run): void {
    if (run.phase !== 'starting') return;
    const running = this.#put(id, { ...run, phase: 'running' });
    if (running.endedBy) this.#end(id, running, running.endedBy);
    else this.#effects.push({ do: 'arm', run: id, timer: 'limit', ms: this.#before.limitMs });
  }

  #notStarted(id: number, run: Run, why: string): void {
    if (run.phase !== 'starting') return;
    const ending: Ending = run.endedBy === 'cancelled' ? { kind: 'cancelled' } : { kind: 'not-started', why };
    this.#effects.push({ do: 'settle', run: id, block: run.block, ending }, { do: 'release', run: id });
    this.runs.delete(id);
  }

  /** Ends a running run for a reason that decides its result. */
  #end(id: number, run: Run, by: 'timeout' | 'cancelled'): void {
    this.#effects.push({ do: 'disarm', run: id, timer: 'limit' });
    this.#ask(id, { ...run, endedBy: run.endedBy ?? by });
  }

  /** Asks a group to end, and makes it end a second later. */
  #ask(id: number, run: Run): void {
    this.#put(id, { ...run, asked: true });
    if (run.asked) return;
    this.#effects.push({ do: 'signal', run: id, signal: 'SIGTERM' });
    this.#effects.push({ do: 'arm', run: id, timer: 'kill', ms: KILL_AFTER_MS });
  }

  #exited(id: number, run: Run, exit: Run['exit']): void {
    if (run.phase !== 'running') return;
    this.#put(id, { ...run, phase: 'draining', exit });
    this.#effects.push({ do: 'disarm', run: id, timer: 'limit' });
    this.#effects.push({ do: 'arm', run: id, timer: 'drain', ms: DRAIN_MS });
  }

  #settle(id: number, run: Run): void {
    const ending: Ending = run.endedBy
      ? { kind: run.endedBy }
      : { kind: 'exited', code: run.exit?.code ?? null, signal: run.exit?.signal ?? null };
    this.#put(id, { ...run, phase: 'leaving' });
    this.#effects.push({ do: 'disarm', run: id, timer: 'drain' });
    this.#effects.push({ do: 'settle', run: id, block: run.block, ending });
    this.#effects.push({ do: 'look', run: id });
  }

  #looked(id: number, run: Run, alive: boolean): void {
    if (run.phase !== 'leaving') return;
    if (alive) {
      this.#ask(id, run);
      this.#effects.push({ do: 'arm', run: id, timer: 'look', ms: LOOK_MS });
      return;
    }
    for (const timer of ['kill', 'look'] as const) this.#effects.push({ do: 'disarm', run: id, timer });
    this.#effects.push({ do: 'release', run: id });
    this.runs.delete(id);
  }

  #timer(id: number, run: Run, timer: RunTimer): void {
    if (timer === 'limit' && run.phase === 'running') this.#end(id, run, 'timeout');
    else if (timer === 'kill') this.#effects.push({ do: 'signal', run: id, signal: 'SIGKILL' });
    else if (timer === 'drain' && run.phase === 'draining') this.#settle(id, run);
    else if (timer === 'look' && run.phase === 'leaving') this.#effects.push({ do: 'look', run: id });
  }
}
