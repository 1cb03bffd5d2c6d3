import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { drop } from './support/drop';
import { expect, test } from './support/fixtures';
import { lookAt, sizeOf } from './support/looks';
import { answerQuestions, blocksGrid, manyBlocks, part, startBatch, writeNaming } from './support/naming';

const REFUSED = resolve(import.meta.dirname, '../resources/samples/naming/runners-refused.toml');

for (const theme of ['light', 'dark']) {
  test(`naming in every state, ${theme}: nothing that axe objects to, and a picture of each`, async ({
    folder,
    userData,
    launch,
  }, info) => {
    writeFileSync(join(userData, 'settings.json'), JSON.stringify({ theme }));
    const { app, page } = await launch();
    await answerQuestions(app, true);
    const look = lookAt(page, info);
    const size = sizeOf(app);

    await page.keyboard.press('Control+5');
    await expect(page.getByRole('button', { name: 'Try it with the sample' })).toBeVisible();
    await look('1-welcome');
    await drop(page, [REFUSED]);
    await expect(page.getByText('This file is refused as a whole')).toBeVisible();
    await look('2-refused');
    const paths = writeNaming(folder, [['fine', 'ok'], ['failing', 'once'], ...manyBlocks(12, 'wait')]);
    await drop(page, paths);
    await expect(page.getByRole('button', { name: 'Name 14 blocks' })).toBeEnabled();
    await look('3-setup');
    await size(900, 600);
    await look('3-setup-900');
    await startBatch(page, 4);
    await expect(page.getByText('2 of 14')).toBeVisible();
    await blocksGrid(page)
      .getByRole('row', { name: /failing/ })
      .click();
    await expect(page.getByRole('region', { name: 'Steps and output' })).toContainText('not this time');
    await look('4-running-900');
    await page.keyboard.press('Escape');
    await size(1280, 800);
    await look('4-running');
    await page.getByRole('button', { name: /^State: / }).click();
    await page.getByRole('menuitem', { name: 'cancelled' }).click();
    await expect(page.getByText('No block matches')).toBeVisible();
    await look('5-no-match');
    await page.getByRole('button', { name: 'Clear the filter' }).last().click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('12 cancelled')).toBeVisible();
    await look('6-done');
    await part(page, 'Endpoint');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(page.getByText('listening', { exact: true })).toBeVisible();
    await look('7-endpoint');
  });
}
