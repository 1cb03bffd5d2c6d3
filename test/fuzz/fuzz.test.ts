import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode, encode } from './codec';
import { whyItFails } from './run-case';
import { TARGETS, targetNamed } from './targets';

const kept = join(import.meta.dirname, '../data/fuzz');
const files = existsSync(kept) ? readdirSync(kept).sort() : [];

describe('a case that once failed', () => {
  it.each(files)('holds: %s', async (file) => {
    const { target, case: value } = JSON.parse(readFileSync(join(kept, file), 'utf8'));
    expect(await whyItFails(targetNamed(target), decode(value))).toBeNull();
  });
});

describe.each(TARGETS.map((target) => [target.name, target] as const))('%s', (_name, target) => {
  it('hold what is said of them for a second of random cases', async () => {
    let runs = 0;
    const property = fc.asyncProperty(target.cases, async (value) => {
      runs++;
      const why = await whyItFails(target, value);
      if (why !== null) throw why;
    });
    await fc.assert(property, {
      seed: 1,
      numRuns: 100_000,
      interruptAfterTimeLimit: 1000,
      markInterruptAsFailure: false,
    });
    expect(runs).toBeGreaterThan(0);
  });

  it('are written to a file and read back as they were', () => {
    fc.assert(
      fc.property(target.cases, (value) => {
        expect(decode(JSON.parse(JSON.stringify(encode(value))))).toEqual(value);
      }),
      { numRuns: 20 },
    );
  });
});
