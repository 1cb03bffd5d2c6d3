import type { OpenDecision } from '../../core/open/choice';
import type { Result } from '../../shared/result';
import type { Jobs } from './jobs';
import type { Child } from './reader-process';
import { ReaderProcess } from './reader-process';

/** Main's way to read files: one process for what people wait for, one for long work in the background. */
export class Reading {
  readonly front: ReaderProcess<Jobs>;
  readonly back: ReaderProcess<Jobs>;
  readonly #limit: () => number;

  /** `limit` gives the present time limit of one request in milliseconds. */
  constructor(fork: (name: string) => Child, limit: () => number) {
    this.front = new ReaderProcess<Jobs>(() => fork('Murscope reader'));
    this.back = new ReaderProcess<Jobs>(() => fork('Murscope background reader'));
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
    this.back.dispose();
  }
}
