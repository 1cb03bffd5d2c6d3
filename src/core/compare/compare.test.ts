import { describe, expect, it } from 'vitest';
import { changes, compared, comparedEntries, modelOf } from '../../../test/support/compared';
import { cpuTimer } from '../../../test/support/cpu';
import { type MadeEntry, storedZip } from '../../../test/support/stored-zip';
import { compare } from './compare';

const file = (name: string, content = name): MadeEntry => ({ name, content });
const all = (comparison: Awaited<ReturnType<typeof compared>>) => ({
  added: changes(comparison, 'added'),
  removed: changes(comparison, 'removed'),
  renamed: changes(comparison, 'renamed'),
  changed: changes(comparison, 'changed'),
});
type Lists = ReturnType<typeof all>;
const nothing: Lists = { added: [], removed: [], renamed: [], changed: [] };

/** Four bytes that give `prefix` the CRC-32 `wanted` (run the register backwards over them). */
function forged(prefix: string, wanted: number): Buffer {
  const table = Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    return crc >>> 0;
  });
  let start = 0xffffffff;
  for (const byte of Buffer.from(prefix)) start = (start >>> 8) ^ (table[(start ^ byte) & 0xff] ?? 0);
  let state = ~wanted >>> 0;
  for (let step = 0; step < 4; step++) {
    const index = table.findIndex((entry) => entry >>> 24 === state >>> 24);
    state = (((state ^ (table[index] ?? 0)) << 8) | index) >>> 0;
  }
  const patch = Buffer.alloc(4);
  patch.writeUInt32LE((state ^ start) >>> 0);
  return Buffer.concat([Buffer.from(prefix), patch]);
}
const [ONE, OTHER] = [forged('all is well ', 0x12345678), forged('here I come ', 0x12345678)];

describe('names', () => {
  const cases: readonly [what: string, from: MadeEntry[], to: MadeEntry[], expected: Partial<Lists>][] = [
    [
      'of equal names the last ones belong together',
      [file('a', '1'), file('a', '2')],
      [file('a', '2')],
      { removed: ['a'] },
    ],
    [
      'a changed last one is a change, whatever stands before it',
      [file('a', '1'), file('a', '2')],
      [file('a', '1'), file('a', '3')],
      { changed: ['a'] },
    ],
    ['another spelling of one safe name is a new name', [file('./a', 'x')], [file('a', 'x')], { renamed: ['./a → a'] }],
    ['another spelling with other content is a change', [file('/a', 'x')], [file('a', 'y')], { changed: ['/a → a'] }],
    [
      'the exact name goes before the safe one',
      [file('a', 'x'), file('./a', 'y')],
      [file('./a', 'y'), file('a', 'x')],
      {},
    ],
    [
      'a name that Murmur refuses is compared as it is',
      [file('../a', 'x')],
      [file('../a', 'y')],
      { changed: ['../a'] },
    ],
    [
      'names of objects are names',
      [file('__proto__'), file('constructor')],
      [file('__proto__'), file('toString')],
      { added: ['toString'], removed: ['constructor'] },
    ],
    ['a folder is no file', [file('a', '')], [{ name: 'a/', kind: 'dir' }], { removed: ['a'], added: ['a/'] }],
    [
      'a link in place of a file is a change',
      [file('a', 'b')],
      [{ name: 'a', content: 'b', kind: 'symlink' }],
      { changed: ['a'] },
    ],
    [
      'a link is no renamed file',
      [file('a', 'b')],
      [{ name: 'c', content: 'b', kind: 'symlink' }],
      { removed: ['a'], added: ['c'] },
    ],
    [
      'empty folders come and go',
      [{ name: 'x/', kind: 'dir' }],
      [{ name: 'y/', kind: 'dir' }],
      { removed: ['x/'], added: ['y/'] },
    ],
    [
      'one name in two encodings is one name',
      [{ name: Buffer.from([0x81]), content: '1' }],
      [{ name: 'ü', content: '2' }],
      { changed: ['ü'] },
    ],
  ];
  it.each(cases)('%s', async (_, from, to, expected) => {
    expect(all(await comparedEntries(from, to))).toEqual({ ...nothing, ...expected });
  });

  it('come in the order of their bytes', async () => {
    const comparison = await comparedEntries(
      [],
      ['\u{10000}', 'b', '\ue000', 'B', 'a/b', 'a'].map((name) => file(name)),
    );
    expect(changes(comparison, 'added')).toEqual(['B', 'a', 'a/b', 'b', '\ue000', '\u{10000}']);
  });
});

