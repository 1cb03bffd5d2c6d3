import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { cx } from './cx';
import { integer } from './format';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly title: string;
  /** A count behind the title; null keeps its place while it is not known. */
  readonly count?: number | null;
  readonly tone?: 'warning' | 'error';
}

export interface TabsProps<Id extends string> {
  readonly label: string;
  /** Names the tabs and their panels in the page: `<base>-tab-<id>`, `<base>-panel`. */
  readonly base: string;
  readonly tabs: readonly Tab<Id>[];
  readonly active: Id;
  readonly onChange: (id: Id) => void;
}

/** A list of tabs: arrows, Home and End move; the active one is the only stop of the Tab key. */
export function Tabs<Id extends string>({ label, base, tabs, active, onChange }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current
      ?.querySelector(`#${CSS.escape(`${base}-tab-${active}`)}`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [base, active]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = tabAfter(event.key, tabs, active);
    if (!next) return;
    event.preventDefault();
    onChange(next);
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${base}-tab-${next}`)}`)?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      onKeyDown={onKeyDown}
      className="flex flex-none gap-4.5 overflow-x-auto border-b border-line [scrollbar-width:none]"
    >
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={`${base}-tab-${tab.id}`}
          aria-selected={tab.id === active}
          aria-controls={`${base}-panel`}
          tabIndex={tab.id === active ? 0 : -1}
          onClick={() => onChange(tab.id)}
          className={cx(
            'flex flex-none items-baseline gap-1.5 border-b-2 py-2 text-base whitespace-nowrap -outline-offset-2',
            tab.id === active ? 'border-accent text-ink' : 'border-transparent text-ink-2 hover:text-ink',
          )}
        >
          {/* The bold twin keeps the width, so that choosing a tab moves nothing. */}
          <span className="grid">
            <span className={cx('col-start-1 row-start-1', tab.id === active && 'font-[570]')}>{tab.title}</span>
            <span className="invisible col-start-1 row-start-1 font-[570]" aria-hidden>
              {tab.title}
            </span>
          </span>
          {tab.count !== undefined && <TabCount count={tab.count} />}
        </button>
      ))}
    </div>
  );
}

function TabCount({ count }: { count: number | null }) {
  if (count === 0) return null;
  return <span className="text-xs text-ink-3">{count === null ? '·' : integer(count)}</span>;
}

function tabAfter<Id extends string>(key: string, tabs: readonly Tab<Id>[], active: Id): Id | undefined {
  const at = tabs.findIndex((tab) => tab.id === active);
  const moves: Readonly<Record<string, number>> = {
    ArrowRight: (at + 1) % tabs.length,
    ArrowLeft: (at - 1 + tabs.length) % tabs.length,
    Home: 0,
    End: tabs.length - 1,
  };
  const to = moves[key];
  return to === undefined ? undefined : tabs[to]?.id;
}

/** What the active tab shows. */
export function TabPanel(props: { base: string; active: string; className?: string; children: ReactNode }) {
  return (
    <div
      role="tabpanel"
      id={`${props.base}-panel`}
      aria-labelledby={`${props.base}-tab-${props.active}`}
      className={cx('flex min-h-0 min-w-0 flex-1 flex-col', props.className)}
    >
      {props.children}
    </div>
  );
}
