import { layoutTreemap } from '../../../src/core/model/treemap';
import type { Preview, TableQuery } from '../../../src/shared/contract/package';
import type { Entry } from '../../../src/shared/models/package';
import type { TreemapQuery } from '../../../src/shared/models/treemap';
import { err, failure, ok, type Result } from '../../../src/shared/result';
import { makeTable } from './table';
import { type Answers, type Open, openIn, type World, withOpen } from './world';

const PAGE = 65_536;
const LANGUAGES: Readonly<Record<string, string>> = {
  yaml: 'yaml',
  json: 'json',
  md: 'markdown',
  py: 'python',
  rs: 'rust',
  toml: 'toml',
  js: 'javascript',
};

function preview(at: Open, index: number, as: 'auto' | 'text' | 'hex', offset: number): Result<Preview> {
  const entry = at.pkg.entries[index];
  if (!entry) return err(failure('no-entry', `There is no entry ${index}.`));
  if (entry.encrypted)
    return err(
      failure(
        'encrypted',
        'The entry is encrypted, and Murmur cannot read it either.',
        'Rebuild the package without a password.',
      ),
    );
  if (entry.method !== 8 && entry.method !== 0)
    return err(
      failure(
        'method',
        `Compression method ${entry.method} is none that Murmur reads.`,
        'Rebuild the package with deflate.',
      ),
    );
  const whole = at.pkg.content(entry);
  const bytes = whole.slice(offset, offset + PAGE);
  const next = offset + PAGE < whole.length ? offset + PAGE : null;
  const findings = at.pkg.summary.findings.filter((one) => one.index === index && one.id === 'crc-mismatch');
  const isBinary = as === 'hex' || (as === 'auto' && bytes.includes(0) && !/\.md$/.test(entry.name));
  if (isBinary)
    return ok({
      kind: 'hex',
      bytes,
      offset,
      next,
      total: whole.length,
      looksLike: entry.name.endsWith('.wasm') ? 'WebAssembly component' : 'binary data',
      findings,
    });
  const before = new TextDecoder().decode(whole.slice(0, offset));
  return ok({
    kind: 'text',
    text: new TextDecoder().decode(bytes),
    offset,
    next,
    total: whole.length,
    encoding: 'utf-8',
    lineEnds: 'lf',
    language: LANGUAGES[entry.name.split('.').at(-1) ?? ''] ?? 'plain',
    firstLine: before.split('\n').length,
    findings,
  });
}

/** What main answers about packages. */
export const packageAnswers = (world: World): Answers => ({
  'package:open': ([token]) => withOpen(world, token, (at) => ok(at.pkg.summary)),
  'package:digest': ([token]) => withOpen(world, token, (at) => ok({ sha256: at.pkg.sha256 })),
  'package:check': ([token]) => withOpen(world, token, (at) => ok(at.pkg.summary)),
  'package:table': ([token, wanted]) =>
    withOpen(world, token, (at) => {
      const made = makeTable(at.root, wanted as TableQuery);
      at.made = made;
      return ok(made.table);
    }),
  'package:rows': ([token, table, first, count]) =>
    withOpen(world, token, (at) => {
      const { made } = at;
      if (made === null || made.table.table !== table)
        return err(failure('stale-table', 'A newer table took its place.'));
      return ok(made.rows.slice(Number(first), Number(first) + Number(count)));
    }),
  'package:row-of': ([token, , key]) =>
    withOpen(world, token, (at) => {
      const found = at.made?.rows.findIndex((row) => row.key === key) ?? -1;
      return ok(found < 0 ? null : found);
    }),
  'package:find-row': ([token, , word, from]) =>
    withOpen(world, token, (at) => {
      const rows = at.made?.rows ?? [];
      const order = rows.map((_, step) => (Number(from) + step) % rows.length);
      return ok(order.find((row) => rows[row]?.shown.toLowerCase().startsWith(String(word))) ?? null);
    }),
  'package:row': ([token, key]) =>
    withOpen(world, token, (at) => {
      const { rows } = makeTable(at.root, { sort: 'name', direction: 'up', filter: '', layout: 'tree', open: 'all' });
      const row = rows.find((one) => one.key === key);
      if (!row) return ok(null);
      const path = row.folder ? row.key.slice(2) : (row.entry?.name ?? '');
      const parts = path.split('/').slice(0, -1);
      return ok({ row, above: parts.map((_, depth) => `f:${parts.slice(0, depth + 1).join('/')}`) });
    }),
  'package:treemap': ([token, query]) =>
    withOpen(world, token, ({ pkg: { entries } }) =>
      ok(
        layoutTreemap(
          {
            recordCount: entries.length,
            nameOf: (index) => entries[index]?.name ?? '',
            sizeOf: (index) => entries[index]?.size ?? 0,
            packedOf: (index) => entries[index]?.compressedSize ?? 0,
            methodOf: () => 8,
            crcOf: () => 0,
            entry: (index) => entries[index] as Entry,
          },
          query as TreemapQuery,
        ),
      ),
    ),
  'package:names': () => ok({ text: 'a\nb', count: 2 }),
  'package:save-entries': () => ok({ to: '/home/sam/out', saved: 2, skipped: [], skippedCount: 0 }),
  'package:drag-prepare': () => ok({ state: 'ready', asked: false }),
  'package:drag-start': () => ok(null),
  'package:preview': ([token, index, how]) =>
    withOpen(world, token, (at) => {
      const { as, offset } = how as { as: 'auto' | 'text' | 'hex'; offset: number };
      return preview(at, Number(index), as, offset);
    }),
  'package:image': () => err(failure('not-an-image', 'This is no PNG, JPEG, GIF or WebP picture.')),
  'package:wasm': () =>
    ok({
      form: 'component',
      sections: [
        { kind: 'custom', name: 'producers', offset: 10, size: 60 },
        { kind: 'core module', name: null, offset: 75, size: 120_000 },
      ],
      more: 0,
      imports: ['wasi:http/outgoing-handler@0.2.0'],
      exports: ['murmur:capsule/run@0.1.0'],
    }),
  'package:open-inner': () => ok(openIn(world, 'house')),
  'package:manifest-file': ([token, row]) =>
    withOpen(world, token, (at) => {
      const entry = at.pkg.manifestFileEntries[Number(row)];
      return typeof entry === 'number'
        ? ok({ entry })
        : err(
            failure(
              'NotFound',
              'No such file or directory (os error 2)',
              'Put the file there, or correct the path in murmur.yaml.',
            ),
          );
    }),
  'package:config': ([token, row]) => withOpen(world, token, (at) => ok({ json: at.pkg.configs[Number(row)] ?? '' })),
  'package:report': ([, form]) => ok(`report as ${form}`),
  'package:save-report': ([, form]) => ok({ saved: `/home/sam/report.${form}` }),
  'package:manifest-files-text': () =>
    ok('\nManifest files\n  inference.system_prompt_file: ./instructions.md -> local/house@0.1.0!/instructions.md\n'),
  'package:close': ([token]) => {
    world.opens.delete(String(token));
    return ok(null);
  },
});
