import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
    await expect(page.getByText('There is a file of this name already')).toBeVisible();
    expect(readFileSync(to, 'utf8')).toBe('mine');
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
    await expect(page.getByText(/^Saved 2 entries to/)).toBeVisible();
    await expect(page.getByText(/entries were left out/)).toBeVisible();
    expect(readFileSync(join(to, 'prompts/system.md'), 'utf8')).toContain('Keep watch.');
    expect(existsSync(join(folder, 'elsewhere/inside.txt'))).toBe(false);
    expect(existsSync(join(folder, 'climbed.txt'))).toBe(false);
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
