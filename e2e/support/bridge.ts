import type { Page } from '@playwright/test';
import type { Result } from '../../src/shared/result';

interface Bridge {
  call(channel: string, args: unknown, id: unknown): Promise<Result<unknown>>;
}

/** Calls main through the bridge as hostile page code could: any channel, any arguments, any id. */
export function call(page: Page, channel: string, args: unknown, id: unknown = 'test#1'): Promise<Result<unknown>> {
  return page.evaluate(
    ([name, given, number]) => (window as unknown as { murscope: Bridge }).murscope.call(name, given, number),
    [channel, args, id] as const,
  );
}
