import { describe, expect, it } from 'vitest';
import { decodeUtf8, utf8Fault, utf8FaultText } from './utf8';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

describe('UTF-8', () => {
  it('keeps a BOM', () => {
    expect(decodeUtf8(bytes('efbbbf 61'))).toEqual({ ok: true, text: '\ufeffa' });
  });

  // The lengths are those of Rust's Utf8Error: the longest prefix that could have begun a character.
  it.each([
    ['61 ff', 'invalid utf-8 sequence of 1 bytes from index 1'],
    ['c0 80', 'invalid utf-8 sequence of 1 bytes from index 0'],
    ['c3', 'incomplete utf-8 byte sequence from index 0'],
    ['61 c3 28', 'invalid utf-8 sequence of 1 bytes from index 1'],
    ['e2 82', 'incomplete utf-8 byte sequence from index 0'],
    ['e2 82 28', 'invalid utf-8 sequence of 2 bytes from index 0'],
    ['e0 80 80', 'invalid utf-8 sequence of 1 bytes from index 0'],
    ['ed a0 80', 'invalid utf-8 sequence of 1 bytes from index 0'],
    ['f0 9f 98 28', 'invalid utf-8 sequence of 3 bytes from index 0'],
    ['f4 90 80 80', 'invalid utf-8 sequence of 1 bytes from index 0'],
    ['f5', 'invalid utf-8 sequence of 1 bytes from index 0'],
  ])('says where %s goes wrong', (hex, text) => {
    const decoded = decodeUtf8(bytes(hex));
    expect(decoded.ok ? null : utf8FaultText(decoded.fault)).toBe(text);
  });

  it('agrees with the decoder of the platform on every two and many three byte sequences', () => {
    const platform = new TextDecoder('utf-8', { fatal: true });
    const passes = (given: Uint8Array) => {
      try {
        platform.decode(given);
        return true;
      } catch {
        return false;
      }
    };
    for (let a = 0x78; a < 256; a++) {
      for (let b = 0x78; b < 256; b += 3) {
        const two = Uint8Array.of(a, b);
        const four = Uint8Array.of(a, b, 0x80, 0xbf);
        expect([utf8Fault(two) === null, utf8Fault(four) === null]).toEqual([passes(two), passes(four)]);
      }
    }
  });
});
