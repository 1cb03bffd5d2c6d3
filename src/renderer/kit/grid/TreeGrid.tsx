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
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { useSize } from '../useSize';
import { fitting, leastWidth, template } from './columns';
import { type Move, moveFor, type Scene, typedTo, wanted } from './keys';
import { GridRow } from './Row';
import { isIn, type Ranges, span, toggled } from './selection';
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
  /** Makes several rows selectable at once: with Ctrl or Shift and a click, Shift and a moving key, Ctrl+Space, Ctrl+A. */
  readonly selection?: Ranges;
  /** No ranges: the active row alone. */
  readonly onSelect?: (ranges: Ranges) => void;
  /** A row begins to be dragged out of the window. */
  readonly onDragOut?: (row: R) => void;
  /** Where the table is scrolled to, kept by its owner while the table is not shown. */
  readonly place?: { top: number };
  readonly onFold?: (row: R, open: boolean) => void;
  /** Enter or double click on a row that does not fold. */
  readonly onEnter?: (row: R, index: number) => void;
  readonly onMenu?: (row: R, index: number, at: Point) => void;
  /** The rows in view, for sources that fetch them. */
  readonly onView?: (first: number, last: number) => void;
  readonly sort?: Sort;
  readonly onSort?: (column: string) => void;
  /** What typing finds, among the rows that are here. */
  readonly wordOf?: (row: R) => string;
  /** Instead of `wordOf`: looks for a row that begins with a word at or after a number, around the end, wherever it is. */
  readonly onFind?: (word: string, from: number) => void;
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
  const { rows, active, shape, onView, selection = NONE, onSelect, place } = props;
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
    initialOffset: place?.top ?? 0,
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (rows.count > 0) onView?.(first, last);
  }, [onView, first, last, rows]);

  /** The active row as it was when the owner kept the place: it needs not be in view again. */
  const settled = useRef(place !== undefined && place.top > 0 ? active : null);
  useLayoutEffect(() => {
    if (scroller.current && place) scroller.current.scrollTop = place.top;
  }, [place]);
  useEffect(() => {
    if (active === settled.current) return;
    settled.current = null;
    if (active !== null && active < rows.count) virtual.scrollToIndex(active, { align: 'auto' });
  }, [active, rows.count, virtual]);

  /** Where a selection over several rows began. */
  const anchor = useRef<number | null>(null);
  const goTo = (to: number, by: 'pointer' | 'key', held: 'plain' | 'span' | 'toggle') => {
    if (onSelect) {
      const from = anchor.current ?? active ?? to;
      if (held !== 'span') anchor.current = to;
      else anchor.current = from;
      if (held === 'span') onSelect(span(from, to));
      else if (held === 'toggle')
        onSelect(toggled(selection.length > 0 || active === null ? selection : span(active, active), to));
      else if (selection.length > 0) onSelect(NONE);
    }
    props.onActive(to, by);
  };
  const selectByKey = (event: KeyboardEvent): boolean => {
    if (!onSelect || rows.count === 0) return false;
    const mod = event.ctrlKey || event.metaKey;
    if (mod && !event.shiftKey && event.key.toLowerCase() === 'a') onSelect(span(0, rows.count - 1));
    else if (mod && event.key === ' ' && active !== null) goTo(active, 'key', 'toggle');
    else if (event.key === 'Escape' && selection.length > 0) onSelect(NONE);
    else if (event.shiftKey && !mod && /^(?:Arrow(?:Up|Down)|Home|End|Page(?:Up|Down))$/.test(event.key)) {
      const move = moveFor(event.key, scene);
      if (move?.kind === 'go') goTo(move.to, 'key', 'span');
    } else return false;
    event.preventDefault();
    return true;
  };
  const act = (move: Move) => {
    if (move.kind === 'go') return goTo(move.to, 'key', 'plain');
    const row = active === null ? undefined : rows.at(active);
    if (row === undefined || active === null) return;
    if (move.kind === 'fold') props.onFold?.(row, move.open);
    else props.onEnter?.(row, active);
  };
  const typing = useTyping();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.altKey || selectByKey(event)) return;
    const move =
      event.metaKey || event.shiftKey || (event.ctrlKey && !/Home|End/.test(event.key))
        ? null
        : moveFor(event.key, scene);
    if (move) {
      event.preventDefault();
      return act(move);
    }
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey) return;
    if (props.onFind) {
      const { word, from } = wanted(scene, typing(event.key));
      return props.onFind(word, from);
    }
    if (!props.wordOf) return;
    const to = typedTo(scene, props.wordOf, typing(event.key));
    if (to !== null) goTo(to, 'key', 'plain');
  };
  const rowAt = (event: MouseEvent): number | null => {
    const found = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
    return found ? Number(found.dataset.index) : null;
  };
  const onClick = (event: MouseEvent) => {
    const index = rowAt(event);
    if (index === null) return;
    const mod = event.ctrlKey || event.metaKey;
    goTo(index, 'pointer', event.shiftKey ? 'span' : mod ? 'toggle' : 'plain');
    if (onSelect && (event.shiftKey || mod)) return;
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
    // The menu is about all selected rows where it is opened on one of them.
    if (under !== null && isIn(selection, under)) props.onActive(under, 'pointer');
    else if (under !== null) goTo(under, 'pointer', 'plain');
    props.onMenu(row, index, under === null ? besideRow(`${id}-${index}`) : { x: event.clientX, y: event.clientY });
  };

  return (
    <div
      ref={scroller}
      role={shape ? 'treegrid' : 'grid'}
      aria-label={props.label}
      aria-rowcount={rows.count + 1}
      aria-colcount={columns.length}
      aria-multiselectable={onSelect ? true : undefined}
      aria-busy={props.busy ?? false}
      aria-activedescendant={active !== null && active >= first && active <= last ? `${id}-${active}` : undefined}
      tabIndex={0}
      className="tree-grid"
      style={{ '--columns': template(columns), '--least': `${leastWidth(columns)}px` } as CSSProperties}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onContextMenu={onContextMenu}
      onScroll={(event) => {
        if (place) place.top = event.currentTarget.scrollTop;
      }}
      onDragStart={(event) => {
        const index = rowAt(event);
        const row = index === null ? undefined : rows.at(index);
        // The window's own drag would carry a text; main begins the system's with a file.
        event.preventDefault();
        if (row !== undefined) props.onDragOut?.(row);
      }}
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
                selected={selection.length > 0 ? isIn(selection, item.index) : item.index === active}
                current={item.index === active}
                draggable={props.onDragOut !== undefined}
              />
            );
          })}
        </div>
      )}
    </div>
  );
}

const NONE: Ranges = [];
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
