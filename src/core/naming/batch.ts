import type {
  BatchEvent,
  BatchPhase,
  BlockLog,
  BlockRow,
  BlockState,
  Counters,
  Runner,
} from '../../shared/models/naming';
import type { Block } from './block';
import { Cells, isFailed } from './cells';
import { CANCELLED, type Outcome } from './judge';
import { Logs } from './logs';
import { newPool, type PoolEffect, type PoolEvent, type PoolState, step } from './pool';
import type { Machine } from './process/port';
import { systemMachine } from './process/system';
import { RunningBlock } from './run';
import { Throttle } from './throttle';

/** Milliseconds between two events: at most 20 a second. */
const EVENT_EVERY_MS = 50;
/** Results before there is an estimate. */
const ESTIMATE_AFTER = 3;

export interface BatchOptions {
  readonly runner: Runner;
  readonly blocks: readonly Block[];
  /** Where the runner works. */
  readonly cwd: string;
  readonly machine?: Machine;
  /** Changes, at most 20 times a second; the last change always comes. */
  readonly onEvent?: (event: BatchEvent) => void;
  /** Each block as soon as its result is there, in the order of their ends. */
  readonly onResult?: (index: number) => void;
  /** Bytes of all logs together; 0 keeps none. */
  readonly logsLimit?: number;
}

/**
 * A batch of blocks and its runners (4.3): four at a time in a sliding window, one result a block in block order. The
 * promise of `start`, `retry` and `dispose` settles only when no process of the runners' groups and no packet file is
 * left.
 */
export class NamingBatch {
  readonly #options: BatchOptions;
  readonly #machine: Machine;
  readonly #logs: Logs;
  readonly #events: Throttle;
  readonly #cells: Cells;
  readonly #running = new Map<number, { readonly block: number; readonly run: RunningBlock }>();
  #pool: PoolState;
  #phase: BatchPhase = 'ready';
  #atRest: (() => void)[] = [];
  /** Events of the pool that came while it was doing what an earlier one asked for. */
  #inbox: PoolEvent[] = [];
  #stepping = false;
  #startedAt = 0;
  #elapsedBefore = 0;
  /** Results of the current stretch, for the estimate. */
  #stretchDone = 0;

  constructor(options: BatchOptions) {
    this.#options = options;
    this.#machine = options.machine ?? systemMachine;
    this.#logs = new Logs(options.logsLimit);
    this.#events = new Throttle(this.#machine.clock, EVENT_EVERY_MS, () => this.#sendEvent());
    this.#cells = new Cells(options.blocks);
    this.#pool = newPool(Number(options.runner.namingTimeoutSecs) * 1000);
  }

  /** Runs all blocks. Settles when nothing of them is left. */
  start(): Promise<void> {
    return this.#enqueue(this.#everyIndex());
  }

  /** Runs these blocks again; every other block keeps its result. Blocks that wait or run are left alone. */
  retry(indices: readonly number[]): Promise<void> {
    const again = [...new Set(indices)].filter((index) => {
      const state = this.#cells.at(index)?.state;
      return state !== undefined && state !== 'queued' && state !== 'running';
    });
    for (const index of again) this.#set(index, 'queued');
    return this.#enqueue(again);
  }

  /** Blocks that did not get a name: what `Retry failed` means. */
  failed(): number[] {
    return this.#cells.indicesWhere(isFailed);
  }

