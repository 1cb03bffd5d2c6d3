import { describe, expect, it } from 'vitest';
import { type MadeEntry, zipBytes } from '../../../scripts/make-samples-zip.mjs';
import { cpuTimer } from '../../../test/support/cpu';
import type { SearchEnd, SearchMatch, SearchQuery } from '../../shared/contract/search';
import { bytesSource } from '../io/source';
import { openArchive } from './archive';
import { runSearch, type SearchOptions, searchContents } from './search';

function archiveOf(entries: readonly MadeEntry[]) {
  const archive = openArchive(bytesSource(zipBytes(entries)));
  if (!archive.ok) throw new Error(archive.error.message);
  return archive.value;
}

type Asked = Partial<SearchQuery> & { readonly text: string };
const queryOf = (asked: Asked): SearchQuery => ({ caseSensitive: true, regex: false, ...asked });

async function search(entries: readonly MadeEntry[], asked: Asked, options: Partial<SearchOptions> = {}) {
  const matches: SearchMatch[] = [];
  const end = await runSearch(archiveOf(entries), queryOf(asked), {
    ceiling: 2 ** 30,
    ...options,
    onMatches: (some) => matches.push(...some),
  });
  if (!end.ok) throw new Error(end.error.message);
  return { matches, end: end.value };
}

/** Where matches are, as `entry:line:column`. */
const places = (matches: readonly SearchMatch[]) =>
  matches.map(({ entry, line, column }) => `${entry}:${line}:${column}`);
const none: SearchEnd = {
  matches: 0,
  entries: 0,
  bytes: 0,
  binary: 0,
  unreadable: 0,
  damaged: 0,
  cut: 0,
  slow: 0,
  stopped: null,
};

describe('places', () => {
  const cases: readonly [what: string, content: string | Uint8Array, asked: Asked, expected: string[]][] = [
    ['the start, the end, and between', 'ab cab\nab', { text: 'ab' }, ['0:1:1', '0:1:5', '0:2:1']],
    ['no overlapping ones', 'aaaaa', { text: 'aa' }, ['0:1:1', '0:1:3']],
    ['lines that end in CR LF and in CR', 'x\r\ny x\rx\n\nx', { text: 'x' }, ['0:1:1', '0:2:3', '0:3:1', '0:5:1']],
    ['columns in code points', 'é😀x', { text: 'x' }, ['0:1:3']],
    ['text that is no ASCII', 'aé\nÉé', { text: 'é' }, ['0:1:2', '0:2:2']],
    ['any case of ASCII', 'House hOUSE', { text: 'HOUSE', caseSensitive: false }, ['0:1:1', '0:1:7']],
    ['any case of other scripts', 'ÉTÉ été', { text: 'été', caseSensitive: false }, ['0:1:1', '0:1:5']],
    ['no dotted i for a plain one', 'İi', { text: 'I', caseSensitive: false }, ['0:1:2']],
    [
      'characters of patterns as they are',
      'a.c abc [x] (a+)-/',
      { text: '[x] (a+)-/', caseSensitive: false },
      ['0:1:9'],
    ],
    ['nothing behind a byte order mark that is counted', '\ufeffx x', { text: 'x' }, ['0:1:1', '0:1:3']],
    ['UTF-16', Buffer.from('\ufeffé x\nx', 'utf16le'), { text: 'x' }, ['0:1:3', '0:2:1']],
    ['UTF-16 of the other order', Buffer.from('\ufeff😀 x\nx', 'utf16le').swap16(), { text: 'x' }, ['0:1:3', '0:2:1']],
    [
      'text that is not UTF-8',
      Buffer.from('caf\xe9 x\nx', 'latin1'),
      { text: 'x', caseSensitive: false },
      ['0:1:6', '0:2:1'],
    ],
    ['matches of an expression', 'foo1 foo22\nbar', { text: 'o\\d+$', regex: true }, ['0:1:8']],
    ['expressions line by line', 'a\nb\r\nc', { text: '^[^x]+$', regex: true }, ['0:1:1', '0:2:1', '0:3:1']],
    [
      'expressions in any case, by Unicode',
      'ÀB\u{1d306}',
      { text: '\\p{L}b.$', regex: true, caseSensitive: false },
      ['0:1:1'],
    ],
    ['expressions that Unicode rules refuse', 'a-b', { text: '\\-', regex: true }, ['0:1:2']],
    ['nothing where an expression matches nothing', 'abc', { text: 'x*', regex: true }, []],
    ['nothing in an empty entry', '', { text: 'x' }, []],
  ];
  it.each(cases)('are told: %s', async (_, content, asked, expected) => {
    const { matches } = await search([{ name: 'a', content }], asked);
    expect(places(matches)).toEqual(expected);
  });

  it.each([
    ['plain', 'é x\nyy é needle z\n', 'utf8'],
    ['wide', '\ufeffé x\nyy é needle z\n', 'utf16le'],
  ] as const)('say where the bytes are: %s', async (_, text, encoding) => {
    const content = Buffer.from(text, encoding);
    for (const asked of [
      { text: 'é needle' },
      { text: 'É NEEDLE', caseSensitive: false },
      { text: 'é n.*e', regex: true },
    ]) {
      const { matches } = await search([{ name: 'a', content }], asked);
      const { offset = 0, length = 0 } = matches[0] ?? {};
      expect(content.subarray(offset, offset + length).toString(encoding), asked.text).toBe('é needle');
    }
  });

  it('are the same however the content comes in pieces', async () => {
    const lines = Array.from({ length: 300_000 }, (_, index) =>
      index % 1000 === 7 ? `é line ${index} Needle\r` : `line ${index}`,
    );
    const text = lines.join('\n');
    const expected = lines.flatMap((line, index) =>
      line.includes('Needle') ? [`0:${index + 1}:${[...line].indexOf('N') + 1}`] : [],
    );
    const padded = Buffer.concat([Buffer.from(text), Buffer.alloc(2 ** 22, '\n')]);
    for (const asked of [
      { text: 'Needle' },
      { text: 'nEEDLE', caseSensitive: false },
      { text: 'N[e]+dle', regex: true },
    ])
      expect(places((await search([{ name: 'a', content: padded }], asked)).matches), asked.text).toEqual(expected);
    const wide = Buffer.from(`\ufeff${text}${'\n'.repeat(2 ** 21)}`, 'utf16le');
    const { matches } = await search([{ name: 'a', content: wide }], { text: 'Needle' });
    expect(places(matches)).toEqual(expected);
    const last = matches.at(-1);
    expect(wide.subarray(last?.offset, (last?.offset ?? 0) + (last?.length ?? 0)).toString('utf16le')).toBe('Needle');
  });
});