describe('content', () => {
  it('of equal size and checksum is compared only when asked', async () => {
    const sides = [[{ name: 'a', content: ONE }], [{ name: 'a', content: OTHER }]] as const;
    expect((await comparedEntries(...sides, { contents: 'renamed' })).same).toBe(true);
    const asked = await comparedEntries(...sides, { contents: 'all' });
    expect([...asked.all()]).toMatchObject([{ change: 'changed', reason: 'same-checksum' }]);
  });

  it('that is forged to another one’s checksum is no rename', async () => {
    const sides = [[{ name: 'a', content: ONE }], [{ name: 'b', content: OTHER }]] as const;
    expect(all(await comparedEntries(...sides, { contents: 'renamed' }))).toEqual({
      ...nothing,
      removed: ['a'],
      added: ['b'],
    });
    const taken = await comparedEntries(...sides, { contents: 'checksums' });
    expect([...taken.all()]).toMatchObject([{ change: 'renamed', verified: false }]);
  });

  it('of several with one checksum goes to the name that has it', async () => {
    const from = [
      { name: 'a', content: ONE },
      { name: 'b', content: OTHER },
    ];
    const to = [
      { name: 'x', content: OTHER },
      { name: 'y', content: ONE },
    ];
    expect(changes(await comparedEntries(from, to), 'renamed')).toEqual(['b → x', 'a → y']);
  });

  it('of several with one content keeps its last component where it can', async () => {
    const from = [file('a/1', 'x'), file('a/2', 'x'), file('a/3', 'x')];
    const to = [file('b/3', 'x'), file('b/1', 'x')];
    const comparison = await comparedEntries(from, to);
    expect(all(comparison)).toEqual({ ...nothing, renamed: ['a/1 → b/1', 'a/3 → b/3'], removed: ['a/2'] });
  });

  it('packed in another way is the same', async () => {
    const { default: JSZip } = await import('jszip');
    const big = 'a line that repeats itself\n'.repeat(100_000);
    const made = new JSZip().file('big.txt', big).file('small.txt', 'x'.repeat(2000));
    const deflated = await made.generateAsync({ type: 'uint8array', compression: 'DEFLATE' });
    expect(
      (await compared(storedZip([file('big.txt', big), file('small.txt', 'x'.repeat(2000))]), deflated)).same,
    ).toBe(true);
    const other = storedZip([file('moved/big.txt', big), file('small.txt', 'x'.repeat(2000))]);
    const moved = await compared(deflated, other);
    expect([...moved.all()]).toMatchObject([{ change: 'renamed', verified: true, to: { name: 'moved/big.txt' } }]);
  });

  it('that can be read on one side only is a change', async () => {
    const good = storedZip([file('a', 'content')]);
    const bad = Buffer.from(good);
    bad.write('CONTENT', bad.indexOf('content'));
    const comparison = await compared(good, bad);
    expect([...comparison.all()]).toMatchObject([{ change: 'changed', reason: 'unreadable' }]);
  });

  it('beyond what may be read is taken at its checksum, and counted', async () => {
    const entries = [file('a', 'x'.repeat(100)), file('b', 'y'.repeat(100))];
    const comparison = await comparedEntries(entries, entries, { contents: 'all', readLimit: 250 });
    expect(comparison.summary()).toMatchObject({ same: true, unverified: 1 });
  });
});

