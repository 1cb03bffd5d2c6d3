import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drop } from './support/drop';
import { expect, storeOf, test, writeProject, writeStore } from './support/stores';

test('a dropped project: what is declared beside what is there, followed as it changes', async ({
  home,
  folder,
  launch,
}) => {
  writeStore(storeOf(home));
  const { project, secret } = writeProject(folder);
  const { page } = await launch();
  await page.keyboard.press('Control+3');
  await expect(page.getByText('See what a project would launch')).toBeVisible();
  await drop(page, [project]);
  await expect(page.getByRole('heading', { name: 'harbour 1.0.0' })).toBeVisible();
  const artifacts = page.getByRole('grid', { name: 'Artifacts' });
  await expect(artifacts.getByRole('row', { name: /local\/signals/ })).toContainText('global store');
  await expect(artifacts.getByRole('row', { name: /local\/signals/ })).toContainText('pins 0.3.0');
  await expect(artifacts.getByRole('row', { name: /local\/absent/ })).toContainText('not installed');
  await expect(page.getByText('A value in murmur.yaml looks like a pasted secret.')).toBeVisible();

  const tabs = page.getByRole('tablist', { name: 'Project' });
  await tabs.getByRole('tab', { name: /^Manifest files/ }).click();
  const files = page.getByRole('grid', { name: 'Manifest files' });
  await expect(files.getByText('missing')).toHaveCount(1);
  await expect(page.getByText('Keep watch.')).toBeVisible();
  writeFileSync(join(project, 'prompts/compaction.md'), 'Shorten.\n');
  await expect(files.getByText('missing')).toHaveCount(0);

  await tabs.getByRole('tab', { name: /^Config/ }).click();
  await expect(page.getByText('limit 65,536 bytes')).toBeVisible();
  await tabs.getByRole('tab', { name: /^Findings/ }).click();
  await expect(page.getByText('Perhaps capabilities was meant.')).toBeVisible();
  for (const name of ['Artifacts', 'Manifest files', 'Config', 'Grants', 'Findings']) {
    await tabs.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
    expect(await page.locator('body').textContent(), name).not.toContain(secret);
  }

  await tabs.getByRole('tab', { name: /^Artifacts/ }).click();
  await page.getByRole('button', { name: 'Verify digests' }).click();
  await expect(artifacts.getByRole('row', { name: /local\/signals/ })).toContainText('agrees');
  await artifacts.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page.getByText('declared by harbour', { exact: true })).toBeVisible();
  await expect(page.getByText('digest agrees', { exact: true })).toBeVisible();
});
