import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { call } from './support/bridge';
import { drop } from './support/drop';
import { expect, test } from './support/fixtures';
import { writeCapsule } from './support/packages';
import { COLON_SKILL, goodSkill, writeManySkills, writeShelf, writeSkill, writeSkillArchive } from './support/skills';

const grid = (page: Page) => page.getByRole('grid', { name: 'Skills', exact: true });
const row = (page: Page, name: string) => grid(page).getByRole('row', { name: new RegExp(`^${name} `) });
const findings = (page: Page) => page.getByRole('region', { name: 'Findings' }).getByRole('listitem');
const source = (page: Page) => page.getByRole('textbox', { name: /^Text of/ });
const header = (page: Page, text: string) => page.getByRole('button', { name: text, exact: true });

/** Answers the next dialogs for saving with a path. */
const saveTo = (app: ElectronApplication, path: string) =>
  app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, path);

test('a dropped folder shows every skill with its verdicts, and filters by verdict, rule and text', async ({
  folder,
  running: { page },
}) => {
  await drop(page, [writeShelf(folder)]);
  await expect(page.getByText('8 skills', { exact: true })).toBeVisible();
  await expect(row(page, 'pdf-helper')).toHaveText(/yesyesno0\/4/);
  await expect(row(page, 'gget')).toHaveText(/yesyesyes4\/4/);
  await expect(row(page, 'refactor')).toHaveText(/notes/);
  await header(page, '2 refused by Murmur').click();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '3');
  await header(page, '2 refused by Murmur').click();
  await page.getByRole('button', { name: 'Which skills are shown' }).click();
  await page.getByRole('menuitem', { name: /^A colon in a plain value/ }).click();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
  await expect(row(page, 'pdf-helper')).toBeVisible();
  await page.getByRole('button', { name: 'Which skills are shown' }).click();
  await page.getByRole('menuitem', { name: 'Any rule' }).click();
  await page.keyboard.press('Control+Shift+F');
  await page.keyboard.type('qdrant');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
  await row(page, 'qdrant-migration').click();
  await expect(source(page)).toContainText('No front block');
});

test('a fix is seen first, writes those bytes alone, and is taken back', async ({ folder, running: { page } }) => {
  const shelf = writeShelf(folder);
  const file = join(shelf, 'pdf-helper/SKILL.md');
  chmodSync(file, 0o640);
  const before = readFileSync(file);
  await drop(page, [shelf]);
  await row(page, 'pdf-helper').click();
  await page.getByRole('button', { name: 'A colon in a plain value' }).click();
  await expect(page.locator('.cm-marked-error').first()).toBeVisible();
  await page.getByRole('button', { name: 'Quote the value' }).click();
  await expect(page.locator('[data-side=after]')).toContainText("'Fill PDF forms: use when a form must be filled.'");
  expect(readFileSync(file).equals(before)).toBe(true);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(row(page, 'pdf-helper')).toHaveText(/yesyesnotes4\/4/);
  const quoted = COLON_SKILL.replace(/description: (.*)\r/, "description: '$1'\r");
  expect(readFileSync(file, 'utf8')).toBe(quoted);
  expect(statSync(file).mode & 0o777).toBe(0o640);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'pdf-helper')).toHaveText(/yesyesno0\/4/);
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('a fix for other bytes than those on disk, or for a path of one’s own, is refused', async ({
  folder,
  running: { page },
}) => {
  const shelf = writeShelf(folder);
  const file = join(shelf, 'pdf-helper/SKILL.md');
  await drop(page, [shelf]);
  await expect(page.getByText('8 skills', { exact: true })).toBeVisible();
  const token = await page.locator('[data-doc]').getAttribute('data-doc');
  const table = await call(page, 'skills:table', [
    token,
    { sort: 'path', direction: 'up', filter: 'pdf', show: 'all', rule: null },
  ]);
  const rows = await call(page, 'skills:rows', [token, (table as { value: { table: number } }).value.table, 0, 10]);
  const { id } = (rows as { value: { id: number }[] }).value[0] ?? { id: 0 };
  const ask = { hash: '0'.repeat(64), what: { rule: 'yaml-colon-in-value' } };
  const wrong = await call(page, 'skills:fix', [token, id, ask]);
  expect(wrong).toMatchObject({ ok: false, error: { code: 'file-changed' } });
  expect(readFileSync(file, 'utf8')).toBe(COLON_SKILL);
  expect(await call(page, 'skills:fix', [token, 4242, ask])).toMatchObject({ ok: false, error: { code: 'not-there' } });
  expect(await call(page, 'skills:detail', [token, '/etc/passwd'])).toMatchObject({ ok: false });
  expect(await call(page, 'skills:open', [shelf])).toMatchObject({ ok: false });
});

