import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { goldenStores } from '../test/support/store';
import { drop } from './support/drop';
import { lookAt, sizeOf } from './support/looks';
import { expect, install, packages, storeOf, test, writeProject, writeStore } from './support/stores';

for (const theme of ['light', 'dark']) {
  test(`registry in every state, ${theme}: nothing that axe objects to, and a picture of each`, async ({
    home,
    userData,
    launch,
  }, info) => {
    writeFileSync(join(userData, 'settings.json'), JSON.stringify({ theme }));
    const { app, page } = await launch();
    const look = lookAt(page, info);
    const size = sizeOf(app);

    await page.keyboard.press('Control+1');
    await expect(page.getByText('No packages are installed')).toBeVisible();
    await look('1-empty');
    writeStore(storeOf(home));
    writeFileSync(join(storeOf(home), 'local/notes.txt'), 'stray');
    await expect(packages(page)).toHaveAttribute('aria-rowcount', '7');
    await page.getByRole('button', { name: 'Verify all' }).click();
    await expect(page.getByText('1 digest differs, 5 agree')).toBeVisible();
    await look('2-stores');
    await packages(page).getByText('local/pennant').click();
    await look('3-package');
    await size(900, 600);
    await look('3-package-900');
    await page.keyboard.press('Escape');
    await look('4-table-900');
    await size(1280, 800);
    await page.getByRole('button', { name: 'Groups and columns' }).click();
    await page.getByRole('menuitem', { name: 'Group by name' }).click();
    await expect(page.getByText('3 versions')).toBeVisible();
    await look('5-groups');
  });

  test(`project in every state, ${theme}: nothing that axe objects to, and a picture of each`, async ({
    home,
    folder,
    userData,
    launch,
  }, info) => {
    writeStore(storeOf(home));
    writeFileSync(join(userData, 'settings.json'), JSON.stringify({ theme }));
    const { app, page } = await launch();
    const look = lookAt(page, info);
    const size = sizeOf(app);

    await page.keyboard.press('Control+3');
    await expect(page.getByText('See what a project would launch')).toBeVisible();
    await look('6-project-welcome');
    const { project } = writeProject(folder);
    install(storeOf(project), { name: 'local/signals', version: '0.2.0' });
    await drop(page, [project]);
    const tabs = page.getByRole('tablist', { name: 'Project', exact: true });
    await expect(page.getByRole('grid', { name: 'Artifacts' })).toContainText('project store');
    await look('7-artifacts');
    await tabs.getByRole('tab', { name: /^Manifest files/ }).click();
    await expect(page.getByText('Keep watch.')).toBeVisible();
    await look('8-files');
    await tabs.getByRole('tab', { name: /^Config/ }).click();
    await page.getByRole('button', { name: 'Show values' }).first().click();
    await expect(page.getByText('amber')).toBeVisible();
    await look('9-config');
    for (const name of ['Grants', 'Findings']) {
      await tabs.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
      await look(`10-${name.toLowerCase()}`);
    }
    await size(900, 600);
    await tabs.getByRole('tab', { name: /^Artifacts/ }).click();
    await look('11-artifacts-900');
    await size(1280, 800);
    await page.getByRole('grid', { name: 'Artifacts' }).getByText('local/signals').dblclick();
    await expect(page.getByText('declared by harbour', { exact: true })).toBeVisible();
    await look('12-package-of-project');
  });
}

test('the golden store and its project, as mur made them', async ({ home, folder, launch }, info) => {
  const stores = goldenStores();
  test.skip(stores === null, 'golden/store is not here');
  if (stores === null) return;
  cpSync(join(stores.full, 'home'), home, { recursive: true });
  const project = join(folder, 'house');
  cpSync(join(stores.full, 'project'), project, { recursive: true });
  stores.remove();
  const { page } = await launch([project]);
  const artifacts = page.getByRole('grid', { name: 'Artifacts' });
  await expect(artifacts).toBeVisible();
  await page.screenshot({ path: info.outputPath('project.png') });
  await expect(artifacts.getByText('not installed')).toHaveCount(0);
  await page.keyboard.press('Control+1');
  await expect(page.getByText(/packages in 2 stores/)).toBeVisible();
  await page.getByRole('button', { name: 'Verify all' }).click();
  await expect(page.getByText(/^All \d+ digests agree$/)).toBeVisible();
  await page.screenshot({ path: info.outputPath('registry.png') });
});
