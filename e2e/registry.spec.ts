import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { drop } from './support/drop';
import { expect, install, packages, rowTexts, storeOf, test, writeStore } from './support/stores';

const detail = 'About the package';

test('browsed, sorted as versions are, filtered, grouped, with columns that stay hidden', async ({ home, launch }) => {
  writeStore(storeOf(home));
  const { app, page } = await launch();
  await page.keyboard.press('Control+1');
  await expect(packages(page)).toHaveAttribute('aria-rowcount', '7');
  await expect(page.getByText('6 packages in 1 store')).toBeVisible();
  await expect(page.getByText('1 damaged package')).toBeVisible();

  await page.getByRole('textbox', { name: /^Filter/ }).fill('house');
  await expect(packages(page)).toHaveAttribute('aria-rowcount', '4');
  await page.getByRole('button', { name: 'Version', exact: true }).click();
  await expect
    .poll(async () => (await rowTexts(page)).map((text) => /0\.\d+\.0/.exec(text)?.[0]))
    .toEqual(['0.1.0', '0.9.0', '0.10.0']);

  await page.getByRole('textbox', { name: /^Filter/ }).fill('');
  await page.getByRole('button', { name: 'Groups and columns' }).click();
  await page.getByRole('menuitem', { name: 'Group by name' }).click();
  const tree = page.getByRole('treegrid', { name: 'Installed packages' });
  await expect(tree).toHaveAttribute('aria-rowcount', '11');
  await tree.getByText('3 versions').click();
  await page.keyboard.press('ArrowLeft');
  await expect(tree).toHaveAttribute('aria-rowcount', '8');

  await page.getByRole('button', { name: 'Groups and columns' }).click();
  await page.getByRole('menuitem', { name: 'Runtime' }).click();
  await expect(tree.getByRole('columnheader', { name: 'Runtime' })).toHaveCount(0);
  await app.close();
  const { page: again } = await launch();
  const same = again.getByRole('treegrid', { name: 'Installed packages' });
  await expect(same).toHaveAttribute('aria-rowcount', '11');
  await expect(same.getByRole('columnheader', { name: 'Runtime' })).toHaveCount(0);
});

test('verified: the wrong digest is named, and an opened package says where it lies', async ({ home, launch }) => {
  writeStore(storeOf(home));
  const { app, page } = await launch();
  await page.keyboard.press('Control+1');
  await expect(packages(page)).toHaveAttribute('aria-rowcount', '7');
  await expect(packages(page).getByText('not read')).toHaveCount(6);
  await page.getByRole('button', { name: 'Verify all' }).click();
  await expect(page.getByText('1 digest differs, 5 agree')).toBeVisible();
  await expect(page.getByText('5 digests agree', { exact: true })).toBeVisible();

  await packages(page).getByText('local/pennant').click();
  const about = page.getByRole('region', { name: detail }).last();
  await expect(about).toContainText('differs');
  await expect(about).toContainText(/compared today/);
  await expect(about).toContainText('Do not run it.');
  await packages(page).getByText('murmur/hook-lamp').click();
  await expect(about).toContainText('shows no package of this store at all');

  await packages(page).getByText('local/signals').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy reference' }).click();
  await expect(page.getByText('Copied local/signals@0.2.0')).toBeVisible();
  expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe('local/signals@0.2.0');

  await packages(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /signals/ })).toBeVisible();
  await expect(page.getByText('local/signals@0.2.0', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('global store', { exact: true })).toBeVisible();
  await expect(page.getByText('digest agrees', { exact: true })).toBeVisible();
});

test('followed on disk: what comes and goes moves neither the selection nor the scroll', async ({ home, launch }) => {
  const root = storeOf(home);
  for (let at = 0; at < 80; at++)
    install(root, { name: `local/buoy-${String(at).padStart(2, '0')}`, version: '1.0.0' });
  const { page } = await launch();
  await page.keyboard.press('Control+1');
  await expect(packages(page)).toHaveAttribute('aria-rowcount', '81');
  await packages(page).focus();
  await page.keyboard.press('End');
  await expect(packages(page).getByRole('row', { selected: true })).toContainText('buoy-79');
  const top = () => packages(page).evaluate((grid) => grid.scrollTop);
  await packages(page).evaluate((grid) => grid.scrollTo(0, 600));
  await expect.poll(top).toBe(600);

  const came = install(root, { name: 'local/anchor', version: '1.0.0' });
  await expect(packages(page)).toHaveAttribute('aria-rowcount', '82');
  expect(await top()).toBe(600);
  await expect(page.getByRole('region', { name: detail }).last()).toContainText('local/buoy-79');
  rmSync(join(came, '..'), { recursive: true });
  await expect(packages(page)).toHaveAttribute('aria-rowcount', '81');
  expect(await top()).toBe(600);
});

test('without a store it says where it looked, and sees the first install; stores come by drop and go again', async ({
  home,
  folder,
  launch,
}) => {
  const { page } = await launch();
  await page.keyboard.press('Control+1');
  await expect(page.getByText('No packages are installed')).toBeVisible();
  await expect(packages(page).getByText(storeOf(home))).toBeVisible();
  install(storeOf(home), { name: 'local/first', version: '1.0.0' });
  await expect(packages(page).getByText('local/first')).toBeVisible();

  const other = join(folder, 'other/artifacts');
  mkdirSync(other, { recursive: true });
  writeStore(other);
  await drop(page, [other]);
  await expect(packages(page)).toHaveAttribute('aria-rowcount', '8');
  await page.getByRole('button', { name: 'Remove from the list' }).click();
  await expect(packages(page)).toHaveAttribute('aria-rowcount', '2');
});