describe('excerpts', () => {
  it('are the line around the match, and say where it goes on', async () => {
    const { matches } = await search([{ name: 'a', content: 'first\n\tthe match is here\nlast' }], { text: 'match' });
    expect(matches).toMatchObject([
      { excerpt: '\tthe match is here', start: 5, end: 10, cutBefore: false, cutAfter: false },
    ]);
  });

  it('are bounded, whole characters, and mark the match', async () => {
    const content = `${'é'.repeat(1000)}needle${'😀'.repeat(1000)}`;
    const [match] = (await search([{ name: 'a', content }], { text: 'needle' })).matches;
    expect(match).toMatchObject({ line: 1, column: 1001, cutBefore: true, cutAfter: true });
    expect(match?.excerpt).toMatch(/^é{60}needle(?:😀){50}$/u);
    expect(match?.excerpt.slice(match.start, match.end)).toBe('needle');
    const [long] = (await search([{ name: 'a', content }], { text: 'é+', regex: true })).matches;
    expect(long?.excerpt.length).toBeLessThan(500);
    expect(long).toMatchObject({ start: 0, end: 100, length: 2000, cutAfter: true });
  });
});

describe('what is searched', () => {
  const text = 'a needle\n';
  it('leaves out what is no text and counts it', async () => {
    const entries = [
      { name: 'dir/' },
      { name: 'a.txt', content: text },
      { name: 'b.wasm', content: Buffer.from(`\0asm${text}`) },
      { name: 'c.bin', content: Buffer.concat([Buffer.alloc(2 ** 23, 1), Buffer.from(text)]) },
      { name: 'locked', content: text, flags: 1 },
      { name: 'odd', content: text, method: 12, data: text },
    ];
    const { matches, end } = await search(entries, { text: 'needle' });
    expect(places(matches)).toEqual(['1:1:3']);
    expect(end).toEqual({ ...none, matches: 1, entries: 1, binary: 2, unreadable: 2, bytes: expect.any(Number) });
  });

  it('looks also into what Murmur refuses to read, as far as it goes', async () => {
    const entries = [
      { name: 'crc', content: text, crc: 1 },
      { name: 'short', content: text, size: 3 },
      { name: '../up', content: text },
      { name: Buffer.from([0xff, 0x80]), content: text },
      { name: 'cut', content: text.repeat(50_000), packed: 200 },
    ];
    const { matches, end } = await search(entries, { text: 'needle' }, { perEntry: 1 });
    expect([...new Set(matches.map(({ entry }) => entry))]).toEqual([0, 1, 2, 3, 4]);
    expect(end).toMatchObject({ entries: 5, unreadable: 0, damaged: 2 });
  });

  it('finds what stands after a NUL far behind the start, and what the directory does not tell of', async () => {
    const late = Buffer.concat([Buffer.alloc(70_000, 'x\n'), Buffer.from('\0needle')]);
    const { matches } = await search(
      [
        { name: 'late', content: late },
        { name: 'more', content: 'x'.repeat(100) + text, size: 5 },
      ],
      { text: 'needle' },
    );
    expect(matches.map(({ entry }) => entry)).toEqual([0, 1]);
  });
});

