import { X } from 'lucide-react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { createStore } from 'zustand/vanilla';
import { IconButton } from './Button';
import { Dot } from './Chip';
import { cx } from './cx';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly detail?: string;
  readonly tone: 'plain' | 'error' | 'warning';
}

export type ToastStore = StoreApi<{ readonly toasts: readonly Toast[] }>;

export const createToasts = (): ToastStore => createStore(() => ({ toasts: [] }));

const SHOWN = 6_000;
const MOST = 4;
let made = 0;

/** Says something in passing. Errors stay until they are closed. */
export function say(
  store: ToastStore,
  text: string,
  more: { tone?: Toast['tone']; detail?: string | undefined } = {},
): void {
  const toast: Toast = {
    id: ++made,
    text,
    tone: more.tone ?? 'plain',
    ...(more.detail ? { detail: more.detail } : {}),
  };
  store.setState(({ toasts }) => ({ toasts: [...toasts.filter((old) => old.text !== text), toast].slice(-MOST) }));
  if (toast.tone !== 'error') setTimeout(() => dismiss(store, toast.id), SHOWN);
}

export function dismiss(store: ToastStore, id: number): void {
  store.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

/** Where messages appear: in the corner for the eye, politely for a screen reader. */
export function ToastRegion({ store }: { store: ToastStore }) {
  const toasts = useStore(store, (state) => state.toasts);
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      className="pointer-events-none fixed right-4 bottom-10 z-90 flex w-90 max-w-[calc(100vw-32px)] flex-col gap-2"
    >
      {toasts.map((toast) => (
        <div
          key={toast.id}
          className={cx(
            'toast pointer-events-auto flex items-start gap-2.5 rounded-lg border bg-surface py-2 pr-1.5 pl-3 text-sm',
            toast.tone === 'error' ? 'border-error' : 'border-line-strong',
          )}
        >
          {toast.tone !== 'plain' && (
            <span className="flex h-4.5 items-center">
              <Dot tone={toast.tone} label={toast.tone} />
            </span>
          )}
          <div className="min-w-0 flex-1 py-px [overflow-wrap:anywhere]">
            <p>{toast.text}</p>
            {toast.detail && <p className="text-ink-2">{toast.detail}</p>}
          </div>
          <IconButton icon={X} label="Dismiss" onClick={() => dismiss(store, toast.id)} className="!h-5 !w-5" />
        </div>
      ))}
    </section>
  );
}
