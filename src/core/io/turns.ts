/** How long the event loop may wait for long work. Milliseconds. */
const SLICE = 12;

/**
 * Lets timers, messages and aborts through every so often in work of very many small steps:
 * `if (turns.due && (await turns.take())) return cancelled`.
 */
export class Turns {
  readonly #signal: AbortSignal | undefined;
  #since = performance.now();

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  /** Whether the event loop has waited long enough. */
  get due(): boolean {
    return performance.now() - this.#since >= SLICE;
  }

  /** Runs the event loop once; answers whether the signal has aborted. */
  async take(): Promise<boolean> {
    await new Promise<void>((resume) => setImmediate(resume));
    this.#since = performance.now();
    return this.#signal?.aborted ?? false;
  }
}
