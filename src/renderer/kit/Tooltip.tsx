import { useEffect, useLayoutEffect, useRef, useState } from 'react';

interface Tip {
  readonly text: string;
  readonly target: Element;
}

const HOVER_DELAY = 450;
const LEAVE_DELAY = 120;

/**
 * One tooltip for the whole window, so that tables of many cells cost nothing: any element says `data-tip="…"`, and
 * with `data-tip-when="cut"` only where its `[data-cut]` part does not fit. Shown on hover after a moment and on
 * keyboard focus at once; Escape hides it; the pointer may move onto it and select its text.
 */
export function TooltipHost() {
  const [tip, setTip] = useState<Tip | null>(null);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (next: Tip | null, delay: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => setTip(next), delay);
    };
    const now = (next: Tip | null) => later(next, 0);
    const over = (event: PointerEvent) => {
      if (box.current?.contains(event.target as Node)) return clearTimeout(timer);
      const found = tipAt(event.target);
      if (found) later(found, HOVER_DELAY);
      else later(null, LEAVE_DELAY);
    };
    const focus = (event: FocusEvent) => {
      const target = event.target;
      if (target instanceof Element && target.matches(':focus-visible')) now(tipAt(target));
    };
    const hide = () => now(null);
    const onEscape = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    const options = { capture: true, passive: true } as const;
    document.addEventListener('pointerover', over, options);
    document.addEventListener('focusin', focus, options);
    document.addEventListener('focusout', hide, options);
    document.addEventListener('pointerdown', hide, options);
    document.addEventListener('wheel', hide, options);
    document.addEventListener('keydown', onEscape, options);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', over, options);
      document.removeEventListener('focusin', focus, options);
      document.removeEventListener('focusout', hide, options);
      document.removeEventListener('pointerdown', hide, options);
      document.removeEventListener('wheel', hide, options);
      document.removeEventListener('keydown', onEscape, options);
    };
  }, []);

  useLayoutEffect(() => {
    if (tip && box.current) place(box.current, tip.target.getBoundingClientRect());
  }, [tip]);

  if (!tip) return null;
  return (
    <div
      ref={box}
      role="tooltip"
      className="fixed z-100 max-h-60 max-w-md overflow-auto rounded-md border border-transparent bg-tip px-2 py-1 text-xs whitespace-pre-wrap text-tip-ink [overflow-wrap:anywhere]"
    >
      <bdi>{tip.text}</bdi>
    </div>
  );
}

function tipAt(target: EventTarget | null): Tip | null {
  const holder = target instanceof Element ? target.closest('[data-tip]') : null;
  const text = holder?.getAttribute('data-tip');
  if (!holder || !text) return null;
  if (holder.getAttribute('data-tip-when') === 'cut') {
    const part = holder.querySelector('[data-cut]') ?? holder;
    if (part.scrollWidth <= part.clientWidth) return null;
  }
  return { text, target: holder };
}

const GAP = 6;

/** Under the target, above it where there is no room, never outside the window. */
function place(box: HTMLElement, target: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = box;
  const left = Math.max(GAP, Math.min(target.left + target.width / 2 - width / 2, innerWidth - width - GAP));
  const below = target.bottom + GAP;
  const top = below + height > innerHeight - GAP ? Math.max(GAP, target.top - height - GAP) : below;
  box.style.left = `${left}px`;
  box.style.top = `${top}px`;
}
