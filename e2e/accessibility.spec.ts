import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './support/fixtures';
import { violations } from './support/looks';
import { writeCapsule } from './support/packages';

const TABS = ['Overview', 'Files', 'Manifest files', 'Config', 'Skills', 'Findings'];

for (const theme of ['light', 'dark']) {
  test(`no view has anything that axe objects to, ${theme}`, async ({ folder, userData, launch }) => {
    writeFileSync(join(userData, 'settings.json'), JSON.stringify({ theme }));
    const { app, page } = await launch();
    expect(await violations(page), 'the first minute').toEqual([]);
    await page.keyboard.press('Control+,');
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    expect(await violations(page), 'settings').toEqual([]);
    await app.close();
    const { page: second } = await launch([writeCapsule(folder)]);
    await expect(second.getByText('local headers checked')).toBeVisible();
    const tabs = second.getByRole('tablist', { name: 'Package', exact: true });
    for (const name of TABS) {
      await tabs.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
      const grid = second.locator('[role=grid], [role=treegrid]').first();
      if (await grid.isVisible()) {
        await grid.focus();
        await second.keyboard.press('Home');
        await second.keyboard.press('ArrowDown');
      }
      await expect(second.locator('[aria-busy=true]')).toHaveCount(0);
      expect(await violations(second), name).toEqual([]);
    }
    await second.keyboard.press('Control+k');
    await expect(second.getByRole('dialog')).toBeVisible();
    expect(await violations(second), 'the palette').toEqual([]);
  });
}
