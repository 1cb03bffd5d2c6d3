import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { drop } from './support/drop';
import { expect, test } from './support/fixtures';
import { writeCapsule, writeManyEntries } from './support/packages';

const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Package', exact: true }).getByRole('tab', { name: new RegExp(`^${name}`) });
const documents = (page: Page) => page.getByRole('tablist', { name: 'Open packages' }).getByRole('tab');
const rows = (page: Page) => page.getByRole('treegrid', { name: 'Entries' }).getByRole('row');
const column = (page: Page, name: string) =>
  page.getByRole('columnheader').getByRole('button', { name: new RegExp(`^${name}`) });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test.describe('a drop', () => {
  test('of one package opens it and says what it is', async ({ folder, running: { page } }) => {
    await drop(page, [writeCapsule(folder)]);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('lighthouse');
    await expect(page.getByText('local/lighthouse@1.2.0', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('harbour.example')).toBeVisible();
    await expect(page.getByText('wasi:http/outgoing-handler@0.2.0')).toBeVisible();
    await expect(page.getByText('local headers checked')).toBeVisible();
  });

  test('of several opens a tab for each, and says what of it did not open', async ({ folder, running: { page } }) => {
    const notes = join(folder, 'notes.txt');
    writeFileSync(notes, 'hello');
    await drop(page, [writeCapsule(folder, 'a.mur.zip'), notes, writeCapsule(folder, 'b.mur.zip')]);
    await expect(documents(page)).toHaveCount(2);
    await expect(page.getByText('notes.txt is a text file.')).toBeVisible();
  });

  test('of the same package twice keeps one tab', async ({ folder, running: { page } }) => {
    const path = writeCapsule(folder);
    await drop(page, [path]);
    await expect(documents(page)).toHaveCount(1);
    await drop(page, [path]);
    await drop(page, [writeCapsule(folder, 'other.mur.zip')]);
    await expect(documents(page)).toHaveCount(2);
  });

  test('of a folder with packages in it says what to open', async ({ folder, running: { page } }) => {
    mkdirSync(join(folder, 'shelf'));
    writeCapsule(join(folder, 'shelf'));
    await drop(page, [join(folder, 'shelf')]);
    await expect(page.getByText(/shelf is a folder with a package in it/)).toBeVisible();
  });

  test('of something broken that calls itself a package shows why it cannot be read', async ({
    folder,
    running: { page },
  }) => {
    for (const [name, bytes] of [
      ['empty.mur.zip', Buffer.alloc(0)],
      ['random.mur.zip', Buffer.from('not a zip at all, but it says so')],
      ['cut.mur.zip', readFileSync(writeCapsule(folder)).subarray(0, 400)],
    ] as const) {
      writeFileSync(join(folder, name), bytes);
      await drop(page, [join(folder, name)]);
      await expect(page.getByText('This package cannot be shown')).toBeVisible();
    }
    await drop(page, [writeCapsule(folder)]);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('lighthouse');
  });
});

test('a start with paths opens them, and what was open opens again', async ({ folder, launch }) => {
  const paths = [writeCapsule(folder, 'a.mur.zip'), writeCapsule(folder, 'b.mur.zip')];
  const first = await launch(paths);
  await expect(documents(first.page)).toHaveCount(2);
  await first.app.close();
  const second = await launch();
  await expect(documents(second.page)).toHaveCount(2);
  await second.page.keyboard.press('Control+w');
  await expect(documents(second.page)).toHaveCount(1);
  await second.app.close();
  renameSync(join(folder, 'a.mur.zip'), join(folder, 'c.mur.zip'));
  const third = await launch();
  expect(await documents(third.page).count()).toBeLessThanOrEqual(1);
});

test('the dialog, the list of recent files and a second start open packages', async ({
  folder,
  running: { app, page },
}) => {
  const path = writeCapsule(folder);
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, path);
  await page.keyboard.press('Control+o');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('lighthouse');
  await page.keyboard.press('Control+w');
  await expect(documents(page)).toHaveCount(0);
  await page.getByRole('button', { name: /^lighthouse-1/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('lighthouse');
});

test('each tab shows its part', async ({ folder, launch }) => {
  const { page } = await launch([writeCapsule(folder)]);
  await tab(page, 'Files').click();
  await expect(row(page, 'murmur.yaml')).toBeVisible();
  await tab(page, 'Manifest files').click();
  await expect(row(page, 'inference.system_prompt_file')).toContainText('found');
  await expect(row(page, 'prompts/absent.md')).toContainText('not found');
  await tab(page, 'Config').click();
  await row(page, 'murmur/signals').click();
  await page.getByText('Show values').click();
  const json = page.getByRole('region', { name: 'Config' }).getByRole('textbox');
  await expect(json).toContainText('"colour": "amber"');
  await page.getByText('Compact', { exact: true }).click();
  await expect(json).toContainText('{"colour":"amber","every":15}');
  await tab(page, 'Skills').click();
  await expect(page.getByRole('row', { name: /^harbour skills/ })).toContainText('yes');
  await tab(page, 'Findings').click();
  await expect(row(page, 'prompts/absent.md')).toBeVisible();
  await tab(page, 'Overview').click();
  await expect(page.getByText('What would run')).toBeVisible();
});

test('entries are sorted, filtered and folded', async ({ folder, launch }) => {
  const { page } = await launch([writeCapsule(folder)]);
  await tab(page, 'Files').click();
  await expect(rows(page).nth(1)).toContainText('data'); // the largest first
  await column(page, 'Name').click();
  await expect(rows(page).nth(1)).toContainText('capsule.wasm');
  await page.getByRole('textbox', { name: 'Filter entries…' }).fill('SYSTEM');
  await expect(page.getByText('1 match', { exact: true })).toBeVisible();
  await expect(row(page, 'system.md')).toBeVisible();
  await expect(row(page, 'capsule.wasm')).toBeHidden();
  await page.getByRole('textbox', { name: 'Filter entries…' }).fill('nothing is called so');
  await expect(page.getByText('No entry has this in its name')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filter' }).first().click();
  await expect(row(page, 'capsule.wasm')).toBeVisible();
});

test('everything in Files goes by the keyboard alone', async ({ folder, launch }) => {
  const { page } = await launch([writeCapsule(folder)]);
  await expect(page.getByText('local headers checked')).toBeVisible();
  await page.keyboard.press('Alt+2');
  const grid = page.getByRole('treegrid', { name: 'Entries' });
  await expect(row(page, 'murmur.yaml')).toBeVisible();
  await grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.type('prompts');
  await expect(page.getByRole('row', { selected: true })).toContainText('prompts');
  await page.keyboard.press('ArrowLeft');
  await expect(row(page, 'system.md')).toBeHidden();
  await page.keyboard.press('ArrowRight');
  await expect(row(page, 'system.md')).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.type('show findings');
  await page.keyboard.press('Enter');
  await expect(tab(page, 'Findings')).toHaveAttribute('aria-selected', 'true');
});

test('an entry is shown as text and as bytes', async ({ folder, launch }) => {
  const { page } = await launch([writeCapsule(folder)]);
  await tab(page, 'Files').click();
  await row(page, 'murmur.yaml').click();
  await expect(page.getByRole('textbox', { name: /Content of/ })).toContainText('Keeps watch over a harbour.');
  await page.getByText('Hex', { exact: true }).click();
  await expect(page.getByText('6e 61 6d 65 3a 20', { exact: false }).first()).toBeVisible();
  await row(page, 'capsule.wasm').click();
  await expect(page.getByText(/WebAssembly component/).first()).toBeVisible();
});

test('an entry whose bytes are damaged shows what is there and why it is wrong', async ({ folder, launch }) => {
  const path = writeCapsule(folder, 'damaged.mur.zip', [
    { name: 'broken.txt', content: 'what was packed', method: 0, crc: 0x12345678 },
  ]);
  const { page } = await launch([path]);
  await tab(page, 'Files').click();
  await row(page, 'broken.txt').click();
  await expect(page.getByRole('textbox', { name: /Content of/ })).toContainText('what was packed');
});

test('the report is copied and saved, with no value of a config in it', async ({ folder, launch }) => {
  const { app, page } = await launch([writeCapsule(folder)]);
  const saved = join(folder, 'report.md');
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, saved);
  await page.getByRole('button', { name: 'Export the report' }).click();
  await page.getByRole('menuitem', { name: 'Save as Markdown…' }).click();
  await expect(page.getByText(/^Saved/)).toBeVisible();
  const markdown = readFileSync(saved, 'utf8');
  expect(markdown).toContain('lighthouse');
  expect(markdown).not.toContain('amber');
  await page.keyboard.press('Control+Shift+c');
  await expect(page.getByText('Copied report as text')).toBeVisible();
  const text = await app.evaluate(({ clipboard }) => clipboard.readText());
  expect(text).toContain('local/lighthouse@1.2.0');
  expect(text).not.toContain('amber');
  await page.getByRole('button', { name: 'Export the report' }).click();
  await app.evaluate(({ dialog }) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: true, filePath: '' });
  });
  await page.getByRole('menuitem', { name: 'Save as JSON…' }).click();
  await expect(page.getByRole('menuitem')).toHaveCount(0);
});

