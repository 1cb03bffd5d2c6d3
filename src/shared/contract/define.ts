import type { z } from 'zod';

/** One request and its answer: the schemas of its arguments (a tuple) and of the value of its result. */
export interface Call<A extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  readonly args: A;
  readonly value: R;
}

/** Defines a call: `call(z.tuple([token]), packageSummarySchema)`. Every answer is a `Result` of the value. */
export function call<A extends z.ZodType<readonly unknown[]>, R extends z.ZodType>(args: A, value: R): Call<A, R> {
  return { args, value };
}
