import { describe, expect, it } from 'vitest';
import type { Entry, PackageSummary } from '../../shared/models/package';
import { artifactConfigLines, manifestFilesBlock } from './blocks';
import { packageMarkdown } from './package-markdown';
import { packageText } from './package-text';
import { colorPaint } from './paint';
import { shownEntries } from './shown-entries';
import { aligned, bytesText, oneLine } from './words';

const entry = (index: number, size = index): Entry => ({
  index,
  name: `e${index}`,
  kind: 'file',
  method: 8,
  compressedSize: 1,
  size,
  crc32: '00000000',
  encrypted: false,
  modified: null,
  safeName: `e${index}`,
  readBy: ['murmur', 'resolver'],
  findings: [],
});

const SUMMARY: PackageSummary = {
  file: 'a\u202eb.mur.zip',
  bytes: 1404,
  sha256: null,
  entryCount: 1,
  recordCount: 2,
  totals: { packed: 10, unpacked: 31 },
  payload: { kind: 'wasm', entry: 'capsule.wasm', imports: ['wasi:http/types@0.2.0', 'a|b:c/d'], exports: ['x:y/z'] },
  buildInfo: { builtAtLevel: 1 },
  manifest: { name: 'a', version: '1', runtime: 'tool', description: 'One\n\u001b[31mtwo | `three`' },
  label: 'local/a@1',
  grants: [{ artifact: null, group: 'network', key: 'network.allow', values: ['x.org', '<script>'] }],
  manifestFiles: [
    {
      key: 'k',
      declared: 'p.md',
      resolved: 'local/a@1!/p.md',
      base: 'installed-package',
      found: false,
      reason: 'not there',
    },
  ],
  requiredFiles: [{ declared: 'q.md', present: false }],
  configs: [
    { artifact: 'm/t', bytes: 31, limit: 65_536 },
    { artifact: 'm/u', refused: 'no mapping' },
  ],
  skills: [{ path: 's/SKILL.md', description: null }],
  findings: [
    { id: 'unknown-key', severity: 'info', message: 'Odd.' },
    { id: 'symlink', severity: 'error', message: 'A *link*.', offset: 1234, hint: 'Remove it.' },
  ],
  verdict: 'errors',
};
const SHOWN = shownEntries({ count: 2, sizeOf: () => 0, entry });

describe('the blocks that Murmur prints', () => {
  it('are its manifest files, byte by byte, empty without rows', () => {
    const row = { key: 'inference.system_prompt_file', declared: './i.md', resolved: 'local/h@0.1.0!/i.md' };
    expect(manifestFilesBlock([])).toBe('');
    expect(manifestFilesBlock([row, { key: 'é', declared: ' x', resolved: 'y ' }])).toBe(
      '\nManifest files\n  inference.system_prompt_file: ./i.md -> local/h@0.1.0!/i.md\n  é:  x -> y \n',
    );
  });

  it('never drive a terminal or break a line', () => {
    const block = manifestFilesBlock([{ key: 'k', declared: '\u001b[2J\n', resolved: '\u202e' }]);
    expect(block).toBe('\nManifest files\n  k: ⟨U+001B⟩[2J⟨U+000A⟩ -> ⟨U+202E⟩\n');
  });

  it('are its configured artifacts', () => {
    expect(artifactConfigLines([])).toBe('  artifact config: <none>\n');
    expect(artifactConfigLines(['a', 'b'])).toBe('  artifact config:\n    - a\n    - b\n');
  });
});

describe('the report of a package', () => {
  const text = packageText(SUMMARY, SHOWN);

  it('has everything, worst findings first', () => {
    for (const words of [
      'Errors: 1 error, 1 note',
      'a 1, tool',
      '1,404 bytes), 1 entry (1 more record), 31 bytes unpacked, 3.1 : 1',
      'capsule.wasm (wasm, a component)',
      'level 1',
      'network.allow: x.org, <script>',
      'asks for  network  wasi:http/types@0.2.0',
      'not found: not there',
      'missing  q.md',
      'm/t  31 of 65,536 bytes',
      'm/u  refused: no mapping',
      's/SKILL.md  (no description)',
      'error    symlink: A *link*. (at byte 1,234)',
      'Remove it.',
    ])
      expect(text).toContain(words);
    expect(text.indexOf('symlink')).toBeLessThan(text.indexOf('unknown-key'));
  });

  it('makes hidden characters visible in text and Markdown', () => {
    for (const report of [text, packageMarkdown(SUMMARY, SHOWN)]) {
      expect(report).toContain('a⟨U+202E⟩b.mur.zip');
      expect(report).not.toMatch(/[\u202e\u001b]/);
    }
  });

  it('has colours only when asked', () => {
    expect(text).not.toContain('\u001b');
    expect(packageText(SUMMARY, SHOWN, colorPaint)).toContain('\u001b[31mErrors');
  });

  it('is Markdown in which no text of the package is markup', () => {
    const markdown = packageMarkdown(SUMMARY, SHOWN);
    expect(markdown).toContain('network.allow: x.org, \\<script\\>');
    expect(markdown).toContain('One ⟨U\\+001B⟩\\[31mtwo \\| \\`three\\`');
    expect(markdown).toContain('`a\\|b:c/d`');
    expect(markdown).toContain('A \\*link\\*. Remove it.');
    for (const line of markdown.split('\n').filter((row) => row.startsWith('|')))
      expect(line.endsWith(' |')).toBe(true);
  });

  it('is cut where nobody would read on, and says so', () => {
    const rows = Array.from({ length: 700 }, (_, index) => ({ declared: `f${index}`, present: true }));
    expect(packageText({ ...SUMMARY, requiredFiles: rows }, SHOWN)).toContain('and 200 more lines; --json has all');
    expect(packageMarkdown({ ...SUMMARY, requiredFiles: rows }, SHOWN)).toContain('and 200 more rows.');
  });
});

describe('the entries of a report', () => {
  it('are all of a small package in their order', () => {
    expect(shownEntries({ count: 3, sizeOf: (index) => index, entry })).toMatchObject({
      all: true,
      entries: [{ index: 0 }, { index: 1 }, { index: 2 }],
    });
  });

  it('are the twenty largest of a big one, largest first', () => {
    const sizes = (index: number) => (index % 2 === 0 ? 5 : index);
    const { entries, all } = shownEntries({ count: 100, sizeOf: sizes, entry: (index) => entry(index, sizes(index)) });
    expect(all).toBe(false);
    expect(entries.map(({ size }) => size)).toEqual(Array.from({ length: 20 }, (_, index) => 99 - 2 * index));
    const equal = shownEntries({ count: 100, sizeOf: () => 7, entry });
    expect(equal.entries.map(({ index }) => index)).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });
});

describe('words of a report', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [1024, '1.0 KiB (1,024 bytes)'],
    [2 ** 40, '1.0 TiB (1,099,511,627,776 bytes)'],
  ])('%i bytes', (bytes, text) => {
    expect(bytesText(bytes)).toBe(text);
  });

  it('keep a text on one line and short', () => {
    expect(oneLine('a\n\u0085 b', 10)).toBe('a b');
    expect(oneLine('😀'.repeat(11), 10)).toBe(`${'😀'.repeat(9)}…`);
  });

  it('align columns', () => {
    expect(
      aligned([
        ['a', 'bb', 'c'],
        ['aaa', 'b', ''],
      ]),
    ).toEqual(['  a    bb  c', '  aaa  b']);
  });
});
