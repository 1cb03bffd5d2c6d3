/** When gathered events are given out. Milliseconds. */
export interface CoalesceTimes {
  /** So long nothing more has come. */
  readonly quiet: number;
  /** So long after the first at the latest, however many still come. */
  readonly longest: number;
}

/** Gathers events and gives them out together: after a quiet moment, or after the longest wait. */
export class Coalescer<T> {
  readonly #times: CoalesceTimes;
  readonly #give: (gathered: ReadonlySet<T>) => void;
  #gathered = new Set<T>();
  #timer: NodeJS.Timeout | null = null;
  #first = 0;

  constructor(times: CoalesceTimes, give: (gathered: ReadonlySet<T>) => void) {
    this.#times = times;
    this.#give = give;
  }

  add(event: T): void {
    const now = Date.now();
    if (this.#timer === null) this.#first = now;
    else clearTimeout(this.#timer);
    this.#gathered.add(event);
    const left = this.#first + this.#times.longest - now;
    this.#timer = setTimeout(() => this.#flush(), Math.max(0, Math.min(this.#times.quiet, left)));
    this.#timer.unref();
  }

  #flush(): void {
    const gathered = this.#gathered;
    this.#gathered = new Set();
    this.#timer = null;
    this.#give(gathered);
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#gathered.clear();
  }
}