describe('limits', () => {
  const many = { name: 'many', content: 'x\n'.repeat(50) };
  it('cut the matches of one entry and of all', async () => {
    const { matches, end } = await search([many, many, many], { text: 'x' }, { perEntry: 10, most: 25 });
    expect(matches).toHaveLength(25);
    expect(end).toMatchObject({ matches: 25, cut: 3, stopped: null });
    const stopped = await search([many, many, many, many], { text: 'x' }, { perEntry: 10, most: 20 });
    expect(stopped.end).toMatchObject({ matches: 20, stopped: 'matches' });
  });

  it('say nothing was cut where exactly so many match', async () => {
    const { end } = await search([many], { text: 'x' }, { perEntry: 50, most: 100 });
    expect(end).toMatchObject({ matches: 50, cut: 0, stopped: null });
  });

  it('bound what is unpacked', async () => {
    const { end } = await search([many, many, many], { text: 'y' }, { bytes: 150 });
    expect(end).toMatchObject({ entries: 2, bytes: 200, stopped: 'bytes' });
    const large = { name: 'large', content: Buffer.alloc(2 ** 23, 'needle\n') };
    const part = await search([large, large], { text: 'needle' }, { bytes: 2 ** 22, perEntry: 2 ** 20, most: 2 ** 20 });
    expect(part.end).toMatchObject({ damaged: 0, stopped: 'bytes' });
    expect(part.end.bytes).toBeLessThanOrEqual(2 ** 22);
  });

  it('hold for one line of a hundred megabytes', async () => {
    const line = Buffer.alloc(100 * 2 ** 20, 'abcdefghij');
    line.write('needle', line.length - 1000);
    // Across the border of two pieces.
    line.write('needle', 2 ** 20 - 3);
    const { matches, end } = await search([{ name: 'line', content: line }], { text: 'needle' });
    expect(places(matches)).toEqual([`0:1:${2 ** 20 - 2}`, `0:1:${line.length - 999}`]);
    expect(matches[1]?.excerpt.length).toBeLessThan(600);
    expect(end.damaged).toBe(0);
  });

  it('end a pattern that would never end', async () => {
    const bait = { name: 'bait', content: `${'a'.repeat(60)}!\n` };
    const spent = cpuTimer();
    const { end } = await search(Array(6).fill(bait), { text: '(a+)+$', regex: true });
    expect(end).toMatchObject({ matches: 0, slow: 3, stopped: 'pattern' });
    expect(spent()).toBeLessThan(15_000);
  });
});

describe('a query', () => {
  it.each([
    [{ text: '' }, 'search-empty'],
    [{ text: 'a\nb' }, 'search-lines'],
    [{ text: '(', regex: true }, 'search-pattern'],
  ])('that is none is refused: %j', async (asked, code) => {
    const result = await searchContents(archiveOf([]), queryOf(asked), { ceiling: 1 }).next();
    expect(result).toMatchObject({ done: true, value: { ok: false, error: { code } } });
  });

  it('is never run as a program', async () => {
    const { matches } = await search([{ name: 'a', content: '/g; process.exit(3); //' }], {
      text: '/g; process.exit\\(3\\); //',
      regex: true,
    });
    expect(matches).toHaveLength(1);
  });
});

describe('while it runs', () => {
  const entries = Array.from({ length: 2000 }, (_, index) => ({
    name: `f${index}`,
    content: `needle ${index}`.repeat(50),
    method: 0,
  }));

  it('gives results as they come, and stops when it is told to', async () => {
    const controller = new AbortController();
    const matches: SearchMatch[] = [];
    const end = await runSearch(archiveOf(entries), queryOf({ text: 'needle' }), {
      ceiling: 1000,
      most: 2 ** 20,
      signal: controller.signal,
      onMatches: (some) => {
        expect(some.length).toBeLessThanOrEqual(500);
        matches.push(...some);
        controller.abort();
      },
    });
    expect(end).toMatchObject({ ok: true, value: { stopped: 'cancelled' } });
    expect(matches.length).toBeGreaterThan(0);
    expect(matches.length).toBeLessThan(2000 * 50);
  });

  it('stops inside one large entry', async () => {
    const large = { name: 'large', content: Buffer.alloc(2 ** 26, 'needle in the hay\n') };
    const controller = new AbortController();
    const search = searchContents(archiveOf([large]), queryOf({ text: 'needle' }), {
      ceiling: 2 ** 30,
      perEntry: 2 ** 24,
      most: 2 ** 24,
      signal: controller.signal,
    });
    expect((await search.next()).done).toBe(false);
    controller.abort();
    let more = 0;
    let next = await search.next();
    for (; !next.done; next = await search.next()) more++;
    expect(next.value).toMatchObject({ ok: true, value: { stopped: 'cancelled' } });
    expect(more).toBeLessThan(2 ** 22);
  });

  it('says how far it is, never beyond the whole', async () => {
    const told: number[] = [];
    await search(entries, { text: 'nothing' }, { onProgress: (done, total) => told.push(done / total) });
    expect(told.at(-1)).toBe(1);
    expect([...told].sort((a, b) => a - b)).toEqual(told);
  });
});
