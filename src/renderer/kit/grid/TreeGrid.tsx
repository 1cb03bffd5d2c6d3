// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual grid are placed freely, a table cannot do that
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row (aria-activedescendant)
// biome-ignore-all lint/a11y/noStaticElementInteractions: the role is grid or treegrid, chosen at run time
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: as above
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
} from 'react';
import { useSize } from '../useSize';
import { fitting, leastWidth, template } from './columns';
import { type Move, moveFor, type Scene, typedTo } from './keys';
import { GridRow } from './Row';
import type { Column, Point, Rows, Shape, Sort } from './types';

export interface TreeGridProps<R> {
  readonly label: string;
  readonly columns: readonly Column<R>[];
  readonly rows: Rows<R>;
  /** Makes it a tree; without it, a table. */
  readonly shape?: (row: R) => Shape;
  /** The selected row's number. Selection follows the focus. */
  readonly active: number | null;
  readonly onActive: (index: number, by: 'pointer' | 'key') => void;
  readonly onFold?: (row: R, open: boolean) => void;
  /** Enter or double click on a row that does not fold. */
  readonly onEnter?: (row: R, index: number) => void;
  readonly onMenu?: (row: R, index: number, at: Point) => void;
  /** The rows in view, for sources that fetch them. */
  readonly onView?: (first: number, last: number) => void;
  readonly sort?: Sort;
  readonly onSort?: (column: string) => void;
  /** What typing finds. */
  readonly wordOf?: (row: R) => string;
  /** Instead of rows, where there are none. */
  readonly empty?: ReactNode;
  readonly busy?: boolean;
}

export const ROW = 28;
const HEAD = 26;
const TYPING_PAUSE = 700;

/**
 * A virtual table or tree of any length, as an ARIA grid or treegrid: one stop of the Tab key, arrows, Home, End, Page
 * keys, Enter, typing to find, rows announced with their number, level and fold. Only the rows in view are in the page.
 */
export function TreeGrid<R>(props: TreeGridProps<R>) {
  const { rows, active, shape, onView } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(scroller);
  const columns = useMemo(() => fitting(props.columns, width), [props.columns, width]);
  const page = Math.max(1, Math.floor((height - HEAD) / ROW) - 1);
  const scene: Scene<R> = { rows, active, page, shape };

  const virtual = useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    scrollMargin: HEAD,
    scrollPaddingStart: HEAD,
    overscan: 8,
    initialRect: { width: 0, height: 600 },
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (rows.count > 0) onView?.(first, last);
  }, [onView, first, last, rows]);

  useEffect(() => {
    if (active !== null && active < rows.count) virtual.scrollToIndex(active, { align: 'auto' });
  }, [active, rows.count, virtual]);

  const act = (move: Move) => {
    if (move.kind === 'go') return props.onActive(move.to, 'key');
    const row = active === null ? undefined : rows.at(active);
    if (row === undefined || active === null) return;
    if (move.kind === 'fold') props.onFold?.(row, move.open);
    else props.onEnter?.(row, active);
  };
  const typing = useTyping();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.altKey) return;
    const move =
      event.metaKey || event.shiftKey || (event.ctrlKey && !/Home|End/.test(event.key))
        ? null
        : moveFor(event.key, scene);
    if (move) {
      event.preventDefault();
      return act(move);
    }
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || !props.wordOf) return;
    const to = typedTo(scene, props.wordOf, typing(event.key));
    if (to !== null) props.onActive(to, 'key');
  };
  const rowAt = (event: MouseEvent): number | null => {
    const found = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
    return found ? Number(found.dataset.index) : null;
  };
  const onClick = (event: MouseEvent) => {
    const index = rowAt(event);
    if (index === null) return;
    props.onActive(index, 'pointer');
    const row = rows.at(index);
    const onFold = event.target instanceof Element && event.target.closest('[data-fold]');
    if (row !== undefined && shape && (onFold || event.detail === 2)) toggle(row, index);
    else if (row !== undefined && event.detail === 2) props.onEnter?.(row, index);
  };
  const toggle = (row: R, index: number) => {
    const open = shape?.(row).open ?? null;
    if (open !== null) props.onFold?.(row, !open);
    else props.onEnter?.(row, index);
  };
  const onContextMenu = (event: MouseEvent) => {
    if (!props.onMenu) return;
    const under = rowAt(event);
    const index = under ?? active;
    const row = index === null ? undefined : rows.at(index);
    if (row === undefined || index === null) return;
    event.preventDefault();
    if (under !== null) props.onActive(under, 'pointer');
    props.onMenu(row, index, under === null ? besideRow(`${id}-${index}`) : { x: event.clientX, y: event.clientY });
  };

  return (
    <div
      ref={scroller}
      role={shape ? 'treegrid' : 'grid'}
      aria-label={props.label}
      aria-rowcount={rows.count + 1}
      aria-colcount={columns.length}
      aria-busy={props.busy ?? false}
      aria-activedescendant={active !== null && active >= first && active <= last ? `${id}-${active}` : undefined}
      tabIndex={0}
      className="tree-grid"
      style={{ '--columns': template(columns), '--least': `${leastWidth(columns)}px` } as CSSProperties}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onContextMenu={onContextMenu}
      onFocus={(event) => {
        if (
          event.target === event.currentTarget &&
          active === null &&
          rows.count > 0 &&
          event.currentTarget.matches(':focus-visible')
        )
          props.onActive(0, 'key');
      }}
    >
      <Head columns={columns} sort={props.sort} onSort={props.onSort} isTree={shape !== undefined} />
      {rows.count === 0 && props.empty ? (
        <div role="row" className="grid min-h-[calc(100%-26px)]">
          <div role="gridcell" className="flex">
            {props.empty}
          </div>
        </div>
      ) : (
        <div role="rowgroup" className="grid-body" style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const row = rows.at(item.index);
            return (
              <GridRow
                key={item.index}
                id={`${id}-${item.index}`}
                index={item.index}
                top={item.start - HEAD}
                row={row}
                columns={columns}
                shape={shape ? (row === undefined ? LEAF : shape(row)) : null}
                selected={item.index === active}
              />
            );
          })}
        </div>
      )}
    </div>
  );
}

