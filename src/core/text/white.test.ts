import { describe, expect, it } from 'vitest';
import { codePointLength, isBlank, isWhite, lines, trim, trimEnd, trimStart } from './white';

describe('white space as Rust has it', () => {
  it('is the 25 characters of Unicode White_Space', () => {
    const white = Array.from({ length: 0x10000 }, (_, code) => code).filter(isWhite);
    const unicode = Array.from({ length: 0x10000 }, (_, code) => code).filter((code) =>
      /\p{White_Space}/u.test(String.fromCharCode(code)),
    );
    expect(white).toEqual(unicode);
    expect(white).toHaveLength(25);
  });

  it('takes U+0085 off the ends and leaves a BOM', () => {
    expect(trim('\u0085\u3000 a b\t\u2028')).toBe('a b');
    expect(trim('\ufeffa\ufeff')).toBe('\ufeffa\ufeff');
    expect([trimStart(' a '), trimEnd(' a ')]).toEqual(['a ', ' a']);
    expect([isBlank(' \u0085\u00a0'), isBlank(''), isBlank('\ufeff')]).toEqual([true, true, false]);
  });
});

describe('lines', () => {
  const texts = (text: string, bare?: 'keep' | 'drop') =>
    [...lines(text, 0, bare)].map(({ start, end }) => text.slice(start, end));

  it('end at a line feed only, and a carriage return right before it is dropped', () => {
    expect(texts('a\r\nb\rc\n\u2028\n\r\n')).toEqual(['a', 'b\rc', '\u2028', '']);
    expect(texts('')).toEqual([]);
    expect(texts('\n')).toEqual(['']);
  });

  it('keep a carriage return at the very end unless told to drop it', () => {
    expect(texts('a\r')).toEqual(['a\r']);
    expect(texts('a\r', 'drop')).toEqual(['a']);
    expect(texts('a\r\r\n')).toEqual(['a\r']);
  });
});

it('counts code points, a pair as one and a half as one', () => {
  expect(codePointLength('a😀b')).toBe(3);
  expect(codePointLength('\ud83d\ud83d\ude00\ude00')).toBe(3);
  expect(codePointLength('')).toBe(0);
});
