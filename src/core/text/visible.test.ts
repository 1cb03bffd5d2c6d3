import { describe, expect, test } from 'vitest';
import { decodeCp437, decodeUtf8, isAscii, isUtf8 } from './encoding';
import { isVisible, showName } from './visible';

describe('names as they may be shown', () => {
  const cases: ReadonlyArray<readonly [string, string]> = [
    ['murmur.yaml', 'murmur.yaml'],
    ['', ''],
    ['über/日本語/Ελ.md', 'über/日本語/Ελ.md'],
    ['a b', 'a b'],
    ['photo😀.png', 'photo😀.png'],
    ['a\u202eb', 'a⟨U+202E⟩b'],
    ['a\u0000b\u001b[31m', 'a⟨U+0000⟩b⟨U+001B⟩[31m'],
    ['a\nb\rc\td', 'a⟨U+000A⟩b⟨U+000D⟩c⟨U+0009⟩d'],
    ['a\u007f\u0085b', 'a⟨U+007F⟩⟨U+0085⟩b'],
    ['\ufeffa', '⟨U+FEFF⟩a'],
    ['a\u200b\u200d\u2060b', 'a⟨U+200B⟩⟨U+200D⟩⟨U+2060⟩b'],
    ['a\u00adb\u00a0c', 'a⟨U+00AD⟩b⟨U+00A0⟩c'],
    ['a\u2028b\u2029', 'a⟨U+2028⟩b⟨U+2029⟩'],
    ['a\u{e0041}b', 'a⟨U+E0041⟩b'],
    ['a\u3164b\u2800', 'a⟨U+3164⟩b⟨U+2800⟩'],
    ['a\ud800b', 'a⟨U+D800⟩b'],
    ['\udc00', '⟨U+DC00⟩'],
    ['\uffff', '⟨U+FFFF⟩'],
    ['e\u0301', 'e\u0301'],
  ];
  for (const [name, shown] of cases) {
    test(`${JSON.stringify(name)} shows as ${shown}`, () => {
      expect(showName(name)).toBe(shown);
      expect(isVisible(name)).toBe(name === shown);
      expect(showName(shown)).toBe(shown);
    });
  }
});

describe('bytes as text', () => {
  const cases: ReadonlyArray<readonly [number[], string | null]> = [
    [[0x61], 'a'],
    [[0xc3, 0xbc], 'ü'],
    [[0xef, 0xbb, 0xbf, 0x61], '\ufeffa'],
    [[0xf0, 0x9f, 0x98, 0x80], '😀'],
    [[0x80], null],
    [[0xc0, 0xaf], null],
    [[0xed, 0xa0, 0x80], null],
    [[0xf4, 0x90, 0x80, 0x80], null],
    [[0xe2, 0x82], null],
    [[], ''],
  ];
  for (const [bytes, text] of cases) {
    test(`${Buffer.from(bytes).toString('hex') || 'nothing'} is ${text === null ? 'not UTF-8' : JSON.stringify(text)}`, () => {
      expect(decodeUtf8(Uint8Array.from(bytes))).toBe(text);
      expect(isUtf8(Uint8Array.from(bytes))).toBe(text !== null);
      expect(isAscii(Uint8Array.from(bytes))).toBe(bytes.every((byte) => byte < 0x80));
    });
  }

  test('every byte is a character in code page 437, and no two are the same', () => {
    const text = decodeCp437(Uint8Array.from({ length: 256 }, (_, byte) => byte));
    expect(text).toHaveLength(256);
    expect(new Set(text).size).toBe(256);
    expect([text[0x41], text[0x81], text[0xe1], text[0xff]]).toEqual(['A', 'ü', 'ß', '\u00a0']);
  });
});
