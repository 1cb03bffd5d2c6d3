import { cpuTimer } from '../support/cpu';
import type { AnyTarget } from './target';

/** Why a case fails, or null: what was thrown, or that it took more processor time than its target allows. */
export async function whyItFails(target: AnyTarget, value: unknown): Promise<Error | null> {
  const spent = cpuTimer();
  try {
    await target.check(value);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
  const ms = spent();
  return ms > target.limitMs ? new Error(`slow: it took ${Math.round(ms)} ms of processor time`) : null;
}

/** Failures of one kind look alike: the message without numbers and quotes, and where it was thrown. */
export function kindOf({ message, stack = '' }: Error): string {
  const [line = ''] = message.split('\n');
  const thrown = /\n\s+at (?:async )?([^\s(]+)/.exec(stack)?.[1] ?? '';
  return `${line.replace(/'[^']*'|"[^"]*"|[0-9]+/g, '…').slice(0, 120)} @ ${thrown}`;
}
