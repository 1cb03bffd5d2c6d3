import type { ReactNode } from 'react';
import type { Severity, Verdict } from '../../shared/models/finding';
import { plural } from './format';

export type Tone = 'plain' | 'ok' | 'warning' | 'error' | 'info';

/** A state as a word. */
export function Chip({ tone = 'plain', tip, children }: { tone?: Tone; tip?: string; children: ReactNode }) {
  return (
    <span className="chip" data-tone={tone} data-tip={tip}>
      {children}
    </span>
  );
}

/** Severity as a shape and a colour; the word stands beside it or is read aloud. */
export function Dot({ tone, label }: { tone: Severity; label?: string }) {
  return label ? (
    <span className="dot" data-tone={tone} role="img" aria-label={label} />
  ) : (
    <span className="dot" data-tone={tone} aria-hidden />
  );
}

export const SEVERITY_WORDS: Readonly<Record<Severity, { one: string; many: string }>> = {
  error: { one: 'error', many: 'errors' },
  warning: { one: 'warning', many: 'warnings' },
  info: { one: 'note', many: 'notes' },
};

/** `2 errors, 1 warning` for a header; what is zero is left out. */
export function severityCounts(counts: Readonly<Record<Severity, number>>): string {
  const parts = (['error', 'warning', 'info'] as const).filter((severity) => counts[severity] > 0);
  return parts.map((severity) => plural(counts[severity], SEVERITY_WORDS[severity].one)).join(', ');
}

export const VERDICT_TONES: Readonly<Record<Verdict, Tone>> = { ok: 'ok', warnings: 'warning', errors: 'error' };
