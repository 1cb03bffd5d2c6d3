import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { drop } from './support/drop';
import { expect, test } from './support/fixtures';
import { writeCapsule } from './support/packages';

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const documents = (page: Page) => page.getByRole('tablist', { name: 'Open packages' }).getByRole('tab');
const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Package', exact: true }).getByRole('tab', { name: new RegExp(`^${name}`) });

async function openFiles(page: Page): Promise<void> {
  await tab(page, 'Files').click();
  await expect(row(page, 'murmur.yaml')).toBeVisible();
}

const answerSave = (app: ElectronApplication, filePath: string) =>
  app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, filePath);

test.describe('saving', () => {
  test('an entry writes the file and never takes one that is there', async ({ folder, launch }) => {
    const { app, page } = await launch([writeCapsule(folder)]);
    const to = join(folder, 'saved.md');
    await answerSave(app, to);
    await openFiles(page);
    const save = async () => {
      await row(page, 'system.md').click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Save as…' }).click();
    };
    await save();
    await expect(page.getByText(/^Saved 1 entry to/)).toBeVisible();
    expect(readFileSync(to, 'utf8')).toBe('# System\n\nKeep watch.\n');
    writeFileSync(to, 'mine');
    await save();
    await expect(page.getByText(/^Saved 1 entry to .*saved \(2\)\.md/)).toBeVisible();
    expect(readFileSync(to, 'utf8')).toBe('mine');
    expect(readFileSync(join(folder, 'saved (2).md'), 'utf8')).toContain('Keep watch.');
  });

  test('a folder writes what is below it, and follows no link and no name that climbs', async ({ folder, launch }) => {
    const path = writeCapsule(folder, 'odd.mur.zip', [
      { name: 'prompts/../../climbed.txt', content: 'no' },
      { name: 'prompts/linked/inside.txt', content: 'no' },
      { name: 'prompts/bad:name.txt', content: 'no' },
    ]);
    const to = join(folder, 'out');
    mkdirSync(join(to, 'prompts'), { recursive: true });
    mkdirSync(join(folder, 'elsewhere'));
    symlinkSync(join(folder, 'elsewhere'), join(to, 'prompts/linked'));
    const { app, page } = await launch([path]);
    await answerSave(app, to);
    await openFiles(page);
    await row(page, 'prompts').first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Save all below it…' }).click();
    await expect(page.getByText(/^Saved 3 entries to/)).toBeVisible();
    await expect(page.getByText(/entries were left out|entry was left out/)).toBeVisible();
    expect(readFileSync(join(to, 'prompts/system.md'), 'utf8')).toContain('Keep watch.');
    expect(existsSync(join(folder, 'elsewhere/inside.txt'))).toBe(false);
    expect(existsSync(join(folder, 'climbed.txt'))).toBe(false);
  });

  test('several selected entries and folders are saved at once, and their names copied', async ({ folder, launch }) => {
    const { app, page } = await launch([writeCapsule(folder, 'x.mur.zip', [{ name: 'prompts/a.txt', content: 'a' }])]);
    const to = join(folder, 'out');
    mkdirSync(to);
    await answerSave(app, to);
    await openFiles(page);
    const grid = page.getByRole('treegrid', { name: 'Entries' });
    await expect(page.getByText('local headers checked')).toBeVisible();
    await grid.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await expect(grid.getByRole('row').nth(1)).toContainText('capsule.wasm');
    await expect(grid).toHaveAttribute('aria-busy', 'false');
    await row(page, 'capsule.wasm').click();
    await row(page, 'murmur.yaml').click({ modifiers: ['ControlOrMeta'] });
    await row(page, 'prompts')
      .first()
      .click({ modifiers: ['ControlOrMeta'] });
    await expect(page.getByText('3 selected')).toBeVisible();
    await row(page, 'murmur.yaml').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Save 3 rows…' }).click();
    await expect(page.getByText(/^Saved 5 entries to/)).toBeVisible();
    expect(readFileSync(join(to, 'prompts/a.txt'), 'utf8')).toBe('a');
    expect(existsSync(join(to, 'data'))).toBe(false);
    await grid.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(page.getByText('2 selected')).toBeVisible();
    await page.keyboard.press('Control+a');
    await expect(grid.getByRole('row', { selected: false })).toHaveCount(1); // the header
    await page.keyboard.press('ControlOrMeta+Alt+c');
    await expect(page.getByText(/^Copied \d+ names/)).toBeVisible();
    expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toContain('prompts/\nprompts/a.txt\n');
    await page.keyboard.press('Escape');
    await expect(grid.getByRole('row', { selected: true })).toHaveCount(1);
  });
});

