import { existsSync } from 'node:fs';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import type { FakeControls } from '../fake/host';
import { CHROMIUM } from '../playwright.config';

declare global {
  interface Window {
    readonly fake: FakeControls;
  }
}

/** The window in a plain browser. */
export class MurscopeWindow {
  constructor(
    readonly page: Page,
    readonly problems: string[],
  ) {}

  /** Opens the window with packages: `house`, `hostile`… and other words of the made-up host. */
  async open(packages: string, more: Record<string, string> = {}): Promise<void> {
    const query = new URLSearchParams({ ...(packages ? { open: packages } : {}), ...more });
    await this.page.goto(`/?${query}`);
    await expect(this.page.getByRole('navigation', { name: 'Views' })).toBeVisible();
  }

  tab(name: string): Locator {
    return this.page
      .getByRole('tablist', { name: 'Package', exact: true })
      .getByRole('tab', { name: new RegExp(`^${name}`) });
  }

  docs(): Locator {
    return this.page.getByRole('tablist', { name: 'Open packages' }).getByRole('tab');
  }

  grid(name: string): Locator {
    return this.page.getByRole(/Entries|Manifest|Findings/.test(name) ? 'treegrid' : 'grid', { name });
  }

  row(grid: string, name: string | RegExp): Locator {
    return this.grid(grid).getByRole('row', { name });
  }

  /** The row that the grid says is active. */
  async activeRow(grid: string): Promise<string> {
    return this.grid(grid).evaluate((element) => {
      const id = element.getAttribute('aria-activedescendant');
      return (id && document.getElementById(id)?.textContent) || '';
    });
  }

  copied(): Promise<unknown> {
    return this.page.evaluate(() => window.fake.saved.copied);
  }

  calls(channel: string): Promise<number> {
    return this.page.evaluate((name) => window.fake.calls.filter((call) => call.channel === name).length, channel);
  }
}

/**
 * A test with a window. It fails on anything the page complains of: a policy that is broken, an exception, a shape that
 * the contract does not allow.
 */
export const test = base.extend<{ app: MurscopeWindow }>({
  app: async ({ page }, use) => {
    const problems: string[] = [];
    // A browser asks every server for it; the app's own scheme has none.
    await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
    page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
    });
    const app = new MurscopeWindow(page, problems);
    await use(app);
    problems.push(...(await page.evaluate(() => window.fake?.faults ?? [])));
    expect(problems).toEqual([]);
  },
});
/** For `test.skip` at the head of each file: a condition and why. */
export const withoutChromium = [!existsSync(CHROMIUM), `there is no ${CHROMIUM}`] as const;

export { expect };
