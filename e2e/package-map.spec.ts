import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures';
import { violations } from './support/looks';
import { writeCapsule, writeManyEntries } from './support/packages';

async function openMap(page: Page): Promise<void> {
  await page
    .getByRole('tablist', { name: 'Package', exact: true })
    .getByRole('tab', { name: /^Files/ })
    .click();
  await expect(page.getByRole('row').filter({ hasText: 'murmur.yaml' }).or(boxes(page)).first()).toBeVisible();
  if (!(await boxes(page).isVisible())) await page.getByRole('button', { name: 'Boxes by size' }).click();
}
const boxes = (page: Page) => page.getByRole('listbox', { name: 'Boxes by size' });
const box = (page: Page, name: RegExp) => boxes(page).getByRole('option', { name });
async function headerOf(page: Page, folder: RegExp, inside: RegExp): Promise<number> {
  const [outer, inner] = await Promise.all([box(page, folder).boundingBox(), box(page, inside).boundingBox()]);
  return (inner?.y ?? 0) - (outer?.y ?? 0);
}
const detail = (page: Page) => page.getByRole('region', { name: 'Entry', exact: true });
const HOSTILE = [
  { name: `long/${'n'.repeat(10_000)}.txt`, content: 'x'.repeat(4000) },
  { name: 'turned\u202etxt.exe', content: 'y'.repeat(3000) },
  { name: 'assets/logo.png', content: 'z'.repeat(9000) },
];

for (const theme of ['light', 'dark']) {
  test(`boxes by size and the same as a list, ${theme}`, async ({ folder, userData, launch }, info) => {
    writeFileSync(join(userData, 'settings.json'), JSON.stringify({ theme }));
    const { app, page } = await launch([writeCapsule(folder, 'x.mur.zip', HOSTILE)]);
    await openMap(page);
    await page.getByText('Unpacked', { exact: true }).click();
    await expect(box(page, /^large\.bin, program, 300,000 bytes, 9\d %/)).toBeVisible();
    await expect(box(page, /^data, folder/)).toBeVisible();
    expect(await page.getByRole('list', { name: 'Colours' }).textContent()).toContain('picture');
    expect(await boxes(page).textContent()).not.toContain('\u202e');
    expect(await violations(page), 'boxes').toEqual([]);
    await page.getByText('Packed', { exact: true }).click();

    // Linked with the preview and the table.
    await page.setViewportSize({ width: 1400, height: 800 });
    await box(page, /^SKILL\.md, skill/).click();
    await expect(detail(page)).toContainText('Reads the tide tables');
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await expect(page.getByRole('row', { selected: true })).toContainText('SKILL.md');
    await page.getByRole('row').filter({ hasText: 'system.md' }).click();
    await page.getByRole('button', { name: 'Boxes by size' }).click();
    await expect(boxes(page).getByRole('option', { selected: true })).toHaveAccessibleName(/^system\.md, text/);

    // The keyboard goes in and out.
    await box(page, /^prompts, folder/).click({ position: { x: 4, y: 4 } });
    await boxes(page).focus();
    await page.keyboard.press('Enter');
    const crumbs = page.getByRole('navigation', { name: 'Folder that is shown' });
    await expect(crumbs.getByRole('button', { name: 'prompts' })).toBeVisible();
    await expect(boxes(page).getByRole('option')).toHaveCount(2);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect(boxes(page).getByRole('option', { selected: true })).toHaveCount(1);
    await page.keyboard.press('Backspace');
    await expect(crumbs).toHaveCount(0);
    await expect(boxes(page).getByRole('option', { selected: true })).toHaveAccessibleName(/^prompts, folder/);

    // The same as a list.
    await page.getByRole('button', { name: 'Boxes as a list' }).click();
    const list = page.getByRole('treegrid', { name: 'Boxes as a list' });
    await expect(list.getByRole('row', { selected: true })).toContainText('prompts');
    expect(await violations(page), 'list').toEqual([]);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(900, 600));
    await page.screenshot({ path: info.outputPath(`list-${theme}.png`) });
    await page.getByRole('button', { name: 'Boxes by size' }).click();
    await expect(box(page, /^large\.bin/)).toBeVisible();
    for (const [width, height] of [
      [900, 600],
      [1920, 1200],
    ] as const) {
      await page.setViewportSize({ width, height });
      // Boxes stretch until they are laid out anew: then a folder's name has its own height again.
      await expect.poll(() => headerOf(page, /^data, folder/, /^large\.bin/)).toBeCloseTo(18, 0);
      await page.screenshot({ path: info.outputPath(`map-${theme}-${width}.png`) });
    }
  });
}

test('the form and the size that counts are remembered', async ({ folder, launch }) => {
  const path = writeCapsule(folder);
  const { app, page } = await launch([path]);
  await openMap(page);
  await page.getByText('Unpacked', { exact: true }).click();
  await expect(box(page, /^large\.bin/)).toBeVisible();
  await app.close();
  const { page: second } = await launch([path]);
  await expect(box(second, /^large\.bin/)).toBeVisible();
  await expect(second.getByRole('radio', { name: 'Unpacked' })).toBeChecked();
});

test('66,000 entries are a bounded number of boxes, and typing finds rows that are far away', async ({
  folder,
  launch,
}) => {
  const { page } = await launch([writeManyEntries(folder, 66_000)]);
  await openMap(page);
  await expect(
    boxes(page)
      .getByRole('option', { name: /smaller entries, smaller ones/ })
      .first(),
  ).toBeVisible();
  expect(await boxes(page).getByRole('option').count()).toBeLessThanOrEqual(1500);
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  const grid = page.getByRole('treegrid', { name: 'Entries' });
  await page.getByRole('button', { name: 'Unfold all folders' }).click();
  await grid.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await grid.focus();
  await page.keyboard.press('End'); // also while the new order is on its way
  await expect(grid.getByRole('row', { selected: true })).toContainText('SKILL.md');
  await page.keyboard.type('file-065432');
  await expect(grid.getByRole('row', { selected: true })).toContainText('file-065432.txt');

  // The place is the same after another tab was in front.
  const top = () => grid.evaluate((element) => element.scrollTop);
  await grid.hover();
  await page.mouse.wheel(0, -3000);
  await expect.poll(top).toBeGreaterThan(1000);
  const before = await top();
  const tabs = page.getByRole('tablist', { name: 'Package', exact: true });
  await tabs.getByRole('tab', { name: /^Manifest/ }).click();
  await tabs.getByRole('tab', { name: /^Files/ }).click();
  await expect(grid).toBeVisible();
  expect(await top()).toBe(before);
});
