import { describe, expect, it } from 'vitest';
import { changes, compared, entriesOf } from '../../../test/support/compared';
import { component } from '../../../test/support/component';
import { ownVectors, shared } from '../../../test/support/golden';
import { type MadeEntry, storedZip } from '../../../test/support/stored-zip';
import type { CompareSummary } from '../../shared/models/compare';
import { bytesSource } from '../io/source';
import { openArchive } from '../package/archive';

/** What was done to a package, and what a comparison has to say about it; what is left out is empty. */
interface Pair {
  readonly what: string;
  readonly package: string;
  readonly touch: (entries: MadeEntry[]) => MadeEntry[];
  readonly added?: string[];
  readonly removed?: string[];
  readonly renamed?: string[];
  readonly changed?: string[];
  readonly manifest?: Partial<Record<'added' | 'removed' | 'changed', string[]>>;
  readonly grants?: CompareSummary['grants'];
  readonly imports?: { added: string[]; removed: string[] };
  readonly exports?: { added: string[]; removed: string[] };
  readonly configs?: CompareSummary['configs'];
}

const text = ({ content }: MadeEntry) => Buffer.from(content ?? '').toString('utf8');
const edit = (name: string, change: (before: string) => string) => (entries: MadeEntry[]) =>
  entries.map((entry) => (entry.name === name ? { ...entry, content: change(text(entry)) } : entry));
const rename = (from: string, to: string) => (entries: MadeEntry[]) =>
  entries.map((entry) => (entry.name === from ? { ...entry, name: to } : entry));
const without = (name: string) => (entries: MadeEntry[]) => entries.filter((entry) => entry.name !== name);
const and =
  (...steps: ((entries: MadeEntry[]) => MadeEntry[])[]) =>
  (entries: MadeEntry[]) =>
    steps.reduce((made, step) => step(made), entries);

const MANIFEST = 'murmur.yaml';
const HOUSE = 'house-0.1.0';
const NO_KEYS = { added: [], removed: [], changed: [], more: false };

