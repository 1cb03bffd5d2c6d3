import type { OpenDecision } from '../../core/open/choice';
import type { Result } from '../../shared/result';
import type { Jobs } from './jobs';
import { type Child, ReaderProcess } from './reader-process';

/**
 * Which reader: what people wait for, long work in the background, or what they asked for beside it (search, comparison,
 * saving), which starts with its first question.
 */
export type Role = 'front' | 'background' | 'aside';

/** Main's way to read files, which it never does itself. */
export class Reading {
  readonly front: ReaderProcess<Jobs>;
  readonly background: ReaderProcess<Jobs>;
  readonly aside: ReaderProcess<Jobs>;
  /** Milliseconds without an answer or progress after which one request is given up; the settings set it. */
  limit = 60_000;

  constructor(fork: (role: Role) => Child) {
    this.front = new ReaderProcess<Jobs>(() => fork('front'));
    this.background = new ReaderProcess<Jobs>(() => fork('background'));
    this.aside = new ReaderProcess<Jobs>(() => fork('aside'));
  }

  whatOpens(path: string): Promise<Result<OpenDecision>> {
    return this.front.ask('whatOpens', path, { limit: this.limit });
  }

  dispose(): void {
    this.front.dispose();
    this.background.dispose();
    this.aside.dispose();
  }
}
