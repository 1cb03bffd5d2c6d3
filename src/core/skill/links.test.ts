import { describe, expect, it } from 'vitest';
import { localLinks } from './links';

const links = (text: string) => localLinks(Buffer.from(text), 0).map(({ target, path }) => [target, path]);

describe('the links of a text', () => {
  it.each<[string, readonly (readonly [string, string | null])[]]>([
    ['[a](references/a.md)', [['references/a.md', 'references/a.md']]],
    ['![a](./x/../a.png "title")', [['./x/../a.png', 'a.png']]],
    [
      '[a](<a b.md>) and [b](b%20c.md#top)',
      [
        ['a b.md', 'a b.md'],
        ['b%20c.md#top', 'b c.md'],
      ],
    ],
    ['[a](a(1).md)', [['a(1).md', 'a(1).md']]],
    ['[a]: refs/a.md "x"\n[^1]: note.md', [['refs/a.md', 'refs/a.md']]],
    [
      '[up](../a.md) [root](/etc/x.md) [command](/a:b) [page](/a/b) [drive](C:\\a.md)',
      [
        ['../a.md', null],
        ['/etc/x.md', null],
        ['C:\\a.md', null],
      ],
    ],
    ['[a](https://x.y/a.md) [b](#top) [c](mailto:a@b.c) [d](//x/y) [e]() [f](url)', []],
    ['[a]({path}/a.md) [b](<name>.md) [c]($X/a.md) [d](*.md) [e](path/...)', []],
    ['`[a](a.md)` ``[b](`b.md)`` [c](c.md)', [['c.md', 'c.md']]],
    ['```md\n[a](a.md)\n```\n[b](b.md)\n~~~\n[c](c.md)', [['b.md', 'b.md']]],
    ['> ```\n> [a](a.md)\n> ```\n[b](b.md)', [['b.md', 'b.md']]],
    ['](a.md) [x](a.md', []],
    [
      '[![badge](b.svg)](c.md)',
      [
        ['b.svg', 'b.svg'],
        ['c.md', 'c.md'],
      ],
    ],
    ['[a](%E0%A4%A.md)', [['%E0%A4%A.md', '%E0%A4%A.md']]],
  ])('%j', (text, wanted) => {
    expect(links(text)).toEqual(wanted);
  });

  it('have their places, and are looked for behind the front block only', () => {
    const text = '[no](no.md)\n[yes](yes.md)\n';
    expect(localLinks(Buffer.from(text), 12)).toEqual([
      { target: 'yes.md', path: 'yes.md', bytes: { start: 18, end: 24 } },
    ]);
  });

  it('of hostile texts are found in a moment', () => {
    for (const text of [
      '](<'.repeat(300_000),
      '`'.repeat(30_000) + '[a](b.md)'.repeat(100_000),
      Array.from({ length: 700 }, (_, at) => '`'.repeat(at)).join('[a](b.md)'),
      '[a](b.md)\n'.repeat(200_000),
      '[a](('.repeat(200_000),
      '['.repeat(1_000_000),
      `${'``` '.repeat(300_000)}\n[a](b.md)`,
      `${'```\n'.repeat(300_000)}[a](b.md)`,
      `${'`'.repeat(1_000_000)}\n[a](b.md)`,
    ])
      expect(localLinks(Buffer.from(text), 0).length).toBeLessThanOrEqual(5_000);
  });
});
