import type { Result } from '../../shared/result';
import type { Identified } from '../opening';
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

  identify(path: string): Promise<Result<Identified>> {
    return this.front.ask('identify', path, { limit: this.limit });
  }

  dispose(): void {
    this.front.dispose();
    this.back.dispose();
  }
}
