import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How long nothing is asked or answered until memory is given back: collecting must not meet the next opening. Milliseconds. */
const QUIET = 1500;

/** The engine's collector. A process that has nothing to do never collects by itself, and would keep what was closed. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') return () => {};
  return () => {
    collect();
    // This kind also gives empty pages back to the system; engines that do not know it make little of it.
    collect({ type: 'major', flavor: 'last-resort' });
  };
}

/** Collects once the process has been told nothing for a while. `collect` is made only when it is needed. */
export class GiveBack {
  readonly #make: () => () => void;
  #collect: (() => void) | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(make: () => () => void = collector) {
    this.#make = make;
  }

  /** Something was closed: its memory is due. */
  due(): void {
    this.#arm();
  }

  /** Something is asked or answered, so the quiet begins anew. */
  busy(): void {
    if (this.#timer !== undefined) this.#arm();
  }

  #arm(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#collect ??= this.#make();
      this.#collect();
    }, QUIET);
  }
}
