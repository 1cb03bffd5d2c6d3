import type { BatchEvent } from '../../shared/models/naming';

/** How a batch went, for a person who looks elsewhere. */
export function doneSentence({ counters: { total, states } }: BatchEvent): string {
  const { ok, cancelled } = states;
  const failed = total - ok - cancelled - states.queued - states.running;
  const parts = [
    `${ok} of ${total} named`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
  ];
  return `${parts.join(', ')}.`;
}