const LEAF: Shape = { depth: 0, open: null };

interface HeadProps<R> {
  readonly columns: readonly Column<R>[];
  readonly sort: Sort | undefined;
  readonly onSort: ((column: string) => void) | undefined;
  readonly isTree: boolean;
}

function Head<R>({ columns, sort, onSort, isTree }: HeadProps<R>) {
  return (
    <div role="row" aria-rowindex={1} className="grid-row grid-head">
      {columns.map((column, at) => {
        const direction = sort?.column === column.id ? sort.direction : null;
        const Arrow = direction === 'up' ? ArrowUp : ArrowDown;
        return (
          <div
            key={column.id}
            role="columnheader"
            aria-colindex={at + 1}
            aria-sort={direction === 'up' ? 'ascending' : direction === 'down' ? 'descending' : undefined}
            className={column.align === 'end' ? 'grid-cell grid-end' : 'grid-cell'}
            style={at === 0 && isTree ? { paddingLeft: 24 } : undefined}
            data-tip={column.hint}
          >
            {column.sortable && onSort ? (
              <button type="button" className="grid-sort" onClick={() => onSort(column.id)}>
                <Title column={column} />
                {direction && <Arrow size={12} aria-hidden />}
              </button>
            ) : (
              <Title column={column} />
            )}
          </div>
        );
      })}
    </div>
  );
}

function Title<R>({ column }: { column: Column<R> }) {
  return (
    <span>
      {column.title}
      {column.unit && <span className="font-normal"> {column.unit}</span>}
    </span>
  );
}

/** Letters typed soon after each other make one word. */
function useTyping(): (letter: string) => string {
  const state = useRef({ typed: '', at: 0 });
  return (letter) => {
    const now = performance.now();
    const { typed, at } = state.current;
    state.current = { typed: now - at > TYPING_PAUSE ? letter : typed + letter, at: now };
    return state.current.typed;
  };
}

function besideRow(id: string): Point {
  const box = document.getElementById(id)?.getBoundingClientRect();
  return box ? { x: box.left + 24, y: box.bottom } : { x: 0, y: 0 };
}
