import type { CompareRow, CompareSummary } from '../../shared/models/compare';
import { CHANGE_WORDS, compareSentence, configText, keyRows, sideName, sizeChange } from './compare-words';
import { errorText } from './errors';
import { block, code, plain } from './markdown';
import { counted, grouped } from './words';

/** Entries of one kind that are listed in a document for people. */
const LISTED = 500;

/** A comparison as Markdown, to be put into a review or an issue. Sizes and paths of keys, no value of any config. */
export function compareMarkdown(
  summary: CompareSummary,
  rows: (change: CompareRow['change']) => Iterable<CompareRow>,
): string {
  const { from, to, grants, interfaces, configs, manifest } = summary;
  const title = `# ${plain(sideName(from))} → ${plain(sideName(to))}`;
  const [ask, give] = [interfaces.imports, interfaces.exports];
  const blocks = [
    `${title}\n\n${plain(compareSentence(summary))}\n`,
    block('Sides', ['', 'first', 'second'], sideRows(summary)),
    ...CHANGE_WORDS.map(([change, heading]) => entryBlock(heading, summary.counts[change], rows(change))),
    block(
      'Manifest',
      ['', 'key'],
      [...keyRows(manifest).map(([, what, path]) => [what, code(path)]), ...unreadableRows(manifest.unreadable)],
      manifest.more ? '\nand more keys.\n' : '',
    ),
    block(
      'Grants',
      ['for', 'key', 'added', 'removed'],
      grants.map(({ artifact, key, added, removed }) => [
        artifact === null ? 'capsule' : code(artifact),
        code(key),
        added.map(code).join(', '),
        removed.map(code).join(', '),
      ]),
    ),
    block(
      'Interfaces',
      ['', 'added', 'removed'],
      [
        ...(ask.added.length + ask.removed.length > 0 ? [interfaceRow('asks for', ask)] : []),
        ...(give.added.length + give.removed.length > 0 ? [interfaceRow('exports', give)] : []),
        ...unreadableRows(interfaces.unreadable).map(([side = '', why = '']) => [side, why, '']),
      ],
    ),
    block(
      'Configs',
      ['artifact', 'first', 'second', 'keys'],
      configs.map((config) => [
        code(config.artifact),
        plain(configText(config.from)),
        plain(configText(config.to)),
        [
          ...keyRows(config.keys).map(([, what, path]) => `${what} ${code(path)}`),
          ...(config.keys.more ? ['…'] : []),
        ].join(', '),
      ]),
    ),
  ];
  return blocks.filter((text) => text !== '').join('\n');
}

function sideRows(summary: CompareSummary): string[][] {
  const { from, to, payload, unverified } = summary;
  const rows = [
    ['file', code(from.file), code(to.file)],
    ['size', grouped(from.bytes), grouped(to.bytes)],
    ['unpacked', grouped(from.unpacked), grouped(to.unpacked)],
    ['entries', grouped(from.recordCount), grouped(to.recordCount)],
    ['sha256', shaText(from.sha256), shaText(to.sha256)],
  ];
  if (payload !== null) rows.push(['payload', plain(payload.from), plain(payload.to)]);
  if (unverified > 0) rows.push(['not read', plain(counted(unverified, 'entry', 'entries')), '']);
  return rows;
}

const shaText = (sha256: string | null) => (sha256 === null ? 'not computed' : code(sha256));

function entryBlock(heading: string, count: number, rows: Iterable<CompareRow>): string {
  if (count === 0) return '';
  const cells: string[][] = [];
  for (const row of rows) {
    if (cells.length === LISTED) break;
    cells.push(entryCells(row));
  }
  const more = count - cells.length;
  return block(
    heading,
    ['name', 'size'],
    cells,
    more > 0 ? `\nand ${counted(more, 'more entry', 'more entries')}.\n` : '',
  );
}

function entryCells({ from, to }: CompareRow): string[] {
  if (from === null || to === null) {
    const only = from ?? to;
    return [code(only?.name ?? ''), sizeChange(only?.size ?? 0, only?.size ?? 0)];
  }
  const name = from.name === to.name ? code(to.name) : `${code(from.name)} → ${code(to.name)}`;
  return [name, sizeChange(from.size, to.size)];
}

function interfaceRow(what: string, names: { readonly added: readonly string[]; readonly removed: readonly string[] }) {
  return [what, names.added.map(code).join(', '), names.removed.map(code).join(', ')];
}

function unreadableRows({ from, to }: CompareSummary['manifest']['unreadable']): string[][] {
  return [
    ...(from === null ? [] : [['first: unreadable', plain(errorText(from))]]),
    ...(to === null ? [] : [['second: unreadable', plain(errorText(to))]]),
  ];
}
