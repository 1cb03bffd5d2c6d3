import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuTimer } from '../../../test/support/cpu';
import { mapGet, parseYaml } from '.';
import { shortestFloat } from './numbers';

describe('a float as JSON has it', () => {
  it.each([
    [0, '0.0'],
    [-0, '-0.0'],
    [7, '7.0'],
    [1.1, '1.1'],
    [-12345.678, '-12345.678'],
    [1e15, '1000000000000000.0'],
    [9007199254740992, '9007199254740992.0'],
    [1e16, '1e+16'],
    [1.5e300, '1.5e+300'],
    [1e-5, '0.00001'],
    [1.25e-5, '0.0000125'],
    [9.99e-6, '9.99e-6'],
    [5e-324, '5e-324'],
    [2.2250738585072014e-308, '2.2250738585072014e-308'],
  ])('%d reads %s', (value, text) => {
    expect(shortestFloat(value, '+')).toBe(text);
  });

  it('has no plus where none is asked for', () => {
    expect(shortestFloat(1e41, '')).toBe('1e41');
  });

  it('reads back as the same double, with a point or an exponent', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = shortestFloat(value, '+');
        expect(text).toMatch(/[.e]/);
        expect(Object.is(Number(text), value)).toBe(true);
        expect(JSON.parse(text)).toBe(value);
      }),
    );
  });
});

describe('a long run that looks like a number', () => {
  const digits = '9'.repeat(1_000_000);
  it.each([
    ['digits and a letter', `${digits}x`],
    ['digits, a point and a letter', `${digits}.${digits}x`],
    ['digits, an exponent and a letter', `${digits}e${digits}x`],
  ])('of %s is a text, and told from a number in one pass', (_, text) => {
    const spent = cpuTimer();
    const parsed = parseYaml(`k: ${text}\n`);
    expect(parsed.ok && mapGet(parsed.value, 'k')).toMatchObject({ kind: 'string', value: text });
    expect(spent()).toBeLessThan(2_000);
  });

  it('of digits alone is more than a double holds, and so a text', () => {
    const spent = cpuTimer();
    const parsed = parseYaml(`k: ${digits}\n`);
    expect(parsed.ok && mapGet(parsed.value, 'k')).toMatchObject({ kind: 'string' });
    expect(spent()).toBeLessThan(2_000);
  });
});
