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
  /** Milliseconds without an answer or progress after which one request is given up; the settings set it. */
  limit = 60_000;

  constructor(fork: (role: Role) => Child) {
    this.front = new ReaderProcess<Jobs>(() => fork('front'));
    this.background = new ReaderProcess<Jobs>(() => fork('background'));
  }

  whatOpens(path: string): Promise<Result<OpenDecision>> {
    return this.front.ask('whatOpens', path, { limit: this.limit });
  }

  dispose(): void {
    this.front.dispose();
    this.background.dispose();
  }
}
