import { X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { MiddleEllipsis } from '../kit/MiddleEllipsis';
import { closeTab } from './actions';
import { useApp } from './app';
import { activate, type Doc } from './shell';
import { texts } from './texts';

/** One tab for each open document. Middle click and Delete close; arrows, Home and End move. */
export function DocTabs({ docs, active }: { docs: readonly Doc[]; active: Doc | undefined }) {
  const app = useApp();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active)
      list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);

  const onKeyDown = (event: KeyboardEvent) => {
    const at = docs.findIndex((doc) => doc.id === active?.id);
    if (event.key === 'Delete' && active) {
      closeTab(app, active.id);
      requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus());
      return;
    }
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: docs.length - 1 }[event.key];
    const next = to === undefined ? undefined : docs[(to + docs.length) % docs.length];
    if (!next) return;
    event.preventDefault();
    activate(app.shell, next);
    list.current?.querySelector<HTMLElement>(`[data-doc="${next.id}"]`)?.focus();
  };

  return (
    <div ref={list} role="tablist" aria-label={texts.tabs} className="doctabs" onKeyDown={onKeyDown}>
      {docs.map((doc) => (
        <button
          key={doc.id}
          type="button"
          role="tab"
          data-doc={doc.id}
          aria-selected={doc.id === active?.id}
          aria-controls="document"
          tabIndex={doc.id === active?.id ? 0 : -1}
          className="doctab"
          onClick={() => activate(app.shell, doc)}
          onMouseDown={(event) => event.button === 1 && event.preventDefault()}
          onAuxClick={(event) => event.button === 1 && closeTab(app, doc.id)}
        >
          <MiddleEllipsis text={doc.title} className="max-w-56" />
          {/* For the pointer only: a tab may hold no second control, the keyboard has Delete and Ctrl+W. */}
          <span
            aria-hidden
            className="doctab-close"
            data-tip={texts.closeTab(doc.title)}
            onClick={(event) => {
              event.stopPropagation();
              closeTab(app, doc.id);
            }}
          >
            <X size={12} />
          </span>
        </button>
      ))}
    </div>
  );
}
