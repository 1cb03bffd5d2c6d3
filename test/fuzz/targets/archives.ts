import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type ZipEntry, zipBytes } from '../../../scripts/make-samples-zip.mjs';
import { compare } from '../../../src/core/compare/compare';
import { bytesSource } from '../../../src/core/io/source';
import { buildModel } from '../../../src/core/model/open';
import { makeTable } from '../../../src/core/model/table';
import { layoutTreemap } from '../../../src/core/model/treemap';
import { type Archive, openArchive } from '../../../src/core/package/archive';
import { imageHead } from '../../../src/core/package/image';
import { EntryPreview, inMemory } from '../../../src/core/package/preview';
import { readEntry } from '../../../src/core/package/read';
import { searchContents } from '../../../src/core/package/search';
import { readInterfaces, wasmSummary } from '../../../src/core/package/wasm';
import { packageJson } from '../../../src/core/report/package-json';
import { packageMarkdown } from '../../../src/core/report/package-markdown';
import { packageText } from '../../../src/core/report/package-text';
import { shownEntries } from '../../../src/core/report/shown-entries';
import { packageSummarySchema } from '../../../src/shared/models/package';
import { mutated } from '../mutate';
import { goldenBytes, sampleArchives } from '../seeds';
import { target } from '../target';

const CEILING = 1 << 20;
/** Nothing that a terminal or an editor would act on. */
const ACTS = /[\x00-\x09\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]/;

const name = fc.oneof(
  fc.constantFrom(
    'murmur.yaml',
    'capsule.wasm',
    'SKILL.md',
    'murmur-build.json',
    './a',
    '/a',
    'a',
    'a/',
    'a/b',
    '../x',
  ),
  fc.constantFrom(
    'C:/x',
    'a\\b',
    '\u202egnp.exe',
    'A/b',
    'é',
    'e\u0301',
    '__proto__/x',
    'constructor',
    '__MACOSX/._a',
    '',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.uint8Array({ maxLength: 8 }),
);
const content = fc.oneof(
  fc.constantFrom('name: a\nversion: 0.1.0\nruntime: tool\n', '{"built_at_level":1}', '---\nname: a\n---\nx', ''),
  fc.constantFrom('\0asm\r\0\x01\0', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xff\xff\xff', 'x'.repeat(5000)),
  fc.uint8Array({ maxLength: 200 }),
);
const size = fc.constantFrom(0, 1, 10, 65_535, 2 ** 31, 2 ** 32 - 1);
const entry: fc.Arbitrary<ZipEntry> = fc.record(
  {
    name,
    content,
    method: fc.constantFrom(0, 8, 9, 12, 99),
    flags: fc.constantFrom(0, 1, 8, 0x800, 0x41, 0x2000),
    crc: fc.constantFrom(0, 0xffffffff),
    packed: size,
    size,
    descriptor: fc.boolean(),
    extra: fc.uint8Array({ maxLength: 40 }),
    comment: name,
    mode: fc.constantFrom(0o120777, 0o104755, 0o020644, 0o40755),
    localOffset: size,
    local: fc.record({ name, size, packed: size }, { requiredKeys: [] }),
  },
  { requiredKeys: ['name', 'content'] },
);
const made = fc
  .tuple(
    fc.array(entry, { maxLength: 8 }),
    fc.record(
      { prefix: content, comment: content, trailing: content, zip64: fc.boolean(), count: fc.nat({ max: 65_535 }) },
      { requiredKeys: [] },
    ),
  )
  .map(([entries, options]) => new Uint8Array(zipBytes(entries, options)));

const golden = goldenBytes('zip', ['b64'], 6000).map(
  (text) => new Uint8Array(Buffer.from(`${Buffer.from(text)}`, 'base64')),
);
const seeds = fc.oneof(fc.constantFrom(...sampleArchives()), fc.constantFrom(...golden), made);

/** A directory may declare many times what it has; a hundred entries tell what there is to tell. */
const MOST_READS = 100;

function readSome(archive: Archive): void {
  for (let index = 0; index < Math.min(archive.recordCount, MOST_READS); index++) {
    const { safeName, name: shown } = archive.entry(index);
    if (safeName !== null) archive.find(safeName);
    const read = readEntry(archive, index, { limit: CEILING });
    if (!read.ok) {
      assert.match(read.error.message, /\S/);
      continue;
    }
    assert.ok(read.value.length <= CEILING, 'a read gives no more than it may');
    const preview = new EntryPreview(shown, inMemory(read.value));
    for (const as of ['auto', 'text', 'hex'] as const) preview.page({ as, offset: Math.floor(read.value.length / 2) });
    readInterfaces(read.value);
    wasmSummary(read.value);
    imageHead(read.value);
  }
}

async function check(bytes: Uint8Array): Promise<void> {
  const opened = openArchive(bytesSource(bytes));
  if (!opened.ok) return assert.match(opened.error.message, /\S/);
  const archive = opened.value;
  readSome(archive);
  const query = { sort: 'size', direction: 'down', filter: 'a', layout: 'tree', open: 'all' } as const;
  const table = makeTable(archive, query);
  assert.equal(table.slice(0, 50).length, Math.min(50, table.rows));
  layoutTreemap(archive, { by: 'unpacked', folder: null, width: 600, height: 400, most: 50 });
  const search = searchContents(
    archive,
    { text: 'a', caseSensitive: false, regex: false },
    { ceiling: CEILING, most: 50 },
  );
  for (let next = await search.next(); !next.done; next = await search.next());
  const model = await buildModel('x.mur.zip', archive, {
    env: { MURMUR_MAX_ARTIFACT_DECOMPRESSED_BYTES: String(CEILING) },
    cwd: '/',
  });
  if (!model.ok) return assert.match(model.error.message, /\S/);
  await model.value.check({ read: true });
  const summary = packageSummarySchema.parse(model.value.summary());
  const answer = JSON.parse([...packageJson(summary, model.value.entries())].join(''));
  assert.equal(answer.entries.length, summary.recordCount);
  const shown = shownEntries({
    count: archive.recordCount,
    sizeOf: (index) => archive.sizeOf(index),
    entry: (index) => model.value.entry(index),
  });
  assert.doesNotMatch(packageText(summary, shown) + packageMarkdown(summary, shown), ACTS);
  const compared = await compare(model.value, model.value, { contents: 'checksums' });
  assert.equal(compared.ok && compared.value.same, true, 'a package is the same as itself');
}

export const archives = target({
  name: 'archives',
  what: 'archives made wrong and damaged: opened, read, searched, compared, reported',
  limitMs: 2500,
  cases: fc.oneof({ weight: 1, arbitrary: made }, { weight: 4, arbitrary: mutated(seeds) }),
  check,
});
