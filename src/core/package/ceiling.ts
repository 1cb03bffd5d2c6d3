/** What one read of an entry may give, in bytes, unless the environment says otherwise: 500 MiB, as Murmur has it. */
export const DEFAULT_CEILING = 524_288_000;
const NAME = 'MURMUR_MAX_ARTIFACT_DECOMPRESSED_BYTES';
const MAX_U64 = 18_446_744_073_709_551_615n;

/**
 * Murmur's decompression ceiling in bytes: `MURMUR_MAX_ARTIFACT_DECOMPRESSED_BYTES` where it is a plain unsigned integer
 * that fits 64 bits, else 524,288,000. Anything else in the variable is ignored, as Murmur does (spec 2.1).
 */
export function decompressionCeiling(env: Readonly<Record<string, string | undefined>>): number {
  const given = env[NAME];
  if (given === undefined || !/^\+?[0-9]+$/.test(given)) return DEFAULT_CEILING;
  const value = BigInt(given);
  return value <= MAX_U64 ? Number(value) : DEFAULT_CEILING;
}

/** Murmur's words for an entry that gives more than the ceiling. */
export function ceilingMessage(name: string, limit: number): string {
  return `zip entry '${name}' exceeds the ${limit}-byte decompression ceiling`;
}
