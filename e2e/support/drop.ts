import type { Page } from '@playwright/test';

type Stage = 'dragEnter' | 'dragOver' | 'drop' | 'dragCancel';

/** What a person's hand does with files over the window: each stage is a trusted event with real paths. */
export async function drag(page: Page, paths: readonly string[], stages: readonly Stage[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of stages) await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
  await session.detach();
}

/** Drops files or folders on the window. */
export const drop = (page: Page, paths: readonly string[]): Promise<void> =>
  drag(page, paths, ['dragEnter', 'dragOver', 'drop']);
