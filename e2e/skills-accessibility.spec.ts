import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drop } from './support/drop';
import { expect, test } from './support/fixtures';
import { violations } from './support/looks';
import { writeShelf } from './support/skills';

for (const theme of ['light', 'dark']) {
  test(`the Skills view has nothing that axe objects to, ${theme}`, async ({ folder, userData, launch }) => {
    writeFileSync(join(userData, 'settings.json'), JSON.stringify({ theme }));
    const { page } = await launch();
    await page.keyboard.press('Control+4');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Drop a skill/);
    if (theme === 'light') expect(await violations(page), 'nothing open').toEqual([]);
    await drop(page, [writeShelf(folder)]);
    await page.getByRole('row', { name: /^pdf-helper / }).click();
    await expect(page.locator('.cm-marked-error').first()).toBeVisible();
    await page.getByRole('button', { name: 'Quote the value' }).click();
    await expect(page.getByRole('button', { name: 'Apply' })).toBeFocused();
    expect(await violations(page), 'a fix before it is made').toEqual([]);
    for (const part of ['Description', 'Packs']) {
      await page.getByRole('tab', { name: new RegExp(`^${part}`) }).click();
      expect(await violations(page), part).toEqual([]);
    }
    await page.getByRole('button', { name: 'Pack…' }).click();
    await expect(page.getByRole('dialog').getByText(/entries,/)).toBeVisible();
    expect(await violations(page), 'packing').toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Pack…' })).toBeFocused();
    if (theme === 'dark') return;
    await page.setViewportSize({ width: 900, height: 600 });
    expect(await violations(page), 'a small window').toEqual([]);
  });
}