test.describe('dragging out', () => {
  interface Drags {
    drags: { file: string }[];
    asked: { message: string; detail: string }[];
  }
  const record = (app: ElectronApplication, answer: number) =>
    app.evaluate(({ BrowserWindow, dialog }, response) => {
      const noted: Drags = { drags: [], asked: [] };
      Object.assign(globalThis, { noted });
      for (const { webContents } of BrowserWindow.getAllWindows())
        webContents.startDrag = (item) => void noted.drags.push({ file: item.file });
      Object.assign(dialog, {
        showMessageBox: async (_window: unknown, options: { message: string; detail: string }) => {
          noted.asked.push(options);
          return { response, checkboxChecked: false };
        },
      });
    }, answer);
  const noted = (app: ElectronApplication) => app.evaluate(() => (globalThis as unknown as { noted: Drags }).noted);
  async function drag(page: Page, name: string): Promise<void> {
    await expect(page.getByText('local headers checked')).toBeVisible(); // its findings may move rows
    const box = await row(page, name).boundingBox();
    if (!box) throw new Error(`no row ${name}`);
    await page.mouse.move(box.x + 60, box.y + 8);
    await page.mouse.down();
    await page.mouse.move(box.x + 90, box.y + 30, { steps: 6 });
  }

  test('an entry makes a private file that is gone afterwards', async ({ folder, launch }) => {
    const { app, page } = await launch([writeCapsule(folder)]);
    await record(app, 0);
    await openFiles(page);
    await drag(page, 'system.md');
    await expect.poll(async () => (await noted(app)).drags.length).toBe(1);
    await page.mouse.up();
    const file = (await noted(app)).drags[0]?.file ?? '';
    expect(basename(file)).toBe('system.md');
    expect(readFileSync(file, 'utf8')).toContain('Keep watch.');
    expect(statSync(dirname(dirname(file))).mode & 0o777).toBe(0o700);
    await app.close();
    expect(existsSync(dirname(dirname(file)))).toBe(false);
  });

  test('a dangerous entry comes out only after a question', async ({ folder, launch }) => {
    const { app, page } = await launch([
      writeCapsule(folder, 'x.mur.zip', [{ name: 'run.sh', content: '#!/bin/sh\n' }]),
    ]);
    await record(app, 0);
    await openFiles(page);
    await drag(page, 'run.sh');
    await expect.poll(async () => (await noted(app)).asked.length).toBe(1);
    await page.mouse.up();
    expect((await noted(app)).asked[0]?.detail).toContain('is a script');
    await record(app, 1);
    await drag(page, 'run.sh');
    await expect(page.getByText('run.sh is ready: drag it now')).toBeVisible();
    await page.mouse.up();
    expect((await noted(app)).drags).toEqual([]);
    await drag(page, 'run.sh');
    await expect.poll(async () => (await noted(app)).drags.length).toBe(1);
    await page.mouse.up();
    expect((await noted(app)).asked).toHaveLength(1);
  });
});

test('a search finds lines in all text entries and leads to them', async ({ folder, launch }) => {
  const long = `${'filler\n'.repeat(60_000)}the needle is here\n`;
  const { page } = await launch([
    writeCapsule(folder, 'search.mur.zip', [
      { name: 'long.txt', content: long },
      { name: 'other.md', content: '# Needle\n\nnothing\n' },
    ]),
  ]);
  await openFiles(page);
  await page.getByRole('button', { name: 'Search in contents' }).click();
  const field = page.getByRole('textbox', { name: 'Search in contents' });
  await field.fill('needle');
  await page.keyboard.press('Enter');
  const results = page.getByRole('grid', { name: 'Matches' });
  await expect(page.getByText(/^2 matches in \d+ text entries/)).toBeVisible();
  await results.getByRole('row').filter({ hasText: '60,001' }).click();
  await expect(page.getByRole('textbox', { name: /Content of/ })).toContainText('the needle is here');
  await page.getByRole('button', { name: 'Match case' }).click();
  await expect(page.getByText(/^1 match in/)).toBeVisible();
  await page.getByRole('button', { name: 'Regular expression' }).click();
  await field.fill('(');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/no regular expression/)).toBeVisible();
  await page.getByRole('button', { name: 'Back to the entries' }).click();
  await expect(page.getByRole('treegrid', { name: 'Entries' })).toBeVisible();
});