test('a file that changes on disk is not shown as if it were the old one', async ({ folder, launch }) => {
  const path = writeCapsule(folder);
  const { page } = await launch([path]);
  await expect(page.getByText('local headers checked')).toBeVisible();
  await tab(page, 'Files').click();
  await expect(row(page, 'murmur.yaml')).toBeVisible();
  writeCapsule(folder, 'lighthouse-1.2.0.mur.zip', [{ name: 'new.txt', content: 'new' }]);
  await column(page, 'Packed').click();
  await expect(page.getByText(/changed on disk: 1 added/)).toBeVisible();
  await expect(row(page, 'new.txt')).toBeVisible();
});

test('a package of 100,000 entries opens like a small one and stays quick', async ({ folder, launch }) => {
  test.setTimeout(120_000); // making the archive takes most of it
  const path = writeManyEntries(folder, 100_000);
  const { page } = await launch();
  await drop(page, [path]);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('lighthouse');
  await tab(page, 'Files').click();
  await expect(row(page, 'part-0').first()).toBeVisible();
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByRole('textbox', { name: 'Filter entries…' }).fill('file-0999');
  await expect(page.getByText('100 matches')).toBeVisible();
  await page.getByRole('textbox', { name: 'Filter entries…' }).fill('');
  const grid = page.getByRole('grid', { name: 'Entries' });
  await expect(grid).toHaveAttribute('aria-rowcount', '100008');
  await column(page, 'Name').click();
  await expect(row(page, 'part-000/file-000000.txt')).toBeVisible();
  await grid.focus();
  await page.keyboard.press('End');
  await expect(row(page, 'skills/harbour/SKILL.md')).toBeVisible();
  await expect(page.getByText('local headers checked')).toBeVisible({ timeout: 30_000 });
});
