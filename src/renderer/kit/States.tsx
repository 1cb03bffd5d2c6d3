import { Copy, type LucideIcon, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Failure } from '../../shared/result';
import { Button } from './Button';
import { visible } from './visible';

/** A place with nothing in it says what belongs there and how to get it. */
export function EmptyState(props: { icon?: LucideIcon; title: string; children?: ReactNode; actions?: ReactNode }) {
  const Icon = props.icon;
  return (
    <div className="m-auto flex max-w-md flex-col items-center gap-2 p-6 text-center text-sm text-ink-2">
      {Icon && <Icon size={22} strokeWidth={1.5} className="mb-1 text-ink-3" aria-hidden />}
      <p className="text-base font-semibold text-ink">{props.title}</p>
      {props.children && <div className="flex flex-col gap-1">{props.children}</div>}
      {props.actions && <div className="mt-2 flex gap-2">{props.actions}</div>}
    </div>
  );
}

/** A panel that holds nothing and says so. */
export function EmptyPanel({ text, ...state }: { icon?: LucideIcon; title: string; text?: string }) {
  return (
    <div className="panel flex-1">
      <EmptyState {...state}>{text && <p>{text}</p>}</EmptyState>
    </div>
  );
}

export interface ErrorStateProps {
  readonly error: Failure;
  readonly title?: string;
  readonly onRetry?: () => void;
  readonly onCopy?: (text: string) => void;
}

/** What went wrong, where, and what can be done next. */
export function ErrorState({ error, title, onRetry, onCopy }: ErrorStateProps) {
  return (
    <div role="alert" className="m-auto flex max-w-lg flex-col gap-2 p-6 text-sm">
      {title && <p className="text-base font-semibold">{title}</p>}
      <p className="text-error [overflow-wrap:anywhere]">
        {visible(error.message)}
        {error.place && ` (line ${error.place.line}, column ${error.place.column})`}
      </p>
      {error.hint && <p className="text-ink-2 [overflow-wrap:anywhere]">{visible(error.hint)}</p>}
      {(onRetry || onCopy) && (
        <div className="mt-1 flex gap-2">
          {onRetry && (
            <Button icon={RotateCw} onClick={onRetry}>
              Try again
            </Button>
          )}
          {onCopy && (
            <Button icon={Copy} onClick={() => onCopy(errorText(error, title))}>
              Copy details
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** A failure as plain text, for a report to someone else. */
export function errorText(error: Failure, title?: string): string {
  const lines = [
    title,
    visible(error.message),
    error.place && `line ${error.place.line}, column ${error.place.column}`,
    error.hint && visible(error.hint),
    error.code && `code ${error.code}`,
  ];
  return lines.filter(Boolean).join('\n');
}

/** A grey shape of the size of what comes. */
export function Skeleton({ width, height = 12 }: { width: number | string; height?: number }) {
  return <span className="skeleton" style={{ width, height }} aria-hidden />;
}

/** How far something is; `total` 0 means that it cannot be known. */
export function Progress({ done, total, label }: { done: number; total: number; label: string }) {
  const share = total > 0 ? Math.min(1, done / total) : 0;
  return (
    <span
      className="bar block w-full"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={total > 0 ? Math.round(share * 100) : undefined}
    >
      <i style={{ width: `${share * 100}%` }} />
    </span>
  );
}
