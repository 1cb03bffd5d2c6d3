import { CornerDownRight, Link2, type LucideIcon } from 'lucide-react';
import type { SkillListRow } from '../../../../shared/contract/skills';
import { Chip, type Tone } from '../../../kit/Chip';
import { Cut } from '../../../kit/Cut';
import { integer, NOTHING, plural } from '../../../kit/format';
import type { Column } from '../../../kit/grid/types';
import { MiddleEllipsis } from '../../../kit/MiddleEllipsis';
import { texts } from '../texts';

const words = texts.list;
const { columns } = words;

const FORMAT_TONES: Readonly<Record<SkillListRow['format'], Tone>> = { yes: 'ok', notes: 'warning', no: 'error' };

const yesNo = (good: boolean) => <Chip tone={good ? 'ok' : 'error'}>{good ? words.yes : words.no}</Chip>;

export const skillColumns: readonly Column<SkillListRow>[] = [
  { id: 'path', title: columns.skill, width: 130, grow: 1, sortable: true, cell: (row) => <Name row={row} /> },
  {
    id: 'murmur09',
    title: columns.murmur09,
    hint: columns.murmur09Tip,
    width: 52,
    sortable: true,
    cell: (row) => yesNo(row.murmur09),
  },
  {
    id: 'murmur010',
    title: columns.murmur010,
    hint: columns.murmur010Tip,
    width: 54,
    sortable: true,
    cell: (row) => yesNo(row.murmur010),
  },
  {
    id: 'format',
    title: columns.format,
    hint: columns.formatTip,
    width: 66,
    sortable: true,
    cell: (row) => <Chip tone={FORMAT_TONES[row.format]}>{words[row.format]}</Chip>,
  },
  {
    id: 'clients',
    title: columns.clients,
    hint: columns.clientsTip,
    width: 62,
    align: 'end',
    drop: 1,
    sortable: true,
    cell: (row) => (
      <span className="text-ink-2" data-tip={row.unknown > 0 ? words.unknown(row.unknown) : undefined}>
        {words.clients(row.clients, row.clientCount)}
        {row.unknown > 0 && '?'}
      </span>
    ),
  },
  {
    id: 'problems',
    title: columns.problems,
    hint: columns.problemsTip,
    width: 76,
    align: 'end',
    drop: 2,
    sortable: true,
    cell: (row) => <Problems row={row} />,
  },
];

/** The folder first, since paths begin alike; where it lies is fainter and gives way. */
function Name({ row }: { row: SkillListRow }) {
  const parent = row.path.slice(0, -row.folder.length - 1);
  return (
    <>
      <MiddleEllipsis text={row.folder} />
      {parent !== '' && <Cut text={parent} className="min-w-0 flex-1 basis-0 text-xs text-ink-3" />}
      {row.linked && <Sign icon={Link2} text={words.linked} />}
      {row.inside !== null && <Sign icon={CornerDownRight} text={words.inside(row.inside)} />}
    </>
  );
}

/** A small mark that says what it means when asked. */
function Sign({ icon: Icon, text }: { icon: LucideIcon; text: string }) {
  return (
    <span role="img" aria-label={text} data-tip={text} className="flex-none text-ink-3">
      <Icon size={12} aria-hidden />
    </span>
  );
}

function Problems({ row }: { row: SkillListRow }) {
  const { errors, warnings } = row;
  if (errors + warnings === 0) return <span className="text-ink-3">{NOTHING}</span>;
  return (
    <span className="text-ink-2" data-tip={`${plural(errors, 'error')}, ${plural(warnings, 'warning')}`}>
      {integer(errors + warnings)}
    </span>
  );
}
