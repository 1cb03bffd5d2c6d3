import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test, withoutChromium } from './support/window';

test.skip(...withoutChromium);

/** What axe finds, one line each. */
async function violations(page: Page, rules: readonly string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations: found } = await (rules.length > 0 ? axe.withRules([...rules]) : axe).analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`),
  );
}

const tabs = ['Overview', 'Files', 'Manifest files', 'Config', 'Skills', 'Findings'];

// All rules in light; in dark only the one that colours can break.
const THEMES = [
  { colorScheme: 'light', rules: [] },
  { colorScheme: 'dark', rules: ['color-contrast'] },
] as const;

for (const { colorScheme, rules } of THEMES) {
  test.describe(`no accessibility violation, ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });
    test.slow();

    for (const name of ['house', 'hostile', 'empty']) {
      test(`every tab of ${name}`, async ({ app, page }) => {
        await app.open(name);
        for (const tab of tabs) {
          await app.tab(tab).click();
          await expect(page.locator('.wait-a-moment')).toHaveCount(0);
          expect(await violations(page, rules), tab).toEqual([]);
        }
      });
    }

    test('the shell: first minute, a view to come, settings, palette, menu, messages, drop hint', async ({
      app,
      page,
    }) => {
      await app.open('');
      expect(await violations(page, rules), 'first minute').toEqual([]);
      await page.keyboard.press('Control+4');
      expect(await violations(page, rules), 'a view to come').toEqual([]);
      await page.keyboard.press('Control+,');
      await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
      expect(await violations(page, rules), 'settings').toEqual([]);
      await page.evaluate(() => window.fake.drop('house', 'notes.txt'));
      await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('notes.txt');
      expect(await violations(page, rules), 'messages').toEqual([]);
      await page.getByRole('button', { name: 'Export the report' }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      expect(await violations(page, rules), 'menu').toEqual([]);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
      expect(await violations(page, rules), 'palette').toEqual([]);
    });

    test('hex, details, values, a narrow window with its detail open', async ({ app, page }) => {
      await app.open('house');
      await app.tab('Files').click();
      await app.row('Entries', /capsule\.wasm/).click();
      await page.getByText('Hex', { exact: true }).click();
      await expect(page.getByRole('region', { name: 'Content of capsule.wasm' })).toContainText('00 61 73 6d');
      expect(await violations(page, rules), 'hex').toEqual([]);
      await page.getByText('Details', { exact: true }).click();
      expect(await violations(page, rules), 'details').toEqual([]);
      await app.tab('Config').click();
      await page.getByRole('button', { name: 'Show values' }).last().click();
      await expect(page.locator('.cm-content')).toBeVisible();
      expect(await violations(page, rules), 'values').toEqual([]);
      await page.setViewportSize({ width: 640, height: 420 });
      await app.tab('Findings').click();
      await app
        .row('Findings', /differ only/)
        .first()
        .click();
      expect(await violations(page, rules), 'narrow').toEqual([]);
    });
  });
}

test('high contrast keeps selection and focus visible', async ({ app, page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await app.open('house');
  await app.tab('Files').click();
  await expect(app.row('Entries', /^murmur\.yaml/)).toHaveCSS('outline-style', 'solid');
});

test('with reduced motion nothing moves', async ({ app, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await app.open('house', { never: 'package:open' });
  await expect(page.locator('.skeleton').first()).toHaveCSS('animation-name', 'none');
});
