// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual grid are placed freely, a table cannot do that
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row (aria-activedescendant)
import { ChevronRight } from 'lucide-react';
import { type CSSProperties, memo } from 'react';
import { cx } from '../cx';
import type { Column, Shape } from './types';

export interface RowProps<R> {
  readonly id: string;
  readonly index: number;
  readonly top: number;
  readonly row: R | undefined;
  readonly columns: readonly Column<R>[];
  readonly shape: Shape | null;
  readonly selected: boolean;
  /** The keys start from here; among several selected rows it has a frame. */
  readonly current: boolean;
  readonly draggable: boolean;
}

/** One row; a grey one while it is on its way. The table handles its pointer and keys. */
export const GridRow = memo(function GridRow<R>({
  id,
  index,
  top,
  row,
  columns,
  shape,
  selected,
  current,
  draggable,
}: RowProps<R>) {
  return (
    <div
      id={id}
      role="row"
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-current={current ? '' : undefined}
      draggable={draggable || undefined}
      aria-level={shape ? shape.depth + 1 : undefined}
      aria-expanded={shape?.open ?? undefined}
      className="grid-row"
      style={{ transform: `translateY(${top}px)` }}
    >
      {columns.map((column, at) => (
        <div
          key={column.id}
          role="gridcell"
          aria-colindex={at + 1}
          className={cx('grid-cell', column.align === 'end' && 'grid-end')}
          style={at === 0 && shape ? indent(shape.depth) : undefined}
        >
          {at === 0 && shape && <Fold open={shape.open} />}
          {row === undefined ? <span className="skeleton" style={waiting(index, at)} aria-hidden /> : column.cell(row)}
        </div>
      ))}
    </div>
  );
}) as <R>(props: RowProps<R>) => React.ReactElement;

const STEP = 16;
const indent = (depth: number): CSSProperties => ({ paddingLeft: 4 + Math.min(depth, 24) * STEP });

function Fold({ open }: { open: boolean | null }) {
  return (
    <span className="grid-fold" data-fold={open === null ? undefined : ''} aria-hidden>
      {open !== null && <ChevronRight size={14} strokeWidth={2} className={open ? 'rotate-90' : ''} />}
    </span>
  );
}

/** Lengths that differ from row to row as real ones do, and stay the same while waiting. */
const waiting = (index: number, at: number): CSSProperties => ({
  height: 8,
  width: `${at === 0 ? 30 + ((index * 37) % 40) : 45 + ((index * 13 + at * 29) % 30)}%`,
});
