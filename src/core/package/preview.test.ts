import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Preview } from '../../shared/contract/package';
import { languageOf } from './language';
import { EntryPreview, HEX_PAGE, inMemory, TEXT_PAGE } from './preview';

type TextPage = Extract<Preview, { kind: 'text' }>;

const utf8 = (text: string) => Uint8Array.from(Buffer.from(text));
const open = (content: Uint8Array | string, name = 'a.txt') =>
  new EntryPreview(name, inMemory(typeof content === 'string' ? utf8(content) : content));

function textPage(preview: EntryPreview, offset = 0): TextPage {
  const page = preview.page({ as: 'text', offset });
  if (page.kind !== 'text') throw new Error('no text');
  return page;
}

/** All pages from the start, following `next`. */
function pagesOf(preview: EntryPreview): TextPage[] {
  const pages: TextPage[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const page: TextPage = textPage(preview, offset);
    expect(page.offset).toBe(offset);
    pages.push(page);
    offset = page.next;
  }
  return pages;
}

describe('what is shown as text', () => {
  it.each([
    ['UTF-8', utf8('grüß\n'), 'utf-8', 'grüß\n'],
    ['UTF-8 with a BOM', utf8('\ufeffa\n'), 'utf-8-bom', 'a\n'],
    ['UTF-16, little end first', Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x0a, 0), 'utf-16le', 'a\n'],
    ['UTF-16, big end first', Uint8Array.of(0xfe, 0xff, 0, 0x61, 0xd8, 0x3d, 0xde, 0), 'utf-16be', 'a😀'],
    ['a half unit at the end of UTF-16', Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x0a), 'utf-16le', 'a'],
    ['nothing', new Uint8Array(0), 'utf-8', ''],
    ['hostile characters, as they are', utf8('a\u202eb\u0007c\u200b'), 'utf-8', 'a\u202eb\u0007c\u200b'],
  ])('%s', (_, bytes, encoding, text) => {
    expect(open(bytes).page({ as: 'auto', offset: 0 })).toMatchObject({ kind: 'text', encoding, text, next: null });
  });

  it('is not what holds NUL, broken UTF-8 or mostly controls', () => {
    for (const bytes of [utf8('a\0b'), Uint8Array.of(0x61, 0xff, 0x61), utf8('\x01\x02\x03a')]) {
      expect(open(bytes).page({ as: 'auto', offset: 0 }).kind).toBe('hex');
    }
  });

  it('is a long text whose sample ends within a character', () => {
    expect(open(`a${'é'.repeat(100_000)}`).isText).toBe(true);
  });

  it('is binary data on request, with U+FFFD and a finding', () => {
    const page = open(Uint8Array.of(0x61, 0xff, 0x62)).page({ as: 'text', offset: 0 });
    expect(page).toMatchObject({ text: 'a\ufffdb', findings: [{ id: 'preview-bytes-replaced', severity: 'info' }] });
  });

  it.each([
    ['a\nb\n', 'lf'],
    ['a\r\nb\r\n', 'crlf'],
    ['a\r\nb\n', 'mixed'],
    ['a\rb', 'mixed'],
    ['ab', 'none'],
  ])('has line ends of one kind: %j %s', (text, lineEnds) => {
    expect(textPage(open(text)).lineEnds).toBe(lineEnds);
  });

  it('repeats what is known about the entry', () => {
    const known = { id: 'x', severity: 'warning' as const, message: 'm' };
    expect(new EntryPreview('a', inMemory(utf8('a')), [known]).page({ as: 'auto', offset: 0 }).findings).toEqual([
      known,
    ]);
  });
});