  /** Ends the running blocks and starts no more. */
  cancel(): Promise<void> {
    if (this.#phase === 'ready') this.#dropAll();
    else this.#moveOn('cancelling', { type: 'cancel' });
    return this.whenAtRest();
  }

  /** Lets the running blocks end and starts no more. */
  stopAfterRunning(): Promise<void> {
    if (this.#phase === 'ready') this.#dropAll();
    else this.#moveOn('stopping', { type: 'stop' });
    return this.whenAtRest();
  }

  /** Cancels; afterwards there are no events. */
  async dispose(): Promise<void> {
    await this.cancel();
    this.#events.stop();
  }

  /** Settles when nothing runs, nothing waits and nothing is left. */
  whenAtRest(): Promise<void> {
    if (this.#phase === 'ready' || this.#phase === 'done') return Promise.resolve();
    return new Promise((resolve) => this.#atRest.push(resolve));
  }

  get phase(): BatchPhase {
    return this.#phase;
  }

  get size(): number {
    return this.#cells.size;
  }

  counters(): Counters {
    return this.#cells.counters();
  }

  row(index: number): BlockRow | null {
    return this.#cells.row(index, () => this.#runningMs(index));
  }

  rows(from = 0, count = Number.POSITIVE_INFINITY): BlockRow[] {
    const rows: BlockRow[] = [];
    for (let index = from; index < Math.min(this.size, from + count); index++) {
      const row = this.row(index);
      if (row) rows.push(row);
    }
    return rows;
  }

  log(index: number): BlockLog | null {
    const block = this.#options.blocks[index];
    return block ? this.#logs.read(index, block.blockId) : null;
  }

  /** What `onEvent` would say now. */
  event(): BatchEvent {
    const elapsedMs = this.#elapsed();
    const running = this.#phase !== 'ready' && this.#phase !== 'done';
    const thisStretch = elapsedMs - this.#elapsedBefore;
    const estimateMs =
      running && this.#stretchDone >= ESTIMATE_AFTER ? (thisStretch / this.#stretchDone) * this.#cells.left : null;
    return { phase: this.#phase, counters: this.counters(), elapsedMs, estimateMs, changed: this.#cells.changed };
  }

  #enqueue(blocks: readonly number[]): Promise<void> {
    if (this.#phase === 'ready' || this.#phase === 'done') {
      this.#elapsedBefore = this.#elapsed();
      this.#startedAt = this.#machine.clock.now();
      this.#stretchDone = 0;
      this.#phase = 'running';
    }
    const rest = this.whenAtRest();
    this.#step({ type: 'enqueue', blocks });
    return rest;
  }

  #moveOn(phase: BatchPhase, event: PoolEvent): void {
    if (this.#phase === 'done') return;
    if (this.#phase !== 'cancelling') this.#phase = phase;
    this.#step(event);
    this.#events.touch();
  }

  /** A batch that was never started is over without one block running. */
  #dropAll(): void {
    this.#drop(this.#everyIndex());
    this.#phase = 'done';
    this.#events.touch();
  }

  #step(event: PoolEvent): void {
    this.#inbox.push(event);
    if (this.#stepping) return;
    this.#stepping = true;
    for (let next = this.#inbox.shift(); next; next = this.#inbox.shift()) {
      const { state, effects } = step(this.#pool, next);
      this.#pool = state;
      for (const effect of effects) this.#do(effect);
    }
    this.#stepping = false;
  }

  #do(effect: PoolEffect): void {
    if (effect.do === 'start') this.#startRun(effect.run, effect.block);
    else if (effect.do === 'drop') this.#drop(effect.blocks);
    else if (effect.do === 'rest') this.#rest();
    else {
      const run = this.#running.get(effect.run)?.run;
      if (run) this.#doWith(run, effect);
    }
  }

  #doWith(run: RunningBlock, effect: Exclude<PoolEffect, { do: 'start' | 'drop' | 'rest' }>): void {
    if (effect.do === 'arm') run.arm(effect.timer, effect.ms);
    else if (effect.do === 'disarm') run.disarm(effect.timer);
    else if (effect.do === 'signal') run.signal(effect.signal);
    else if (effect.do === 'look') run.look();
    else if (effect.do === 'settle') this.#settle(effect.block, run, run.settle(effect.ending));
    else {
      run.release();
      this.#running.delete(effect.run);
    }
  }

  #startRun(run: number, index: number): void {
    const block = this.#options.blocks[index];
    const cell = this.#cells.at(index);
    if (!block || !cell) return;
    const { runner, cwd } = this.#options;
    const running = new RunningBlock({ run, runner, block, cwd }, this.#machine, (event) => this.#step(event));
    this.#running.set(run, { block: index, run: running });
    this.#logs.begin(index, running.recording);
    cell.attempts++;
    this.#set(index, 'running');
    running.start();
  }

  #settle(index: number, run: RunningBlock, outcome: Outcome): void {
    const cell = this.#cells.at(index);
    if (!cell) return;
    cell.ms = run.elapsed();
    cell.outcome = outcome;
    this.#stretchDone++;
    this.#logs.end(index);
    this.#set(index, outcome.state);
    this.#options.onResult?.(index);
  }

  /** Blocks that waited: cancelled, or back to what they were before the retry that did not come. */
  #drop(indices: readonly number[]): void {
    for (const index of indices) {
      const cell = this.#cells.at(index);
      if (!cell) continue;
      cell.outcome ??= CANCELLED;
      this.#set(index, cell.outcome.state);
      this.#options.onResult?.(index);
    }
  }

  #set(index: number, state: BlockState): void {
    this.#cells.set(index, state);
    this.#events.touch();
  }

  #everyIndex(): number[] {
    return Array.from({ length: this.size }, (_, index) => index);
  }

  #rest(): void {
    this.#elapsedBefore = this.#elapsed();
    this.#phase = 'done';
    this.#events.touch();
    const waiting = this.#atRest;
    this.#atRest = [];
    for (const resolve of waiting) resolve();
  }

  #elapsed(): number {
    const running = this.#phase !== 'ready' && this.#phase !== 'done';
    return this.#elapsedBefore + (running ? this.#machine.clock.now() - this.#startedAt : 0);
  }

  #runningMs(index: number): number | null {
    for (const { block, run } of this.#running.values()) if (block === index) return run.elapsed();
    return null;
  }

  #sendEvent(): void {
    const event = this.event();
    this.#cells.forgetChanges();
    this.#options.onEvent?.(event);
  }
}
