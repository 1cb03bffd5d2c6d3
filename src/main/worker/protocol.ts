import type { Result } from '../../shared/result';

/** What main says to a reader process: a request with its number, or that a request is given up. */
export type ToReader =
  | { readonly id: number; readonly job: string; readonly input: unknown }
  | { readonly abort: number };

/** What a reader process says: how far a request is, what it found so far, and its one answer. */
export type FromReader =
  | { readonly id: number; readonly done: number; readonly total: number }
  | { readonly id: number; readonly part: unknown }
  | { readonly id: number; readonly result: Result<unknown> };

/** What a job is given beside its input. */
export interface JobContext {
  readonly signal: AbortSignal;
  /** Bytes or records done, of `total`. May be called as often as one likes. */
  readonly onProgress: (done: number, total: number) => void;
  /** Hands on what was found so far, for jobs that answer bit by bit. */
  readonly onPart?: (part: unknown) => void;
}
export type Job<I = never, O = unknown> = (input: I, context: JobContext) => Result<O> | Promise<Result<O>>;
