import type { Page } from '@playwright/test';

/** Drags files or folders over the window as a hand does: trusted events with real paths. The answer lets go of them. */
export async function dragOver(
  page: Page,
  paths: readonly string[],
  { alt = false } = {},
): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data, modifiers: alt ? 1 : 0 });
  await send('dragEnter');
  await send('dragOver');
  return async () => {
    await send('drop');
    await session.detach();
  };
}

/** Drops files or folders on the window. */
export async function drop(page: Page, paths: readonly string[], held: { alt?: boolean } = {}): Promise<void> {
  await (await dragOver(page, paths, held))();
}
