import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSkillText } from './text';

const text = '---\nname: x\ndescription: Das Menü des Cafés für 5 € – süß\n---\n# Über uns\n';
const latin = (given: string) =>
  Buffer.from([...given].map((char) => ({ '€': 0x80, '–': 0x96 })[char] ?? char.charCodeAt(0)));

describe('bytes become text', () => {
  it.each<[string, Uint8Array, string, number, [number, number]]>([
    ['UTF-16 (little-endian)', Buffer.from(`\ufeff${text}`, 'utf16le'), 'not UTF-8 at byte 0', 0, [1, 1]],
    ['UTF-16 (big-endian)', Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), 'not UTF-8 at byte 0', 0, [1, 1]],
    ['UTF-32 (little-endian)', Buffer.from([0xff, 0xfe, 0, 0, 0x2d, 0, 0, 0]), 'not UTF-8 at byte 0', 0, [1, 1]],
    [
      'UTF-16 (little-endian) without a byte order mark',
      Buffer.from('name: demo demo', 'utf16le'),
      'a NUL at byte 1',
      1,
      [1, 2],
    ],
    ['Windows-1252', latin(text), 'not UTF-8 at byte 32', 32, [3, 21]],
    [
      'UTF-8 that was cut in the middle of a character',
      Buffer.from('a €').subarray(0, 4),
      'not UTF-8 at byte 2',
      2,
      [1, 3],
    ],
    [
      'UTF-8 with some bytes damaged',
      Buffer.concat([Buffer.from('é€\né€'), Buffer.from([0xff, 0x61])]),
      'not UTF-8 at byte 11',
      11,
      [2, 3],
    ],
    [
      'a legacy multi-byte encoding',
      Buffer.from('c4e3bac3a3acc7ebcca8c7ebcca8c7ebcca8', 'hex'),
      'not UTF-8 at byte 0',
      0,
      [1, 1],
    ],
    ['a zip archive', Buffer.from('504b0304ff00', 'hex'), 'not UTF-8 at byte 4', 4, [1, 5]],
    ['binary data', Buffer.from('000102ff030405', 'hex'), 'not UTF-8 at byte 3', 3, [1, 4]],
  ])('%s is named, with the place', (name, bytes, message, offset, [line, column]) => {
    const { problem } = readSkillText(bytes);
    expect(problem).toMatchObject({ looksLike: name, offset, line, column });
    expect(problem?.message).toContain(message);
    expect(problem?.message).toContain(name);
  });

  it('shows what the guess makes of it', () => {
    expect(readSkillText(latin(text)).text).toBe(text);
    expect(readSkillText(Buffer.from(text, 'utf16le')).text).toBe(text);
    expect(readSkillText(Buffer.from('name: demo demo', 'utf16le')).text).toContain('n\u0000a');
  });

  it('drops one BOM, and no more', () => {
    expect(readSkillText(Buffer.from('\ufeff\ufeffa'))).toMatchObject({
      text: '\ufeffa',
      bom: 3,
      utf8: true,
      problem: null,
    });
  });

  it('ends a text that is cut between two characters', () => {
    const bytes = Buffer.from('aé€😀');
    for (let length = 0; length <= bytes.length; length++) {
      const { text: got, cut, problem } = readSkillText(bytes.subarray(0, length), 99);
      expect('aé€😀'.startsWith(got)).toBe(true);
      expect([cut, problem]).toEqual([true, null]);
    }
  });

  it('of any bytes is an answer, and of good UTF-8 the same text as the head starts with', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const read = readSkillText(bytes);
        expect(typeof read.text).toBe('string');
        expect(read.text.startsWith(read.head)).toBe(true);
      }),
    );
    const long = `${'ä'.repeat(5_000)}\n`;
    const read = readSkillText(Buffer.from(long));
    expect([read.head.length < 3_000, read.text]).toEqual([true, long]);
    expect(long.startsWith(read.head)).toBe(true);
  });
});
