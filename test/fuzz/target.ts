import type fc from 'fast-check';

/** One kind of hostile input: how cases are made, and what must hold for each. */
export interface Target<T> {
  readonly name: string;
  readonly what: string;
  /** Processor time that one case may take, in milliseconds. */
  readonly limitMs: number;
  readonly cases: fc.Arbitrary<T>;
  /** Throws where something does not hold for a case. */
  readonly check: (value: T) => void | Promise<void>;
}

/** A target whose cases are not told apart: what the runner, the worker and the replay handle. */
export interface AnyTarget extends Omit<Target<unknown>, 'check'> {
  readonly check: (value: unknown) => Promise<void>;
}

/** Hides the type of a target's cases; what is replayed was made by the same target. */
export function target<T>(of: Target<T>): AnyTarget {
  return { ...of, check: async (value) => of.check(value as T) };
}