const PAIRS: readonly Pair[] = [
  {
    what: 'nothing but another order',
    package: HOUSE,
    touch: (entries) => [...entries].reverse(),
  },
  {
    what: 'a file added',
    package: 'gget-0.1.0',
    touch: (entries) => [...entries, { name: 'scripts/run.py', content: 'print(1)\n' }],
    added: ['scripts/run.py'],
  },
  {
    what: 'the build info taken away',
    package: 'refactor-0.1.0',
    touch: without('murmur-build.json'),
    removed: ['murmur-build.json'],
  },
  {
    what: 'the skill edited',
    package: 'pennylane-0.1.0',
    touch: edit('skill.md', (before) => `${before}\nOne more line.\n`),
    changed: ['skill.md'],
  },
  {
    what: 'one file moved, one edited, one removed, two added with one content',
    package: HOUSE,
    touch: and(
      rename('compaction.md', 'prompts/compaction.md'),
      edit('instructions.md', () => 'Other words.\n'),
      without('skills/house/references/a.md'),
      (entries) => [...entries, { name: 'x/1.txt', content: 'same' }, { name: 'x/2.txt', content: 'same' }],
    ),
    added: ['x/1.txt', 'x/2.txt'],
    removed: ['skills/house/references/a.md'],
    renamed: ['compaction.md → prompts/compaction.md'],
    changed: ['instructions.md'],
  },
  {
    what: 'a version raised, a description removed, an artifact replaced',
    package: HOUSE,
    touch: edit(MANIFEST, (before) =>
      before
        .replace('version: 0.1.0', 'version: 0.2.0')
        .replace(/description:.*\n/, '')
        .replace('murmur/murmur-hook-debug', 'murmur/murmur-hook-eval'),
    ),
    changed: [MANIFEST],
    manifest: {
      added: ['artifacts[murmur/murmur-hook-eval]'],
      removed: ['description', 'artifacts[murmur/murmur-hook-debug]'],
      changed: ['version'],
    },
  },
  {
    what: 'a config edited, with its values kept to itself',
    package: HOUSE,
    touch: edit(MANIFEST, (before) => before.replace('max: 100', 'most: 1000').replace('ratio: 1.0', 'ratio: 2.0')),
    changed: [MANIFEST],
    manifest: { changed: ['artifacts[murmur/murmur-tool-editor].config'] },
    configs: [
      {
        artifact: 'murmur/murmur-tool-editor',
        from: { bytes: 123 },
        to: { bytes: 125 },
        keys: { added: ['read_recent.most'], removed: ['read_recent.max'], changed: ['ratio'], more: false },
      },
    ],
  },
  {
    what: 'grants given, and a config over the limit',
    package: HOUSE,
    touch: edit(
      MANIFEST,
      (before) =>
        `${before.replace('ratio: 1.0', `ratio: ${'x'.repeat(70_000)}`)}capabilities:\n  network: {allow: [api.example.org]}\n`,
    ),
    changed: [MANIFEST],
    manifest: { added: ['capabilities'], changed: ['artifacts[murmur/murmur-tool-editor].config'] },
    grants: [{ artifact: null, key: 'network.allow', change: 'added', added: ['api.example.org'], removed: [] }],
    configs: [
      {
        artifact: 'murmur/murmur-tool-editor',
        from: { bytes: 123 },
        to: {
          refused:
            "invalid config for artifact 'murmur/murmur-tool-editor': 'config:' serializes to 70122 bytes of JSON, over the 65536-byte limit for MURMUR_ARTIFACT_CONFIG",
        },
        keys: { ...NO_KEYS, changed: ['ratio'] },
      },
    ],
  },
  {
    what: 'a component that asks for the network instead of its imports',
    package: 'echo-tool-0.8.0',
    touch: (entries) =>
      entries.map((entry) =>
        entry.name === 'echo-tool.wasm'
          ? { ...entry, content: component(['wasi:http/types@0.2.0'], ['murmur:tool/run@9.0.0']) }
          : entry,
      ),
    changed: ['echo-tool.wasm'],
    imports: { added: ['wasi:http/types@0.2.0'], removed: ['wasi:cli/environment@0.2.6', 'wasi:cli/exit@0.2.6'] },
    exports: { added: ['murmur:tool/run@9.0.0'], removed: [] },
  },
  {
    what: 'a whole folder moved, its own record too, and the skill renamed as Murmur 0.10 wants it',
    package: 'penpot-uiux-design-0.1.0',
    touch: and(rename('skill.md', 'SKILL.md'), (entries) =>
      entries.map((entry) => ({ ...entry, name: String(entry.name).replace(/^assets\//, 'media/') })),
    ),
    renamed: ['assets/ → media/', 'assets/a.svg → media/a.svg', 'skill.md → SKILL.md', 'assets/b.svg → media/b.svg'],
  },
];

/** What a package is given before both sides of a pair are made of it. */
const before: Readonly<Record<string, MadeEntry[]>> = {
  'penpot-uiux-design-0.1.0': [
    { name: 'assets/', kind: 'dir' },
    { name: 'assets/a.svg', content: '<svg/>' },
    { name: 'assets/b.svg', content: '<svg></svg>' },
  ],
};

const packages = shared === null ? null : `${shared}/golden/packages`;
if (packages === null)
  console.warn('\n*** NOT RUN: golden/packages is not here (no ../shared). The ten pairs were NOT compared. ***\n');

it('every odd or damaged archive is the same as itself, and is compared with any other', async () => {
  let before = storedZip([]);
  let count = 0;
  // All that were made on purpose, and some of their small damages.
  const vectors = ownVectors<{ b64: string }>('zip').filter((_, index) => index < 100 || index % 10 === 0);
  for (const { b64 } of vectors) {
    const bytes = Buffer.from(b64, 'base64');
    if (!openArchive(bytesSource(bytes)).ok) continue;
    const own = await compared(bytes, bytes);
    expect(own.same, b64).toBe(true);
    const { counts, to } = (await compared(before, bytes)).summary();
    expect(counts.same + counts.changed + counts.renamed + counts.added).toBe(to.recordCount);
    before = bytes;
    count++;
  }
  expect(count).toBeGreaterThan(80);
});

describe.skipIf(packages === null)('ten packages and what was done to each', () => {
  it.each(PAIRS)('$what', async (pair) => {
    const entries = [...entriesOf(`${packages}/${pair.package}.mur.zip`), ...(before[pair.package] ?? [])];
    const made = pair.touch(entries);
    const comparison = await compared(storedZip(entries), storedZip(made));
    const { manifest, grants, interfaces, configs, same, counts } = comparison.summary();
    const sorted = (list: readonly string[] = []) => [...list].sort();
    for (const change of ['added', 'removed', 'renamed', 'changed'] as const)
      expect(sorted(changes(comparison, change)), change).toEqual(sorted(pair[change]));
    const { added = [], removed = [], changed = [] } = pair.manifest ?? {};
    expect(manifest).toEqual({ added, removed, changed, more: false, unreadable: { from: null, to: null } });
    expect(grants).toEqual(pair.grants ?? []);
    expect(configs).toEqual(pair.configs ?? []);
    if (pair.imports) {
      expect(interfaces.imports.added).toEqual(pair.imports.added);
      expect(interfaces.imports.removed).toEqual(expect.arrayContaining(pair.imports.removed));
      expect(interfaces.exports.added).toEqual(pair.exports?.added);
    } else expect([interfaces.imports, interfaces.exports]).toEqual(Array(2).fill({ added: [], removed: [] }));
    const touched = Object.entries(pair).some(([key, value]) => key in counts && Array.isArray(value));
    expect(same).toBe(!touched);
    expect(counts.same + counts.removed + counts.renamed + counts.changed).toBe(entries.length);
  });

  it('says the reverse of it the other way round', async () => {
    const entries = entriesOf(`${packages}/${HOUSE}.mur.zip`);
    const made = [...without('compaction.md')(entries), { name: 'new.md', content: 'new' }];
    const there = await compared(storedZip(entries), storedZip(made));
    const back = await compared(storedZip(made), storedZip(entries));
    expect(changes(there, 'added')).toEqual(changes(back, 'removed'));
    expect(changes(there, 'removed')).toEqual(changes(back, 'added'));
  });
});
