import { whatOpens } from '../../core/open/what';
import type { Job } from './protocol';

/** Everything the reader processes do, by name. */
export const jobs = {
  whatOpens: (path: string) => whatOpens(path),
} as const satisfies Record<string, Job>;
export type Jobs = typeof jobs;
