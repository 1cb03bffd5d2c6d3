import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { hexOffset, bytes as sizeOf } from './format';
import { useSize } from './useSize';

export interface HexViewProps {
  /** Names what is shown; another one starts anew. */
  readonly id: string;
  readonly label: string;
  readonly total: number;
  /** The first page, which is here already; its length is the length of pages. */
  readonly first: Uint8Array;
  /** Reads the page at an offset; null where it cannot be read. */
  readonly read: (offset: number, signal: AbortSignal) => Promise<Uint8Array | null>;
}

const LINE = 20;
/** A scroll area may be some 33 million pixels high; longer content is shown in sections of this many bytes. */
const SECTION = 8 * 1024 * 1024;
/** Pages that are kept. */
const KEPT = 24;

/** Bytes as offset, hex and characters, read as they come into view. */
export function HexView(props: HexViewProps) {
  return <HexPages key={props.id} {...props} />;
}

function HexPages({ label, total, first, read }: HexViewProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { width } = useSize(scroller);
  const perLine = width >= 610 || width === 0 ? 16 : 8;
  const [section, setSection] = useState(0);
  const start = section * SECTION;
  const end = Math.min(total, start + SECTION);
  const pages = usePages(first, read, total);
  const digits = Math.max(8, total.toString(16).length);

  const virtual = useVirtualizer({
    count: Math.ceil((end - start) / perLine),
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE,
    overscan: 12,
    initialRect: { width: 0, height: 600 },
  });
  const items = virtual.getVirtualItems();
  const from = start + (items[0]?.index ?? 0) * perLine;
  const to = Math.min(end, start + ((items.at(-1)?.index ?? 0) + 1) * perLine);
  useEffect(() => pages.want(from, to), [pages.want, from, to]);

  const goTo = (offset: number) => {
    const target = Math.max(0, Math.min(total - 1, offset));
    const next = Math.floor(target / SECTION);
    setSection(next);
    requestAnimationFrame(() =>
      virtual.scrollToIndex(Math.floor((target - next * SECTION) / perLine), { align: 'start' }),
    );
  };

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus, so that keys can scroll it */}
      <section ref={scroller} aria-label={label} tabIndex={0} className="hex-view">
        <div className="relative" style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const offset = start + item.index * perLine;
            return (
              <HexLine
                key={item.index}
                top={item.start}
                offset={offset}
                digits={digits}
                perLine={perLine}
                data={pages.slice(offset, Math.min(perLine, end - offset))}
              />
            );
          })}
        </div>
      </section>
      {total > HexViewFrom && <GoTo total={total} section={section} goTo={goTo} />}
    </div>
  );
}

/** From which size on an offset can be gone to. */
const HexViewFrom = 4096;

interface LineProps {
  readonly top: number;
  readonly offset: number;
  readonly digits: number;
  readonly perLine: number;
  readonly data: Uint8Array | null;
}

function HexLine({ top, offset, digits, perLine, data }: LineProps) {
  const hex = data ? hexOf(data, perLine) : ''.padEnd(perLine * 3 + 1);
  return (
    <div className="hex-line" style={{ transform: `translateY(${top}px)` }}>
      <span className="text-ink-3">{hexOffset(offset, digits)}</span>
      {data ? (
        <>
          <span>{hex}</span>
          <span className="text-ink-2">{asciiOf(data)}</span>
        </>
      ) : (
        <span className="skeleton self-center" style={{ height: 8, width: perLine * 18 }} aria-hidden />
      )}
    </div>
  );
}

/** `00 61 73 6d  0d 00 …`, a wider gap in the middle, padded to a full line. */
export function hexOf(data: Uint8Array, perLine: number): string {
  const half = perLine / 2;
  let text = '';
  for (let at = 0; at < perLine; at++) {
    const byte = data[at];
    text += `${at === half ? ' ' : ''}${byte === undefined ? '  ' : byte.toString(16).padStart(2, '0')} `;
  }
  return text;
}

/** Printable ASCII as it is, everything else as a dot. */
export function asciiOf(data: Uint8Array): string {
  let text = '';
  for (const byte of data) text += byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·';
  return text;
}

function GoTo({ total, section, goTo }: { total: number; section: number; goTo: (offset: number) => void }) {
  const [typed, setTyped] = useState('');
  const offset = offsetOf(typed);
  const wrong = typed !== '' && (offset === null || offset >= total);
  const sections = Math.ceil(total / SECTION);
  return (
    <form
      className="flex flex-none items-center gap-2 border-t border-line px-3 py-1.5 text-sm text-ink-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (offset !== null && !wrong) goTo(offset);
      }}
    >
      <label className="flex items-center gap-2">
        Go to offset
        <input
          className="field w-32 font-mono"
          placeholder="0x1f40 or 8000"
          value={typed}
          aria-invalid={wrong}
          onChange={(event) => setTyped(event.target.value.trim())}
        />
      </label>
      {wrong && <span className="text-error">From 0 to 0x{(total - 1).toString(16)}</span>}
      {sections > 1 && (
        <span className="ml-auto flex items-center gap-2">
          <button type="button" className="btn" disabled={section === 0} onClick={() => goTo((section - 1) * SECTION)}>
            Previous
          </button>
          <span>
            {sizeOf(section * SECTION)} to {sizeOf(Math.min(total, (section + 1) * SECTION))}
          </span>
          <button
            type="button"
            className="btn"
            disabled={section + 1 >= sections}
            onClick={() => goTo((section + 1) * SECTION)}
          >
            Next
          </button>
        </span>
      )}
    </form>
  );
}

/** A decimal number or a hex one with `0x`; null for anything else. */
export function offsetOf(text: string): number | null {
  if (!/^(0x[0-9a-f]{1,13}|[0-9]{1,15})$/i.test(text)) return null;
  return Number(text);
}

/** Pages of bytes by their number, read when wanted, the oldest let go. */
function usePages(first: Uint8Array, read: HexViewProps['read'], total: number) {
  const [, changed] = useReducer((count: number) => count + 1, 0);
  const state = useMemo(() => {
    const length = Math.max(1, first.length);
    const kept = new Map<number, Uint8Array>([[0, first]]);
    const asked = new Map<number, AbortController>();
    const load = async (page: number) => {
      const controller = new AbortController();
      asked.set(page, controller);
      const bytes = await read(page * length, controller.signal);
      asked.delete(page);
      if (controller.signal.aborted || !bytes) return;
      kept.set(page, bytes);
      for (const old of kept.keys()) if (kept.size > KEPT && old !== 0) kept.delete(old);
      changed();
    };
    return {
      want(from: number, to: number) {
        const [a, b] = [Math.floor(from / length), Math.floor(Math.max(from, to - 1) / length)];
        for (const [page, controller] of asked) if (page < a || page > b) controller.abort();
        for (let page = a; page <= b && page * length < total; page++) {
          if (!kept.has(page) && !asked.has(page)) void load(page);
        }
      },
      /** Up to `count` bytes at an offset, also across two pages; null while they are on their way. */
      slice(offset: number, count: number): Uint8Array | null {
        const page = Math.floor(offset / length);
        const bytes = kept.get(page);
        if (!bytes) return null;
        const inside = offset - page * length;
        const head = bytes.subarray(inside, inside + count);
        if (head.length === count || offset + head.length >= total) return head;
        const tail = kept.get(page + 1)?.subarray(0, count - head.length);
        return tail ? Uint8Array.from([...head, ...tail]) : null;
      },
      stop() {
        for (const controller of asked.values()) controller.abort();
      },
    };
  }, [first, read, total]);
  useEffect(() => () => state.stop(), [state]);
  return state;
}