describe('pages of text', () => {
  it('end after a line, and say the number of their first line', () => {
    const line = `${'x'.repeat(99)}\n`;
    const pages = pagesOf(open(line.repeat(10_000)));
    expect(pages.length).toBe(4);
    let before = 0;
    for (const page of pages) {
      expect(page.firstLine).toBe(before + 1);
      expect(page.text.endsWith('\n')).toBe(true);
      before += page.text.length / line.length;
    }
    expect(before).toBe(10_000);
  });

  it('of one line of megabytes end between characters', () => {
    const text = '😀é'.repeat(200_000);
    const pages = pagesOf(open(text));
    expect(pages.map((page) => page.text).join('')).toBe(text);
    expect(pages.every((page) => page.firstLine === 1 && page.findings.length === 0)).toBe(true);
    expect(pages.length).toBe(Math.ceil(1_200_000 / TEXT_PAGE));
  });

  it('start at the start of a character or CR LF that an offset points into', () => {
    const preview = open(`é\r\n${'😀'.repeat(10)}`);
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map((offset) => textPage(preview, offset).offset)).toEqual([
      0, 2, 2, 4, 4, 4, 4, 8, 8,
    ]);
    expect(textPage(preview, 4)).toMatchObject({ firstLine: 2, text: '😀'.repeat(10) });
    expect(textPage(preview, 1e9)).toMatchObject({ text: '', next: null, offset: 44, firstLine: 2 });
    expect(textPage(preview, -5).offset).toBe(0);
  });

  it('know their line also when they are asked for from the end', () => {
    const preview = open('a\r\nb\rc\nd\n'.repeat(200_000));
    const last = textPage(preview, 9 * 199_999);
    const middle = textPage(preview, 9 * 100_000);
    expect([last.firstLine, middle.firstLine]).toEqual([4 * 199_999 + 1, 400_001]);
  });

  it('put together give the whole text, whatever it is', () => {
    const line = fc.tuple(fc.string({ unit: 'binary', maxLength: 30 }), fc.constantFrom('\n', '\r\n', '\r', ''));
    const text = fc.array(line, { maxLength: 20 }).map((lines) => lines.flat().join(''));
    fc.assert(
      fc.property(
        text,
        fc.constantFrom('utf-8', 'utf-16le'),
        fc.integer({ min: 1, max: 3000 }),
        (piece, kind, times) => {
          const whole = piece.replaceAll('\ufeff', '').repeat(times);
          const bytes = kind === 'utf-8' ? utf8(whole) : Uint8Array.from(Buffer.from(`\ufeff${whole}`, 'utf16le'));
          const preview = open(bytes);
          const pages = kind === 'utf-8' || preview.isText ? pagesOf(preview) : [];
          expect(pages.map((page) => page.text).join('')).toBe(Buffer.from(whole).toString());
          let line = 1;
          for (const page of pages) {
            expect(page.firstLine).toBe(line);
            line += page.text.match(/\r\n|\r|\n/g)?.length ?? 0;
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('pages of hex', () => {
  it('hold the bytes and say what the whole looks like', () => {
    const bytes = new Uint8Array(HEX_PAGE * 2 + 5).fill(7);
    bytes.set([0x00, 0x61, 0x73, 0x6d, 0x0d, 0, 1, 0]);
    const preview = open(bytes);
    const pages = [0, HEX_PAGE, HEX_PAGE * 2].map((offset) => preview.page({ as: 'auto', offset }));
    expect(pages).toMatchObject([
      { kind: 'hex', offset: 0, next: HEX_PAGE, total: bytes.length, looksLike: 'WebAssembly component' },
      { kind: 'hex', offset: HEX_PAGE, next: HEX_PAGE * 2, looksLike: 'WebAssembly component' },
      { kind: 'hex', offset: HEX_PAGE * 2, next: null },
    ]);
    expect(pages.map((page) => (page.kind === 'hex' ? page.bytes.length : 0))).toEqual([HEX_PAGE, HEX_PAGE, 5]);
  });

  it('do not carry the whole content along', () => {
    const page = open(new Uint8Array(1 << 20)).page({ as: 'hex', offset: 100 });
    expect(page.kind === 'hex' && page.bytes.buffer.byteLength).toBe(HEX_PAGE);
  });

  it('past the end are empty', () => {
    expect(open('abc').page({ as: 'hex', offset: 99 })).toMatchObject({ offset: 3, next: null });
  });
});

describe('the language', () => {
  it.each([
    ['a/b/murmur.yaml', null, 'yaml'],
    ['SKILL.md', null, 'markdown'],
    ['x.JSON', null, 'json'],
    ['Cargo.lock', null, 'toml'],
    ['dir.py/file', null, 'plain'],
    ['dir\\tool.rs', null, 'rust'],
    ['Dockerfile', null, 'dockerfile'],
    ['run', 'python3.12', 'python'],
    ['run', 'bash', 'shell'],
    ['py', null, 'plain'],
    ['__proto__', null, 'plain'],
    ['constructor', 'toString', 'plain'],
    ['', null, 'plain'],
  ])('of %j with program %s is %s', (name, program, language) => {
    expect(languageOf(name, program)).toBe(language);
  });
});
