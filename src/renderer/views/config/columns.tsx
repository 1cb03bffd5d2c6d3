import type { ConfigRow } from '../../../shared/models/package';
import { Chip } from '../../kit/Chip';
import { integer, NOTHING, percent } from '../../kit/format';
import type { Column } from '../../kit/grid/types';
import { MiddleEllipsis } from '../../kit/MiddleEllipsis';
import { visible } from '../../kit/visible';
import { texts as words } from './texts';

/** Shares of the limit from which the bar changes its colour. */
const NEAR = 0.8;

export const columns: readonly Column<ConfigRow>[] = [
  {
    id: 'artifact',
    title: words.columns.artifact,
    width: 180,
    grow: 2,
    cell: (row) => <MiddleEllipsis text={row.artifact} />,
  },
  {
    id: 'bytes',
    title: words.columns.bytes,
    width: 80,
    align: 'end',
    cell: (row) => ('refused' in row ? <span className="text-ink-3">{NOTHING}</span> : integer(row.bytes)),
  },
  { id: 'share', title: words.columns.share, width: 150, grow: 1, cell: (row) => <Share row={row} /> },
];

function Share({ row }: { row: ConfigRow }) {
  if ('refused' in row)
    return (
      <Chip tone="error" tip={visible(row.refused)}>
        {words.refused}
      </Chip>
    );
  const share = row.bytes / row.limit;
  return (
    <>
      <span className="bar min-w-12 flex-1" data-tone={share >= NEAR ? 'warning' : undefined}>
        <i style={{ width: `${Math.min(100, Math.max(0.5, share * 100))}%` }} />
      </span>
      <span className="w-10 flex-none text-right text-ink-3">{percent(row.bytes, row.limit)}</span>
    </>
  );
}
