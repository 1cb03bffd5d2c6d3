/** Where in a text something stands: 1-based line and column (code points). */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * Why something failed for a reason outside the program, as data that crosses processes unchanged.
 * `code` is null where Murmur itself has none.
 */
export interface Failure {
  readonly code: string | null;
  readonly message: string;
  /** What the person can do next. */
  readonly hint?: string;
  readonly place?: Place;
}

/** The result of anything that can fail for an outside reason. Throwing is for bugs. */
export type Result<T, E = Failure> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });
export const err = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error });

/** A failure in one line. */
export function failure(code: string | null, message: string, hint?: string): Failure {
  return hint === undefined ? { code, message } : { code, message, hint };
}
