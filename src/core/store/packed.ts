import type { Result } from '../../shared/result';

/** What a package says about itself in its own manifest. */
export interface PackedIdentity {
  /** The bare name; a scope is given by the store. */
  readonly name: string;
  readonly version: string;
  /** agent, tool, driver, hook, skill. */
  readonly runtime: string;
}

/** Reads a package's own manifest from its archive: `broken` where it is none. */
export type ReadPacked = (path: string) => Result<PackedIdentity>;
