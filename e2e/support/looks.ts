import AxeBuilder from '@axe-core/playwright';
import type { ElectronApplication, Page, TestInfo } from '@playwright/test';
import { expect } from './fixtures';

/** What axe finds in the window as it is now, one line each. */
export async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).setLegacyMode().analyze(); // a new page is no window of Electron's
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/** Takes a picture of each state of a window, which axe must have nothing to say about. */
export function lookAt(page: Page, info: TestInfo): (name: string) => Promise<void> {
  return async (name) => {
    await page.mouse.move(2, 2);
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await page.screenshot({ path: info.outputPath(`${name}.png`), animations: 'disabled' });
    expect.soft(await violations(page), name).toEqual([]);
  };
}

/** Gives the window's content a size, in pixels of the page. */
export function sizeOf(app: ElectronApplication): (width: number, height: number) => Promise<void> {
  return (width, height) =>
    app.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setContentSize(...to), [
      width,
      height,
    ] as const);
}
