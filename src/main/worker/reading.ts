import type { OpenDecision } from '../../core/open/choice';
import type { Result } from '../../shared/result';
import type { Jobs } from './jobs';
import { type Child, ReaderProcess } from './reader-process';

/** Which reader: what people wait for, or long work in the background. */
export type Role = 'front' | 'background';

/** Main's way to read files, which it never does itself. */
export class Reading {
  readonly front: ReaderProcess<Jobs>;
  readonly background: ReaderProcess<Jobs>;
  readonly #limit: () => number;

  /** `limit` gives the present time limit of one request in milliseconds. */
  constructor(fork: (role: Role) => Child, limit: () => number) {
    this.front = new ReaderProcess<Jobs>(() => fork('front'));
    this.background = new ReaderProcess<Jobs>(() => fork('background'));
    this.#limit = limit;
  }

  get limit(): number {
    return this.#limit();
  }

  whatOpens(path: string): Promise<Result<OpenDecision>> {
    return this.front.ask('whatOpens', path, { limit: this.limit });
  }

  dispose(): void {
    this.front.dispose();
    this.background.dispose();
  }
}
