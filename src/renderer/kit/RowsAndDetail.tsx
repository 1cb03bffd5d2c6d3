import { type ReactNode, useMemo, useState } from 'react';
import type { Memory } from '../memory';
import { TreeGrid } from './grid/TreeGrid';
import { type Column, rowsOf, type Shape } from './grid/types';
import { SplitPane } from './SplitPane';

export interface RowsAndDetailProps<R> {
  /** Under which name the share of the list is remembered. */
  readonly name: string;
  readonly memory: Memory;
  readonly label: string;
  readonly detailLabel: string;
  /** At the end of the list's toolbar. */
  readonly actions?: ReactNode;
  readonly share?: number;
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[];
  readonly shape?: (row: R) => Shape;
  readonly active: number | null;
  readonly onChoose: (row: R, index: number) => void;
  readonly onFold?: (row: R, open: boolean) => void;
  /** Enter or double click; without it the detail opens. */
  readonly onEnter?: (row: R, showDetail: () => void) => void;
  readonly wordOf: (row: R) => string;
  readonly detail: ReactNode;
  /** Instead of both, without rows. */
  readonly none: ReactNode;
}

/** A table that is here as a whole, and beside it the detail of its chosen row. */
export function RowsAndDetail<R>(props: RowsAndDetailProps<R>) {
  const { rows: list, label, shape, onFold, onEnter } = props;
  const [open, setOpen] = useState(false);
  const rows = useMemo(() => rowsOf(list), [list]);
  const showDetail = () => setOpen(true);
  if (list.length === 0) return props.none;
  return (
    <SplitPane
      name={props.name}
      memory={props.memory}
      detailLabel={props.detailLabel}
      {...(props.share === undefined ? {} : { share: props.share })}
      open={open}
      onClose={() => setOpen(false)}
      list={
        <section className="panel flex-1" aria-label={label}>
          <div className="toolbar">
            <span className="flex-1 text-sm font-semibold">{label}</span>
            {props.actions}
          </div>
          <TreeGrid
            label={label}
            columns={props.columns}
            rows={rows}
            {...(shape && { shape })}
            active={props.active}
            onActive={(index, by) => {
              const row = list[index];
              if (row === undefined) return;
              props.onChoose(row, index);
              // A row that folds has no detail of its own.
              if (by === 'pointer' && (shape?.(row).open ?? null) === null) showDetail();
            }}
            {...(onFold && { onFold })}
            onEnter={(row) => (onEnter ? onEnter(row, showDetail) : showDetail())}
            wordOf={props.wordOf}
          />
        </section>
      }
      detail={props.detail}
    />
  );
}