describe('a comparison', () => {
  const from = [file('keep'), file('gone'), file('old', 'moved'), file('edit', '1')];
  const to = [file('edit', '22'), file('new', 'moved'), file('keep'), file('fresh')];

  it('says which record became which', async () => {
    const comparison = await comparedEntries(from, to);
    expect([0, 1, 2, 3, 4].map((index) => comparison.became(index))).toEqual([2, null, 1, 0, null]);
  });

  it('gives rows by kind and name in slices', async () => {
    const comparison = await comparedEntries(from, to);
    const every = { changes: ['changed', 'renamed', 'added', 'removed'] as const, filter: '' };
    const names = (filter: string, ...kinds: readonly (typeof every.changes)[number][]) =>
      comparison.rows({ changes: [...kinds], filter }, 0, 10).map(({ from: a, to: b }) => (b ?? a)?.name);
    expect(names('', ...every.changes)).toEqual(['edit', 'fresh', 'gone', 'new']);
    expect(names('', 'added')).toEqual(['fresh']);
    expect(names('OLD', ...every.changes)).toEqual(['new']);
    const query = { ...every, changes: [...every.changes] };
    expect(comparison.rowCount(query)).toBe(4);
    expect(comparison.rows(query, 1, 2).map(({ key }) => key)).toEqual(['b:3', 'a:1']);
    expect(comparison.row('a:3')).toEqual({
      key: 'a:3',
      change: 'changed',
      from: { index: 3, name: 'edit', size: 1, packed: 1, crc32: '83dcefb7' },
      to: { index: 0, name: 'edit', size: 2, packed: 2, crc32: '647e170e' },
      reason: 'content',
      verified: false,
    });
    expect(comparison.row('a:0')).toBeNull();
  });

  it('tells both sides and the counts', async () => {
    const comparison = await comparedEntries(
      [...from, file('murmur.yaml', 'name: a\nversion: 1.0.0\nruntime: tool\n')],
      to,
    );
    expect(comparison.summary()).toMatchObject({
      from: { name: 'a', version: '1.0.0', recordCount: 5, unpacked: 14 + 37 },
      to: { name: null, version: null, recordCount: 4 },
      counts: { added: 1, removed: 2, renamed: 1, changed: 1, same: 1 },
      manifest: { unreadable: { from: null, to: { message: 'artifact missing required file murmur.yaml' } } },
    });
  });

  it('stops when it is told to', async () => {
    const model = await modelOf(storedZip(Array.from({ length: 40_000 }, (_, index) => file(`f${index}`))));
    const controller = new AbortController();
    const running = compare(model, model, { contents: 'all', signal: controller.signal });
    controller.abort();
    expect(await running).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  });

  it('takes two packages of 100,000 entries, in any state, in a moment', async () => {
    const count = 100_000;
    const made = (length: number, nameOf: (index: number) => string, content: (index: number) => string) =>
      storedZip(Array.from({ length }, (_, index) => file(nameOf(index), content(index))));
    const renamed = (zip: Buffer, from: string, to: string) =>
      Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
    const many = made(count, (index) => `from/${index % 100}/file-${index}.txt`, String);
    const equal = made(
      20_000,
      (index) => `left-${index}`,
      () => 'x',
    );
    const [a, b] = [await modelOf(many), await modelOf(renamed(many, 'from/', 'into/'))];
    const [alike, moved] = [await modelOf(equal), await modelOf(renamed(equal, 'left-', 'also-'))];
    const counts = async (from: typeof a, to: typeof a, contents: 'all' | 'renamed') => {
      const spent = cpuTimer();
      const comparison = await compare(from, to, { contents });
      if (!comparison.ok) throw new Error(comparison.error.message);
      const rows = [...comparison.value.all()].length;
      expect(spent()).toBeLessThan(5000);
      const { same, ...others } = comparison.value.summary().counts;
      expect(rows).toBe(Object.values(others).reduce((sum, one) => sum + one, 0));
      return { same, ...others };
    };
    const none = { added: 0, removed: 0, renamed: 0, changed: 0, same: 0 };
    expect(await counts(a, a, 'all')).toEqual({ ...none, same: count });
    expect(await counts(a, b, 'renamed')).toEqual({ ...none, renamed: count });
    expect(await counts(alike, moved, 'renamed')).toEqual({ ...none, renamed: 20_000 });
    expect(await counts(b, alike, 'renamed')).toEqual({ ...none, removed: count, added: 20_000 });
  });
});
