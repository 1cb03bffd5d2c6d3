import { describe, expect, test } from 'vitest';
import { META_LIMIT, readDigest, readMeta } from './sidecar';

const bytes = (text: string) => new TextEncoder().encode(text);
const GOOD = { name: 'local/house', version: '0.1.0', runtime: 'wasm', artifact_runtime: 'agent' };
const meta = (more: object) => bytes(JSON.stringify({ meta: { ...GOOD, ...more } }));

describe('a .meta.json', () => {
  test('is read with what it may leave out', () => {
    expect(readMeta(meta({}))).toEqual({
      ok: true,
      value: {
        name: 'local/house',
        version: '0.1.0',
        runtime: 'wasm',
        artifactRuntime: 'agent',
        platforms: [],
        description: null,
      },
    });
  });

  test('gives its platforms as Murmur prints them', () => {
    const read = readMeta(meta({ platforms: [['linux', 'x86_64']], description: 'a house', built_at_level: 1 }));
    expect(read.ok && read.value.platforms).toEqual(['linux-x86_64']);
    expect(read.ok && read.value.description).toBe('a house');
  });

  test('may hold fields of a newer Murmur, and those twice', () => {
    const text = `{"meta":${JSON.stringify(GOOD).slice(0, -1)},"later":1,"later":2},"also":[{"name":1}]}`;
    expect(readMeta(bytes(text)).ok).toBe(true);
  });

  const BROKEN: ReadonlyArray<readonly [string, Uint8Array, string]> = [
    ['nothing', bytes(''), 'is empty'],
    ['text', bytes('{oops'), 'is not JSON'],
    ['a byte order mark', bytes(`\ufeff${JSON.stringify({ meta: GOOD })}`), 'is not JSON'],
    ['bytes that are no UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d), 'is not UTF-8'],
    ['a list', bytes('[]'), 'is not a JSON object'],
    ['fields at the top', bytes(JSON.stringify(GOOD)), "has its fields at the top; Murmur wants them below 'meta'"],
    ['no meta', bytes('{}'), "has no field 'meta'"],
    ['no version', bytes('{"meta":{"name":"a"}}'), "has no field 'meta.version'"],
    ['a number as name', meta({ name: 1 }), "has a field 'meta.name' that is not what Murmur expects"],
    ['a null list', meta({ tags: null }), "has a field 'meta.tags' that is not what Murmur expects"],
    [
      'a lone platform',
      meta({ platforms: ['linux'] }),
      "has a field 'meta.platforms.0' that is not what Murmur expects",
    ],
    [
      'a field twice',
      bytes(`{"meta":${JSON.stringify(GOOD).slice(0, -1)},"n\\u0061me":"b"}}`),
      "has the field 'name' twice",
    ],
    [
      'two metas',
      bytes(`{"meta":${JSON.stringify(GOOD)},"meta":${JSON.stringify(GOOD)}}`),
      "has the field 'meta' twice",
    ],
    ['too much', new Uint8Array(META_LIMIT + 1).fill(0x20), `is larger than ${META_LIMIT} bytes`],
  ];
  test.each(BROKEN)('with %s is broken, in words', (_, given, message) => {
    const read = readMeta(given);
    expect(read.ok ? null : read.error.message).toBe(message);
  });

  test('nested a hundred thousand deep ends, whatever the answer', () => {
    const deep = bytes(
      `{"meta":${JSON.stringify(GOOD).slice(0, -1)},"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
    );
    expect(typeof readMeta(deep).ok).toBe('boolean');
  });
});

describe('a .sha256', () => {
  const hex = '05c5511c52b2e05edf50e422ab74c5086cca82d2b3fde12c0cec159e93127aef';
  const CASES: ReadonlyArray<readonly [string, string, string | null, string | null]> = [
    ['64 digits', hex, hex, null],
    ['a newline', `${hex}\n`, hex, 'has a newline around the digest'],
    ['a blank', ` ${hex}`, hex, 'has blanks around the digest'],
    ['a file name', `${hex}  house-0.1.0.mur.zip\n`, hex, 'holds more than the digest, as `sha256sum` writes it'],
    ['upper case', hex.toUpperCase(), hex, 'is in upper case'],
    ['nonsense', 'nonsense\n', null, 'holds no SHA-256'],
    ['nothing', '', null, 'is empty'],
    ['63 digits', hex.slice(1), null, 'holds no SHA-256'],
    ['65 digits', `${hex}0`, null, 'holds no SHA-256'],
  ];
  test.each(CASES)('of %s states what can be made out and says what is wrong', (_, text, stated, malformed) => {
    expect(readDigest(bytes(text))).toEqual({ stated, malformed });
  });
});
