import type { TableRow } from '../../../../shared/contract/package';
import type { FindingRule } from '../../../../shared/models/finding';
import { Chip, type Tone } from '../../../kit/Chip';
import { archiveDate, exactBytes, integer, NOTHING, percent } from '../../../kit/format';
import type { Column } from '../../../kit/grid/types';
import { MiddleEllipsis } from '../../../kit/MiddleEllipsis';
import { methodName, texts } from '../texts';
import { shortWord } from './words';

const { columns: titles, hints, unreadBy } = texts.files;

type RuleOf = (id: string) => FindingRule | undefined;

/** The columns of the table of entries; what is least needed gives way first. */
export function fileColumns(ruleOf: RuleOf): readonly Column<TableRow>[] {
  return [
    { id: 'name', title: titles.name, width: 170, grow: 3, sortable: true, cell: (row) => <Name row={row} /> },
    {
      id: 'size',
      title: titles.size,
      unit: 'bytes',
      hint: hints.size,
      width: 96,
      align: 'end',
      sortable: true,
      cell: (row) => <Size value={row.size} dim={row.folder !== null} />,
    },
    {
      id: 'packed',
      title: titles.packed,
      unit: 'bytes',
      hint: hints.packed,
      width: 104,
      align: 'end',
      sortable: true,
      drop: 3,
      cell: (row) => <Size value={row.packed} dim={row.folder !== null} />,
    },
    {
      id: 'ratio',
      title: titles.ratio,
      hint: hints.ratio,
      width: 58,
      align: 'end',
      sortable: true,
      drop: 4,
      cell: (row) => <span className="text-ink-3">{percent(row.packed, row.size)}</span>,
    },
    {
      id: 'method',
      title: titles.method,
      width: 76,
      sortable: true,
      drop: 6,
      cell: (row) => <Dim text={row.entry && !row.folder ? methodName(row.entry.method) : ''} />,
    },
    {
      id: 'modified',
      title: titles.modified,
      hint: hints.modified,
      width: 124,
      sortable: true,
      drop: 7,
      cell: (row) => <Dim text={row.entry ? archiveDate(row.entry.modified) : ''} />,
    },
    {
      id: 'crc',
      title: titles.crc,
      hint: hints.crc,
      width: 80,
      sortable: true,
      drop: 5,
      cell: (row) => <code className="text-ink-3">{row.entry && !row.folder ? row.entry.crc32 : ''}</code>,
    },
    {
      id: 'notes',
      title: titles.notes,
      width: 112,
      grow: 1,
      drop: 2,
      cell: (row) => <Notes row={row} ruleOf={ruleOf} />,
    },
  ];
}

function Name({ row }: { row: TableRow }) {
  const unseen = row.entry !== null && row.entry.readBy.length === 0 && row.folder === null;
  return <MiddleEllipsis text={row.shown} className={unseen ? 'text-ink-3 line-through decoration-1' : ''} />;
}

function Size({ value, dim }: { value: number; dim: boolean }) {
  return (
    <span className={dim ? 'text-ink-3' : ''} data-tip={exactBytes(value)}>
      {integer(value)}
    </span>
  );
}

const Dim = ({ text }: { text: string }) => <span className="text-ink-3">{text || NOTHING}</span>;

/** The worst flag as a word, the others as a number; tooltips say what each stands for. */
function Notes({ row, ruleOf }: { row: TableRow; ruleOf: RuleOf }) {
  const [first, ...others] = notesOf(row, ruleOf);
  if (!first) return null;
  return (
    <>
      <Chip tone={first.tone} tip={first.tip}>
        {first.text}
      </Chip>
      {others.length > 0 && (
        <span className="text-xs text-ink-2" data-tip={others.map((note) => `${note.text}: ${note.tip}`).join('\n')}>
          +{others.length}
        </span>
      )}
    </>
  );
}

interface Note {
  readonly text: string;
  readonly tone: Tone;
  readonly tip: string;
}

const RANK: Readonly<Record<Tone, number>> = { error: 0, warning: 1, info: 2, plain: 3, ok: 4 };

export function notesOf(row: TableRow, ruleOf: RuleOf): readonly Note[] {
  const { entry } = row;
  if (!entry) return [];
  const notes = [...new Set(entry.findings)].map((id): Note => {
    const rule = ruleOf(id);
    return {
      text: shortWord(id),
      tone: rule?.severity ?? 'plain',
      tip: rule ? `${rule.title}. ${rule.meaning}` : id,
    };
  });
  if (entry.encrypted && !entry.findings.includes('encrypted'))
    notes.push({ text: 'encrypted', tone: 'error', tip: 'Murmur reads no encrypted entries' });
  if (row.folder === null && entry.readBy.length < 2 && entry.kind !== 'directory') {
    const by = entry.readBy[0] ?? 'none';
    notes.push({ text: by === 'none' ? 'unseen' : `${by} only`, tone: 'plain', tip: unreadBy[by] });
  }
  return notes.sort((a, b) => RANK[a.tone] - RANK[b.tone]);
}
