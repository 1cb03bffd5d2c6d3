import type { CompareRow, CompareSummary } from '../../shared/models/compare';

type Rows = (change: CompareRow['change']) => Iterable<CompareRow>;

/**
 * The answer of `diff` (spec 1.3) in pieces: names, and what the packages say; never a value of a config. The lists of
 * entries may be long, so they never become one string.
 */
export function* diffJson(summary: CompareSummary, rows: Rows): Generator<string> {
  const nameOf = (row: CompareRow) => (row.to ?? row.from)?.name ?? '';
  yield '{"added":';
  yield* list(rows('added'), nameOf);
  yield ',"removed":';
  yield* list(rows('removed'), nameOf);
  yield ',"renamed":';
  yield* list(rows('renamed'), ({ from, to }) => ({ from: from?.name ?? '', to: to?.name ?? '' }));
  yield ',"changed":';
  yield* list(rows('changed'), (row) => ({ name: nameOf(row) }));
  const { manifest, grants, interfaces, configs } = summary;
  yield `,${JSON.stringify(said({ manifest, grants, interfaces, configs })).slice(1)}`;
}

/** The same comparison with all that the window shows: both sides, sizes, reasons. */
export function* compareJson(summary: CompareSummary, rows: Rows): Generator<string> {
  const { from, to, same, counts, unverified, payload } = summary;
  yield `${JSON.stringify({ from, to, same, counts, unverified, payload }).slice(0, -1)}`;
  for (const change of ['added', 'removed', 'renamed', 'changed'] as const) {
    yield `,"${change}":`;
    yield* list(rows(change), (row) => entryJson(row));
  }
  const { manifest, grants, interfaces, configs } = summary;
  yield `,${JSON.stringify(said({ manifest, grants, interfaces, configs })).slice(1)}`;
}

function* list(rows: Iterable<CompareRow>, json: (row: CompareRow) => unknown): Generator<string> {
  let before = '[';
  for (const row of rows) {
    yield before + JSON.stringify(json(row));
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

function entryJson({ change, from, to, reason, verified }: CompareRow) {
  const side = (entry: CompareRow['from']) => {
    if (entry === null) return null;
    const { name, size, crc32 } = entry;
    return { name, size, crc32 };
  };
  if (change === 'added') return side(to);
  if (change === 'removed') return side(from);
  return { from: side(from), to: side(to), ...(change === 'renamed' ? { verified } : { reason }) };
}

type Said = Pick<CompareSummary, 'manifest' | 'grants' | 'interfaces' | 'configs'>;

/** What stands only where there is something to say: unreadable sides, lists that were cut. */
function said({ manifest, grants, interfaces, configs }: Said) {
  const keys = ({ added, removed, changed, more }: Omit<Said['manifest'], 'unreadable'>) => ({
    added,
    removed,
    changed,
    ...(more ? { more } : {}),
  });
  const unreadable = ({ from, to }: Said['manifest']['unreadable']) =>
    from === null && to === null ? {} : { unreadable: { from, to } };
  return {
    manifest: { ...keys(manifest), ...unreadable(manifest.unreadable) },
    grants,
    interfaces: {
      imports: interfaces.imports,
      exports: interfaces.exports,
      ...unreadable(interfaces.unreadable),
    },
    configs: configs.map(({ artifact, from, to, keys: paths }) => ({ artifact, from, to, keys: keys(paths) })),
  };
}
