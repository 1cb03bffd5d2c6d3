import { describe, expect, it } from 'vitest';
import { ownVectors } from '../../../test/support/golden';
import { parseYaml } from '../yaml';
import { configuredNames, lowerConfig } from './config';

interface Vector {
  readonly yaml: string;
  readonly tag: string;
  readonly expect:
    | { readonly json: string }
    | { readonly refused: string }
    | { readonly parse_error: string; readonly at: [number, number] | null };
}

/** What Murmur answers, in the vectors' form; of a parse error only that it is one. */
function answer(text: string) {
  const parsed = parseYaml(text);
  if (!parsed.ok) return { parse_error: true };
  const lowered = lowerConfig('demo', parsed.value);
  if (!lowered.ok) return { refused: lowered.error };
  expect(lowered.value.bytes).toBe(Buffer.byteLength(lowered.value.json));
  return { json: lowered.value.json };
}

describe('lowering a config block', () => {
  for (const name of ['config', 'config-edge']) {
    const vectors = ownVectors<Vector>(name);
    it(`answers each of the ${vectors.length} vectors of ${name} as Murmur does`, () => {
      expect(vectors.length).toBeGreaterThan(5000);
      const wrong = vectors
        .map(({ yaml, tag, expect: expected }) => {
          const ours = answer(yaml);
          const theirs = 'parse_error' in expected ? { parse_error: true } : expected;
          return { yaml, tag, ours, theirs, said: expected };
        })
        .filter(({ ours, theirs }) => JSON.stringify(ours) !== JSON.stringify(theirs));
      expect(wrong.slice(0, 20)).toEqual([]);
    });
  }

  const node = (text: string) => {
    const parsed = parseYaml(text);
    if (!parsed.ok) throw new Error(parsed.error.message);
    return parsed.value;
  };

  it('accepts a block exactly at the limit and names the true size of one a byte over it', () => {
    const atLimit = lowerConfig('a', node(`blob: ${'x'.repeat(65_536 - 11)}`));
    expect(atLimit.ok && atLimit.value.bytes).toBe(65_536);
    expect(lowerConfig('a', node(`blob: ${'x'.repeat(65_536 - 10)}`))).toEqual({
      ok: false,
      error: `invalid config for artifact 'a': 'config:' serializes to 65537 bytes of JSON, over the 65536-byte limit for MURMUR_ARTIFACT_CONFIG`,
    });
  });

  it('refuses an alias bomb of hundreds of megabytes with its true size, without building it', () => {
    const bomb = `a: &a ${'x'.repeat(1_000_000)}\nb: [${'*a,'.repeat(400)}]\n`;
    expect(lowerConfig('a', node(bomb))).toEqual({
      ok: false,
      error: `invalid config for artifact 'a': 'config:' serializes to ${13 + 1_000_002 * 401 + 399} bytes of JSON, over the 65536-byte limit for MURMUR_ARTIFACT_CONFIG`,
    });
  });

  it('quotes a key in the refusal only as far as it is short', () => {
    const lowered = lowerConfig('a', node(`b: &a ${'x'.repeat(1_000_000)}\n? [${'*a,'.repeat(400)}]\n: 1`));
    expect(!lowered.ok && lowered.error).toContain('a sequence key <400001201 bytes of JSON>');
  });

  it('names configured artifacts in manifest order, and refuses all for one bad block', () => {
    const good = { name: 'tool-b', config: node('read_recent: { max: 100 }') };
    const plain = { name: 'plain', config: undefined };
    const other = { name: 'tool-a', config: node('{}') };
    expect(configuredNames([good, plain, other])).toEqual({ ok: true, value: ['tool-b', 'tool-a'] });
    expect(configuredNames([plain])).toEqual({ ok: true, value: [] });
    expect(configuredNames([good, { name: 'tool-c', config: node('7') }])).toEqual({
      ok: false,
      error:
        "invalid config for artifact 'tool-c': 'config:' must be a mapping of keys to values, but this entry declares a number",
    });
  });
});
