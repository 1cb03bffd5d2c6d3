import { BLOCK_STATES, type BlockRow, type BlockState, type Counters } from '../../shared/models/naming';
import type { Block } from './block';
import type { Outcome } from './judge';

/** More changed rows than this are not named one by one. */
const NAMED_CHANGES = 500;

/** What is known of one block. */
export interface Cell {
  readonly state: BlockState;
  /** Of its last run; kept while it waits for another. */
  outcome: Outcome | null;
  /** Milliseconds of its last run. */
  ms: number | null;
  attempts: number;
}

/** The blocks of a batch with their states. Every change of a state goes through `set`, so the counters add up. */
export class Cells {
  readonly #blocks: readonly Block[];
  readonly #cells: (Cell & { state: BlockState })[];
  readonly #states: Record<BlockState, number>;
  #changed: Set<number> | null = new Set();

  constructor(blocks: readonly Block[]) {
    this.#blocks = blocks;
    this.#cells = blocks.map(() => ({ state: 'queued', outcome: null, ms: null, attempts: 0 }));
    this.#states = Object.fromEntries(BLOCK_STATES.map((state) => [state, 0])) as Record<BlockState, number>;
    this.#states.queued = blocks.length;
  }

  get size(): number {
    return this.#cells.length;
  }

  /** Blocks that have no result yet. */
  get left(): number {
    return this.#states.queued + this.#states.running;
  }

  at(index: number): Cell | undefined {
    return this.#cells[index];
  }

  set(index: number, state: BlockState): void {
    const cell = this.#cells[index];
    if (!cell) return;
    this.#states[cell.state]--;
    this.#states[state]++;
    cell.state = state;
    this.#changed?.add(index);
    if (this.#changed && this.#changed.size > NAMED_CHANGES) this.#changed = null;
  }

  indicesWhere(test: (state: BlockState) => boolean): number[] {
    return this.#cells.flatMap(({ state }, index) => (test(state) ? [index] : []));
  }

  counters(): Counters {
    return { total: this.#cells.length, states: { ...this.#states } };
  }

  /** Blocks that changed since `forgetChanges`; null when they are too many to name. */
  get changed(): number[] | null {
    return this.#changed === null ? null : [...this.#changed];
  }

  forgetChanges(): void {
    this.#changed = new Set();
  }

  /** One block as a row; `runningMs` is asked only for one that runs. */
  row(index: number, runningMs: () => number | null): BlockRow | null {
    const cell = this.#cells[index];
    const block = this.#blocks[index];
    if (!cell || !block) return null;
    const { state, attempts } = cell;
    const outcome = state === 'queued' || state === 'running' ? null : cell.outcome;
    return {
      index,
      blockId: block.blockId,
      state,
      ms: state === 'running' ? runningMs() : state === 'queued' ? null : cell.ms,
      attempts,
      name: outcome?.name ?? null,
      purpose: outcome?.purpose ?? null,
      error: outcome?.error ?? null,
    };
  }
}

/** Whether a block ended without a name. */
export function isFailed(state: BlockState): boolean {
  return state !== 'ok' && state !== 'queued' && state !== 'running';
}
