import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { BlockRow, BlockState } from '../../../../shared/models/naming';
import { Chip, type Tone } from '../../../kit/Chip';
import { Cut } from '../../../kit/Cut';
import type { Column } from '../../../kit/grid/types';
import { MiddleEllipsis } from '../../../kit/MiddleEllipsis';
import { visible } from '../../../kit/visible';
import { texts } from '../texts';
import { blockTime } from './counts';
import { type BlocksModel, toggleMark } from './store';

const { columns: titles, markHint, mark, attempts } = texts.blocks;

const TONES: Readonly<Record<BlockState, Tone>> = {
  queued: 'plain',
  running: 'info',
  ok: 'ok',
  'bad-output': 'error',
  'exit-nonzero': 'error',
  timeout: 'error',
  'spawn-failed': 'error',
  cancelled: 'warning',
};

export function StateChip({ row }: { row: BlockRow }) {
  const more = row.attempts > 1 ? { tip: attempts(row.attempts) } : {};
  return (
    <Chip tone={TONES[row.state]} {...more}>
      {texts.states[row.state]}
    </Chip>
  );
}

/** The columns of the table of blocks; what is least needed gives way first. */
export function blockColumns(blocks: BlocksModel): readonly Column<BlockRow>[] {
  return [
    {
      id: 'mark',
      title: titles.mark,
      hint: markHint,
      width: 42,
      drop: 1,
      cell: (row) => <Mark blocks={blocks} row={row} />,
    },
    {
      id: 'block',
      title: titles.block,
      width: 104,
      grow: 2,
      sortable: true,
      cell: (row) => <MiddleEllipsis text={row.blockId} className="font-mono" />,
    },
    { id: 'state', title: titles.state, width: 92, sortable: true, cell: (row) => <StateChip row={row} /> },
    {
      id: 'time',
      title: titles.time,
      width: 66,
      align: 'end',
      sortable: true,
      drop: 2,
      cell: (row) =>
        row.state === 'running' ? (
          <Running key={row.attempts} ms={row.ms ?? 0} />
        ) : (
          row.ms !== null && blockTime(row.ms)
        ),
    },
    {
      id: 'name',
      title: titles.name,
      width: 110,
      grow: 1.4,
      sortable: true,
      drop: 3,
      cell: (row) => row.name !== null && <Cut text={row.name} />,
    },
    {
      id: 'said',
      title: titles.said,
      width: 96,
      grow: 3,
      cell: (row) =>
        row.error === null ? (
          <Cut text={row.purpose ?? ''} className="text-ink-2" />
        ) : (
          row.state !== 'cancelled' && <Cut text={row.error} className="text-error" />
        ),
    },
  ];
}

/** Out of the way of the Tab key: Space on the row does the same. */
function Mark({ blocks, row }: { blocks: BlocksModel; row: BlockRow }) {
  const marked = useStore(blocks.store, ({ marks }) => marks.has(row.index));
  return (
    <input
      type="checkbox"
      className="size-3.5 accent-accent"
      aria-label={mark(visible(row.blockId))}
      tabIndex={-1}
      checked={marked}
      onChange={() => toggleMark(blocks, row.index)}
    />
  );
}

const TICK = 100;

/** A time that goes on by itself between two answers of main. */
export function Running({ ms }: { ms: number }) {
  const heard = useRef({ ms, at: performance.now() });
  if (heard.current.ms !== ms) heard.current = { ms, at: performance.now() };
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), TICK);
    return () => clearInterval(timer);
  }, []);
  return <span>{blockTime(heard.current.ms + performance.now() - heard.current.at)}</span>;
}