test('what changes on disk shows at once and keeps the selection and the place', async ({
  folder,
  running: { page },
}) => {
  const many = writeManySkills(folder, 120);
  await drop(page, [many]);
  await expect(page.getByText('120 skills', { exact: true })).toBeVisible();
  await grid(page).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  const chosen = row(page, 'skill-0109');
  await expect(chosen).toHaveAttribute('aria-selected', 'true');
  await expect(source(page)).toContainText('name: skill-0109');
  const place = await grid(page).evaluate((element) => element.scrollTop);
  expect(place).toBeGreaterThan(0);

  const file = join(many, 'group-9/skill-0109/SKILL.md');
  const saved = Date.now();
  writeFileSync(file, goodSkill('skill-0109', 'Breaks: the format.'));
  await expect(chosen).toHaveText(/yesyesno0\/4/);
  await expect(source(page)).toContainText('Breaks: the format.');
  console.log(`an edit showed after ${Date.now() - saved} ms`);

  writeFileSync(`${file}.new`, goodSkill('skill-0109'));
  renameSync(`${file}.new`, file);
  await expect(chosen).toHaveText(/yesyesyes4\/4/);

  writeSkill(join(many, 'group-0'), 'a-new-one', goodSkill('a-new-one'));
  await expect(page.getByText('121 skills', { exact: true })).toBeVisible();
  renameSync(join(many, 'group-0/a-new-one'), join(many, 'group-0/another'));
  await expect(header(page, '12 refused by Murmur').or(header(page, '13 refused by Murmur'))).toBeVisible();
  rmSync(join(many, 'group-0/another'), { recursive: true });
  await expect(page.getByText('120 skills', { exact: true })).toBeVisible();

  await expect(chosen).toHaveAttribute('aria-selected', 'true');
  expect(await grid(page).evaluate((element) => element.scrollTop)).toBe(place);

  renameSync(many, `${many}-away`);
  await expect(page.getByText('These skills cannot be shown')).toBeVisible();
  renameSync(`${many}-away`, many);
  await expect(page.getByText('120 skills', { exact: true })).toBeVisible();
});

test('a thousand skills are listed and filtered', async ({ folder, running: { page } }) => {
  await drop(page, [writeManySkills(folder, 1000)]);
  await expect(page.getByText('1,000 skills', { exact: true })).toBeVisible();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '1001');
  await header(page, '100 refused by Murmur').click();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '101');
  await expect(page.getByText('100 of 1,000')).toBeVisible();
  await page.getByRole('textbox', { name: 'Filter skills or rules…' }).fill('0993');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
  await page.getByRole('textbox', { name: 'Filter skills or rules…' }).fill('nothing is called so');
  await expect(page.getByText('No skill matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filter' }).last().click();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '1001');
});

test('a skill is packed, the same bytes each time, and opens as a package', async ({
  folder,
  running: { app, page },
}) => {
  const shelf = writeShelf(folder);
  await drop(page, [shelf]);
  await row(page, 'daily-focus-board').click();
  const packTo = async (path: string) => {
    await saveTo(app, path);
    await page.getByRole('button', { name: 'Pack…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pack daily-focus-board' });
    await expect(dialog.getByText('examples/inner/SKILL.md', { exact: true })).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Version' }).fill('1.2.0');
    await expect(dialog.getByText("version: '1.2.0'")).toBeVisible();
    await dialog.getByRole('button', { name: 'Save package…' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('daily-focus-board');
    await page.keyboard.press('Control+4');
  };
  await packTo(join(folder, 'first.mur.zip'));
  await packTo(join(folder, 'second.mur.zip'));
  expect(readFileSync(join(folder, 'first.mur.zip')).equals(readFileSync(join(folder, 'second.mur.zip')))).toBe(true);
  await row(page, 'house').click();
  await page.getByRole('button', { name: 'Pack…' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('invalid artifact name');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('house');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('holds both');
  await expect(page.getByRole('button', { name: 'Save package…' })).toBeDisabled();
});

test('an archive shows its skill and is not written to; a package shows those it holds', async ({
  folder,
  running: { app, page },
}) => {
  await drop(page, [writeSkillArchive(folder)]);
  await expect(row(page, 'gift')).toHaveText(/yesyesno0\/4/);
  await expect(source(page)).toContainText('Wraps gifts: with a bow.');
  await expect(findings(page).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /Quote the value|Pack…|Open in editor/ })).toHaveCount(0);
  await page.getByRole('tab', { name: /^Packs/ }).click();
  await expect(page.getByRole('rowheader', { name: 'references/bows.md' })).toBeVisible();
  await saveTo(app, join(folder, 'report.sarif'));
  await page.getByRole('button', { name: 'Report of all skills' }).click();
  await page.getByRole('menuitem', { name: 'Export SARIF…' }).click();
  await expect(page.getByText(/^Saved .*report\.sarif/)).toBeVisible();
  const sarif = JSON.parse(readFileSync(join(folder, 'report.sarif'), 'utf8'));
  expect(sarif.runs[0].results.length).toBeGreaterThan(0);

  await drop(page, [writeCapsule(folder)]);
  await page
    .getByRole('tablist', { name: 'Package', exact: true })
    .getByRole('tab', { name: /^Skills/ })
    .click();
  await expect(page.getByText('in this package')).toBeVisible();
  await expect(row(page, 'harbour')).toHaveText(/yesyesyes4\/4/);
});

test('a folder without a skill that gets one, and names that hide, are told as they are', async ({
  folder,
  running: { page },
}) => {
  const shelf = join(folder, 'odd');
  mkdirSync(shelf);
  writeSkill(shelf, 'evil\u202egnp', goodSkill('x'));
  await drop(page, [shelf]);
  await expect(grid(page).getByText('evil⟨U+202E⟩gnp').first()).toBeVisible();
  rmSync(join(shelf, 'evil\u202egnp/SKILL.md'));
  await expect(page.getByText('This skill is no longer on disk')).toBeVisible();
  await row(page, 'odd').click();
  await expect(page.getByText('There is no SKILL.md here')).toBeVisible();
  writeSkill(shelf, 'later', goodSkill('later'));
  await expect(row(page, 'later')).toHaveText(/yesyesyes4\/4/);
});
