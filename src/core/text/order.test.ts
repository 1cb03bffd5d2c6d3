import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBytes } from './order';

describe('the order of names', () => {
  it('is that of their UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });

  it('puts a pair behind what UTF-16 puts behind it', () => {
    expect(['\u{1f600}', '\uffee', 'a', ''].sort(compareBytes)).toEqual(['', 'a', '\uffee', '\u{1f600}']);
  });
});
