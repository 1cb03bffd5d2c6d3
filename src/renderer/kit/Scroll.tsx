// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
import type { ReactNode } from 'react';
import { cx } from './cx';

/** A place whose text may be longer than it: it takes the focus, so that keys can scroll it. */
export function Scroll({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      tabIndex={0}
      className={cx('min-h-0 flex-1 overflow-auto -outline-offset-2', className)}
    >
      {children}
    </section>
  );
}
