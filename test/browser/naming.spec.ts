import AxeBuilder from '@axe-core/playwright';
import { expect, type MurscopeWindow, test } from './support/window';

const openNaming = async (app: MurscopeWindow, naming: string, more: Record<string, string> = {}) => {
  await app.open('', { naming, ...more });
  await app.page.keyboard.press('Control+5');
};
const batch = (app: MurscopeWindow) => app.page.getByText('Batch', { exact: true }).click();
const shown = (app: MurscopeWindow) => app.grid('Blocks').getByRole('row');

test('with nothing chosen the view says what belongs there, and the sample fills it', async ({ app, page }) => {
  await openNaming(app, '');
  await expect(page.getByText('Name code blocks with your own runner')).toBeVisible();
  await page.getByRole('button', { name: 'Try it with the sample' }).click();
  await expect(page.getByRole('radio', { name: /namer-1/ })).toBeChecked();
  await expect(page.getByRole('radio', { name: /builder/ })).toBeDisabled();
  await expect(page.getByText('only a naming-runner answers a batch')).toBeVisible();
});

test('the exact command shows where arguments end, before anything runs', async ({ app, page }) => {
  await openNaming(app, 'chosen');
  const run = page.getByRole('region', { name: 'What will run' });
  await expect(run).toContainText("node namer.mjs {packet_file} 'two words'");
  await expect(run).toContainText('You are asked before this command runs for the first time.');
});

test('what is not taken says why and leaves what was chosen', async ({ app, page }) => {
  await openNaming(app, 'chosen');
  await page.getByRole('button', { name: 'Choose a file…' }).click();
  await expect(page.getByRole('alert')).toContainText('cut.json: line 1, column 15: it ends too early');
  await expect(page.getByRole('button', { name: 'Name 60 blocks' })).toBeEnabled();
});

test('everything goes by the keyboard: start, walk, mark, retry, filter', async ({ app, page }) => {
  await openNaming(app, 'chosen');
  await expect(page.getByRole('button', { name: 'Name 60 blocks' })).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('38 of 60')).toBeVisible();
  await expect(page.getByText('18 failed: 5 bad output, 5 time limit, 4 exit, 4 not started')).toBeVisible();
  await app.grid('Blocks').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Retry selected (2)' }).press('Enter');
  await expect(page.getByRole('button', { name: /Retry selected/ })).toBeHidden();
  expect(await page.evaluate(() => window.fake.calls.find((call) => call.channel === 'naming:retry')?.args)).toEqual([
    [2, 4],
  ]);
  await page.keyboard.press('Control+Shift+f');
  await page.keyboard.type('00059');
  await expect(app.grid('Blocks')).toHaveAttribute('aria-rowcount', '2');
  await page.keyboard.press('Escape');
  await expect(app.grid('Blocks')).toHaveAttribute('aria-rowcount', '61');
});

test('a log shows its steps, both pipes, what was left out, and hostile characters spelled out', async ({
  app,
  page,
}) => {
  await openNaming(app, 'batch');
  await batch(app);
  await app.grid('Blocks').focus();
  await page.keyboard.press('ArrowDown');
  const log = page.getByRole('region', { name: 'Steps and output' });
  await expect(log).toContainText('+20.0 s');
  await expect(log).toContainText('… 4.0 MB were not kept …');
  await expect(log).toContainText('a⟨U+202E⟩b');
  await page.getByRole('button', { name: 'Copy log' }).click();
  await expect.poll(() => app.copied()).toContain('+20.0 s time limit, SIGTERM to the group');
  await app.grid('Blocks').focus();
  await page.keyboard.press('End');
  await expect(page.getByText('It has not run yet')).toBeVisible();
});

test('of 10,000 blocks that go on, only those in view are asked for', async ({ app, page }) => {
  await openNaming(app, 'batch:10000:300');
  await batch(app);
  await expect(app.grid('Blocks')).toHaveAttribute('aria-rowcount', '10001');
  expect(await shown(app).count()).toBeLessThan(60);
  const before = await app.calls('naming:rows');
  await page.evaluate(() => {
    const states = { queued: 9000, running: 4, ok: 996, 'bad-output': 0, 'exit-nonzero': 0, timeout: 0 };
    const counters = { total: 10_000, states: { ...states, 'spawn-failed': 0, cancelled: 0 } };
    for (let at = 0; at < 200; at++) {
      const changed = at % 2 === 0 ? null : [5_000 + at];
      const event = { phase: 'running', counters, elapsedMs: 20_000 + at, estimateMs: 1_000, changed };
      window.fake.emit('naming:progress', { number: 1, event });
    }
  });
  await expect(page.getByText('996 of 10,000')).toBeVisible();
  await expect.poll(() => app.calls('naming:rows')).toBe(before + 1);
});

test('a host that fails is told with a way out, and one that waits shows where things will be', async ({
  app,
  page,
}) => {
  await openNaming(app, 'chosen', { fail: 'naming:state' });
  await expect(page.getByRole('alert')).toContainText('Naming cannot be shown');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await openNaming(app, 'chosen', { never: 'naming:state' });
  await expect(page.getByRole('heading', { name: 'Naming' })).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`no accessibility violation, ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });
    for (const [width, height] of [
      [900, 600],
      [1280, 800],
    ] as const) {
      test(`${width} by ${height}, hostile ids among them`, async ({ app, page }) => {
        await page.setViewportSize({ width, height });
        await openNaming(app, 'batch:60:60');
        await batch(app);
        await app.grid('Blocks').focus();
        await page.keyboard.press('ArrowDown');
        await expect(page.getByText('sb_⟨U+202E⟩evil').first()).toBeVisible();
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`)).toEqual([]);
      });
    }
  });
}
