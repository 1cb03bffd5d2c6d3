import type { Clock } from './process/port';

/**
 * Calls `send` soon after `touch`, but never twice within `everyMs`: many touches are one call, and the last touch is
 * always followed by one.
 */
export class Throttle {
  readonly #clock: Clock;
  readonly #everyMs: number;
  readonly #send: () => void;
  #last = Number.NEGATIVE_INFINITY;
  #takeBack: (() => void) | null = null;
  constructor(clock: Clock, everyMs: number, send: () => void) {
    this.#clock = clock;
    this.#everyMs = everyMs;
    this.#send = send;
  }

  touch(): void {
    if (this.#takeBack) return;
    const wait = Math.max(0, this.#last + this.#everyMs - this.#clock.now());
    this.#takeBack = this.#clock.after(wait, () => {
      this.#takeBack = null;
      this.#last = this.#clock.now();
      this.#send();
    });
  }

  /** No call after this. */
  stop(): void {
    this.#takeBack?.();
    this.#takeBack = () => {};
  }
}