test('a package that changes on disk is followed at the same place', async ({ folder, launch }) => {
  const path = writeCapsule(folder, 'live.mur.zip', [{ name: 'notes.txt', content: 'before\n' }]);
  const { page } = await launch([path]);
  await openFiles(page);
  await row(page, 'notes.txt').click();
  const shown = page.getByRole('textbox', { name: 'Content of notes.txt' });
  await expect(shown).toContainText('before');
  // Replaced in one step, as editors and builders do; the selected entry has another number now.
  writeCapsule(folder, 'next', [
    { name: 'first.txt', content: 'new' },
    { name: 'notes.txt', content: 'after\n' },
  ]);
  renameSync(join(folder, 'next'), path);
  await expect(page.getByText('live.mur.zip changed on disk: 1 added, 1 changed')).toBeVisible();
  await expect(shown).toContainText('after');
  await expect(page.getByRole('row', { selected: true })).toContainText('notes.txt');
  rmSync(path);
  await expect(page.getByText('live.mur.zip is gone from disk')).toBeVisible();
  await expect(shown).toContainText('after');
  writeCapsule(folder, 'live.mur.zip', [{ name: 'notes.txt', content: 'back again\n' }]);
  await expect(shown).toContainText('back again');
  await expect(page.getByText('local headers checked')).toBeVisible();
});

test.describe('comparing', () => {
  const OLD = [
    { name: 'same.txt', content: 'same' },
    { name: 'text.txt', content: 'one\ntwo\nthree\n' },
    { name: 'moved/from.txt', content: 'the same content elsewhere' },
    { name: 'gone.txt', content: 'gone' },
  ];
  const NEW = [
    { name: 'same.txt', content: 'same' },
    { name: 'text.txt', content: 'one\n2\nthree\n' },
    { name: 'moved/to.txt', content: 'the same content elsewhere' },
    { name: 'arrived.txt', content: 'here' },
  ];

  test('two open packages shows what differs, and exports it', async ({ folder, launch }) => {
    const { app, page } = await launch([
      writeCapsule(folder, 'new.mur.zip', NEW),
      writeCapsule(folder, 'old.mur.zip', OLD),
    ]);
    await expect(documents(page)).toHaveCount(2);
    await tab(page, 'Compare').click();
    await page.getByRole('combobox', { name: 'Compare with' }).selectOption({ index: 1 });
    const entries = page.getByRole('grid', { name: 'Entries that differ' });
    await expect(entries.getByRole('row')).toHaveCount(5);
    await expect(entries.getByRole('row').filter({ hasText: 'moved/to.txt' })).toContainText('was moved/from.txt');
    await entries.getByRole('row').filter({ hasText: 'text.txt' }).click();
    const diff = page.getByRole('region', { name: 'Difference' }).last();
    await expect(diff).toContainText('- two');
    await expect(diff).toContainText('+ 2');
    await page.getByText('Added', { exact: true }).click();
    await expect(entries.getByRole('row')).toHaveCount(2);
    const to = join(folder, 'comparison.md');
    await answerSave(app, to);
    await page.getByRole('button', { name: 'Export the comparison' }).click();
    await page.getByRole('menuitem', { name: 'Save as Markdown…' }).click();
    await expect(page.getByText(/^Saved/)).toBeVisible();
    expect(readFileSync(to, 'utf8')).toContain('arrived.txt');
    expect(readFileSync(to, 'utf8')).not.toContain('amber');
  });

  test('begins with a package dropped with Alt', async ({ folder, launch }) => {
    const { page } = await launch([writeCapsule(folder, 'old.mur.zip', OLD)]);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('lighthouse');
    await drop(page, [writeCapsule(folder, 'new.mur.zip', NEW)], { alt: true });
    await expect(tab(page, 'Compare')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('grid', { name: 'Entries that differ' }).getByRole('row')).toHaveCount(5);
    await expect(documents(page)).toHaveCount(2);
  });
});
