import { describe, expect, it } from 'vitest';
import { comparedEntries } from '../../../test/support/compared';
import type { MadeEntry } from '../../../test/support/stored-zip';
import type { EntryChange } from '../../shared/models/compare';
import { compareJson, diffJson } from './compare-json';
import { compareMarkdown } from './compare-markdown';
import { compareText } from './compare-text';
import { changeSentence, compareSentence } from './compare-words';
import { colorPaint } from './paint';

const SECRETS = ['hush-hush-1', 'hush-hush-2', 'hush-hush-3'];
const manifest = (version: string, config: string, allow: string) => `name: house
version: ${version}
runtime: tool
capabilities: {network: {allow: [${allow}]}}
artifacts:
  - name: murmur/t|x
    runtime: tool
    config: ${config}
`;

const FROM: readonly MadeEntry[] = [
  { name: 'murmur.yaml', content: manifest('0.1.0', `{key: ${SECRETS[0]}, gone: ${SECRETS[1]}}`, 'a.example') },
  { name: 'keep.md', content: 'keep' },
  { name: 'old.md', content: 'moved' },
  { name: 'evil\u202e.md', content: 'gone' },
];
const TO: readonly MadeEntry[] = [
  { name: 'murmur.yaml', content: manifest('0.2.0', `{key: ${SECRETS[2]}, more: 1}`, 'b.example') },
  { name: 'keep.md', content: 'keep' },
  { name: 'new.md', content: 'moved' },
  { name: '| a `tick` <b>', content: 'added' },
];

async function made(from = FROM, to = TO) {
  const comparison = await comparedEntries(from, to);
  const rows = (change: EntryChange) => comparison.all([change]);
  const summary = comparison.summary();
  return {
    summary,
    text: [...compareText(summary, rows)].join(''),
    colours: [...compareText(summary, rows, colorPaint)].join(''),
    json: [...compareJson(summary, rows)].join(''),
    diff: [...diffJson(summary, rows)].join(''),
    markdown: compareMarkdown(summary, rows),
  };
}

describe('a comparison', () => {
  it('is told without any value of a config, in every form', async () => {
    const { summary, ...forms } = await made();
    for (const [form, text] of [...Object.entries(forms), ['summary', JSON.stringify(summary)]]) {
      for (const secret of SECRETS) expect(text, form).not.toContain(secret);
      for (const path of ['key', 'gone', 'more']) expect(text, form).toContain(path);
    }
  });

  it('shows no name as it is that would hide or turn text', async () => {
    const { text, markdown, colours } = await made();
    for (const form of [text, markdown, colours]) {
      expect(form).not.toContain('\u202e');
      expect(form).toContain('evil⟨U+202E⟩.md');
    }
  });

  it('is a report for people', async () => {
    expect((await made()).text).toBe(`made.mur.zip → made.mur.zip
  result    1 entry changed, 1 renamed, 1 added, 1 removed.
  package   house 0.1.0 → house 0.2.0
  size      594 bytes → 593 bytes
  unpacked  200 → 191 bytes

Changed
  ~ murmur.yaml  187 → 177 bytes

Renamed
  > old.md → new.md  5 bytes

Added
  + | a \`tick\` <b>  5 bytes

Removed
  - evil⟨U+202E⟩.md  4 bytes

Manifest
  ~ version
  ~ capabilities.network.allow
  ~ artifacts[murmur/t|x].config

Grants
  - capsule  network.allow: a.example
  + capsule  network.allow: b.example

Configs
  murmur/t|x  42 bytes → 30 bytes
      ~ key
      + more
      - gone
`);
  });

  it('is the answer of diff', async () => {
    expect(JSON.parse((await made()).diff)).toEqual({
      added: ['| a `tick` <b>'],
      removed: ['evil\u202e.md'],
      renamed: [{ from: 'old.md', to: 'new.md' }],
      changed: [{ name: 'murmur.yaml' }],
      manifest: {
        added: [],
        removed: [],
        changed: ['version', 'capabilities.network.allow', 'artifacts[murmur/t|x].config'],
      },
      grants: [
        { artifact: null, key: 'network.allow', change: 'changed', added: ['b.example'], removed: ['a.example'] },
      ],
      interfaces: { imports: { added: [], removed: [] }, exports: { added: [], removed: [] } },
      configs: [
        {
          artifact: 'murmur/t|x',
          from: { bytes: 42 },
          to: { bytes: 30 },
          keys: { added: ['more'], removed: ['gone'], changed: ['key'] },
        },
      ],
    });
  });

  it('carries sizes and both sides as JSON for other programs', async () => {
    const json = JSON.parse((await made()).json);
    expect(json).toMatchObject({
      from: { name: 'house', version: '0.1.0', sha256: null },
      to: { version: '0.2.0' },
      same: false,
      counts: { added: 1, removed: 1, renamed: 1, changed: 1, same: 1 },
      added: [{ name: '| a `tick` <b>', size: 5 }],
      changed: [{ from: { size: 187 }, to: { size: 177 }, reason: 'content' }],
      renamed: [{ from: { name: 'old.md' }, to: { name: 'new.md' }, verified: true }],
    });
  });

  it('is Markdown in which nothing of a package is markup', async () => {
    const { markdown } = await made();
    expect(markdown).toContain('# house 0.1.0 → house 0.2.0');
    expect(markdown).toContain('| `` \\| a `tick` <b> `` | 5 bytes |');
    expect(markdown).toContain(
      '| `murmur/t\\|x` | 42 bytes | 30 bytes | changed `key`, added `more`, removed `gone` |',
    );
    for (const line of markdown.split('\n').filter((text) => text.startsWith('|')))
      expect(line.replaceAll('\\|', '').split('|').length, line).toBeGreaterThanOrEqual(4);
  });

  it('of equal packages says so', async () => {
    const { text, diff, markdown } = await made(FROM, FROM);
    expect(text).toContain('No difference. All 4 entries are the same in both.');
    expect(text).not.toContain('Changed');
    expect(markdown).toContain('No difference.');
    expect(JSON.parse(diff)).toMatchObject({ added: [], removed: [], renamed: [], changed: [], configs: [] });
  });

  it('of unreadable manifests says why', async () => {
    const { text, diff, markdown } = await made([{ name: 'murmur.yaml', content: 'a: [' }], TO);
    expect(text).toMatch(/the first one cannot be read: murmur.yaml: YAML syntax error/);
    expect(markdown).toContain('first: unreadable');
    expect(JSON.parse(diff).manifest.unreadable.from.message).toMatch(/YAML syntax error/);
  });
});

describe('what changed in one sentence', () => {
  const none = { added: 0, removed: 0, renamed: 0, changed: 0, same: 5 };
  it.each([
    [{ ...none, changed: 2, added: 1 }, '2 entries changed, 1 added'],
    [{ ...none, removed: 1 }, '1 entry removed'],
    [{ ...none, renamed: 1200, removed: 3 }, '1,200 entries renamed, 3 removed'],
    [none, null],
  ])('of %j is %j', (counts, sentence) => {
    expect(changeSentence(counts)).toBe(sentence);
  });

  it('tells equal files from equal entries', async () => {
    const { summary } = await made(FROM, FROM);
    const digest = { ...summary, from: { ...summary.from, sha256: 'a' }, to: { ...summary.to, sha256: 'a' } };
    expect(compareSentence(digest)).toBe('The two files are equal, byte for byte.');
    expect(compareSentence({ ...summary, counts: { ...summary.counts, same: 1 } })).toBe(
      'No difference. The only entry is the same in both.',
    );
  });
});
