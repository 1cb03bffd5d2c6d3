import { X } from 'lucide-react';
import {
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { isNumber, type Memory } from '../memory';
import { IconButton } from './Button';
import { useSize } from './useSize';

export interface SplitPaneProps {
  /** Under which name the share of the list is remembered. */
  readonly name: string;
  readonly memory: Memory;
  readonly list: ReactNode;
  readonly detail: ReactNode;
  /** What the detail is, for the separator and the slid-over panel. */
  readonly detailLabel: string;
  /** Whether the detail shows on a narrow window, where it slides over the list. */
  readonly open: boolean;
  readonly onClose: () => void;
  /** Share of the list before anything is remembered. */
  readonly share?: number;
  /** Least width of the list and of the detail; below their sum the detail slides over. */
  readonly least?: readonly [number, number];
}

const SlideOver = createContext<(() => void) | null>(null);

/** Closes a detail that lies over its list; nothing where both have room. It belongs at the end of the detail's toolbar. */
export function CloseDetail() {
  const close = useContext(SlideOver);
  return close && <IconButton icon={X} label="Close" keys="Esc" onClick={close} />;
}

const STEP = 24;
const HANDLE = 16;

/** A list and its detail, side by side; the line between them is dragged or moved with the arrow keys, and remembered. */
export function SplitPane(props: SplitPaneProps) {
  const { name, memory, share: first = 0.56, least = [380, 340] } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame);
  const [share, setShare] = useState(() => memory.get(`split.${name}`, isNumber, first));
  const narrow = width > 0 && width < least[0] + least[1] + HANDLE;
  const room = Math.max(1, width - HANDLE);
  const listWidth = Math.round(Math.min(room - least[1], Math.max(least[0], share * room)));

  const move = (to: number) => {
    const next = Math.min(room - least[1], Math.max(least[0], to)) / room;
    setShare(next);
    memory.set(`split.${name}`, next);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    event.preventDefault();
    event.currentTarget.focus();
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !frame.current) return;
    move(event.clientX - frame.current.getBoundingClientRect().left - HANDLE / 2);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: listWidth - STEP, ArrowRight: listWidth + STEP, Home: 0, End: room, Enter: first * room }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    move(to);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the detail from anywhere; its button does the same
    <div
      ref={frame}
      className="relative flex min-h-0 min-w-0 flex-1 overflow-hidden"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && narrow && props.open && !event.defaultPrevented) props.onClose();
      }}
    >
      <div className="flex min-h-0 min-w-0 flex-col" style={narrow ? { flex: 1 } : { width: listWidth }}>
        {width > 0 && props.list}
      </div>
      {!narrow && (
        <hr
          aria-orientation="vertical"
          aria-label={`Width of the list beside ${props.detailLabel}`}
          aria-valuenow={Math.round((listWidth / room) * 100)}
          aria-valuemin={Math.round((least[0] / room) * 100)}
          aria-valuemax={Math.round(((room - least[1]) / room) * 100)}
          tabIndex={0}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onKeyDown={onKeyDown}
          onDoubleClick={() => move(first * room)}
          className="split-handle"
          style={{ width: HANDLE }}
        />
      )}
      {narrow ? (
        props.open && (
          <SlidOver label={props.detailLabel} onClose={props.onClose}>
            {props.detail}
          </SlidOver>
        )
      ) : (
        <section aria-label={props.detailLabel} className="flex min-h-0 min-w-0 flex-1 flex-col">
          {width > 0 && props.detail}
        </section>
      )}
    </div>
  );
}

/** The detail above its list. Opened by a key it takes the focus, closed it gives the focus back. */
function SlidOver({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  const place = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    if (before instanceof HTMLElement && before.matches(':focus-visible')) place.current?.focus();
    const section = place.current;
    return () => {
      if (before instanceof HTMLElement && section?.contains(document.activeElement)) before.focus();
    };
  }, []);
  return (
    <section ref={place} aria-label={label} tabIndex={-1} className="slide-over">
      <SlideOver value={onClose}>{children}</SlideOver>
    </section>
  );
}
