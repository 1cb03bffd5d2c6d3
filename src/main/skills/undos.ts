import type { Fixed } from './jobs';

/** Fixes that can be taken back, and bytes of all of them together. */
const MOST = 50;
const BYTES = 64 * 1024 * 1024;

/** What fixes replaced, kept in memory until the view is closed; the oldest goes first. */
export class Undos {
  readonly #kept = new Map<number, Fixed>();
  #count = 0;

  keep(fixed: Fixed): number {
    this.#kept.set(++this.#count, fixed);
    let bytes = 0;
    for (const [number, { before }] of [...this.#kept].reverse()) {
      bytes += before.length;
      if (number <= this.#count - MOST || (bytes > BYTES && number !== this.#count)) this.#kept.delete(number);
    }
    return this.#count;
  }

  find(number: number): Fixed | undefined {
    return this.#kept.get(number);
  }

  forget(number: number): void {
    this.#kept.delete(number);
  }
}
