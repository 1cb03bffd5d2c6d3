import { identify } from './identify';
import type { Job } from './protocol';

/** Everything the reader processes do, by name. */
export const jobs = {
  identify: (path: string) => identify(path),
} as const satisfies Record<string, Job>;
export type Jobs = typeof jobs;
