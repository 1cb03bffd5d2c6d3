import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Running, test } from './support/fixtures';
import {
  answerQuestions,
  asked,
  blocksGrid,
  fourWithChildren,
  leftBehind,
  manyBlocks,
  part,
  startBatch,
  writeNaming,
} from './support/naming';

test.skip(process.platform !== 'linux', 'what is left behind is looked for in /proc');

/** Opens the runner and its blocks, and starts. */
async function running({ app, page }: Running, count: number) {
  await answerQuestions(app, true);
  await startBatch(page, count);
}

test('the sample: asked once with the exact command, run to its end, every state, a log, exports', async ({
  folder,
  running: { app, page },
}) => {
  await page.keyboard.press('Control+5');
  await page.getByRole('button', { name: 'Try it with the sample' }).click();
  await expect(page.getByRole('radio', { name: /sample-namer naming-runner/ })).toBeChecked();
  await expect(page.getByText('runners.toml: 4 runners')).toBeVisible();
  await app.evaluate(({ BrowserWindow, Notification }) => {
    const told: string[] = [];
    const bar: number[] = [];
    Object.assign(globalThis, { told, bar });
    const window = BrowserWindow.getAllWindows()[0];
    if (window) Object.assign(window, { setProgressBar: (share: number) => bar.push(share), isFocused: () => false });
    Object.assign(Notification, { isSupported: () => true });
    Notification.prototype.show = function (this: Electron.Notification) {
      told.push(`${this.title}: ${this.body}`);
    };
  });

  await answerQuestions(app, false);
  await page.getByRole('button', { name: 'Name 60 blocks' }).click();
  await expect.poll(async () => (await asked(app)).length).toBe(1);
  expect(await asked(app)).toMatchObject([
    { defaultId: 0, buttons: ['Cancel', 'Run'], detail: expect.stringContaining('node naming-runner.mjs') },
  ]);
  await expect(page.getByRole('button', { name: 'Name 60 blocks' })).toBeEnabled();
  await answerQuestions(app, true);
  await page.getByRole('button', { name: 'Name 60 blocks' }).click();
  await expect(page.getByText(/so far, about .* to go \(estimate\)/)).toBeVisible();
  await expect(page.getByText('60 of 60')).toBeVisible({ timeout: 40_000 });
  // Two blocks never end. On a machine busy enough, others reach the limit of three seconds too, and are counted so.
  const failed = page.getByText(/^\d+ failed: \d+ bad output, \d+ time limit, \d+ exit$/);
  const limited = Number(/(\d+) time limit/.exec((await failed.textContent()) ?? '')?.[1]);
  expect(limited).toBeGreaterThanOrEqual(2);
  await expect(page.getByRole('status').getByText('done', { exact: true })).toBeVisible();

  const noted = await app.evaluate(() => globalThis as unknown as { told: string[]; bar: number[] });
  expect(noted.told).toEqual([expect.stringMatching(/^Naming is done: \d+ of 60 named, \d+ failed\.$/)]);
  expect(noted.bar.at(-1)).toBe(-1);
  expect(Math.max(...noted.bar)).toBeGreaterThan(0.5);

  await page.getByRole('button', { name: 'State: All' }).click();
  await page.getByRole('menuitem', { name: 'time limit' }).click();
  await expect(blocksGrid(page)).toHaveAttribute('aria-rowcount', String(limited + 1));
  await blocksGrid(page).focus();
  await page.keyboard.press('ArrowDown');
  const log = page.getByRole('region', { name: 'Steps and output' });
  await expect(log).toContainText('started, pid');
  await expect(log).toContainText('SIGTERM');
  await expect(log).toContainText(/stdin, \d+ bytes\{"block_id":/);

  for (const [item, name] of [
    ['JSON…', 'names.json'],
    ['CSV…', 'names.csv'],
    ['Answer of /name…', 'wire.json'],
  ] as const) {
    const filePath = join(folder, name);
    await app.evaluate(({ dialog }, path) => {
      Object.assign(dialog, { showSaveDialog: async () => ({ canceled: false, filePath: path }) });
    }, filePath);
    await page.getByRole('button', { name: 'Export the results' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect(page.getByText(`Saved ${filePath}`)).toBeVisible();
  }
  expect(JSON.parse(readFileSync(join(folder, 'names.json'), 'utf8'))).toMatchObject({ runner_id: 'sample-namer' });
  expect(JSON.parse(readFileSync(join(folder, 'wire.json'), 'utf8')).results).toHaveLength(60);
  expect(readFileSync(join(folder, 'names.csv'), 'utf8').split('\r\n')).toHaveLength(62);
});

test('cancelled in the middle: nothing is left, and what failed can be retried', async ({
  folder,
  userData,
  launch,
}) => {
  const paths = writeNaming(folder, [['once_a', 'once'], ['fine', 'ok'], ...manyBlocks(9, 'hang')]);
  const { app, page } = await launch(paths);
  await running({ app, page }, 4);
  await expect(page.getByText('2 of 11')).toBeVisible();
  await fourWithChildren(userData);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('9 cancelled')).toBeVisible();
  await expect(page.getByText('11 of 11')).toBeVisible();
  expect(leftBehind(folder, userData)).toEqual([]);

  // The block that fails once is named now; the result of the other one stays as it was.
  await blocksGrid(page)
    .getByRole('row', { name: /once_a/ })
    .getByRole('checkbox')
    .check();
  await page.getByRole('button', { name: 'Retry selected (1)' }).click();
  await expect(page.getByText('2 named')).toBeVisible();
  await expect(blocksGrid(page).getByRole('row', { name: /once_a/ })).toContainText('Name of once_a');
  await expect(page.getByText('9 cancelled')).toBeVisible();
  expect(await asked(app)).toHaveLength(1);
});

test('stopped after the running ones: those end, the others wait for Retry failed', async ({
  folder,
  userData,
  launch,
}) => {
  const { app, page } = await launch(writeNaming(folder, manyBlocks(7, 'wait')));
  await running({ app, page }, 4);
  await fourWithChildren(userData);
  await page.getByRole('button', { name: 'Stop after the running ones' }).click();
  await expect(page.getByText('3 cancelled')).toBeVisible();
  await expect(page.getByText('4 running')).toBeVisible();
  writeFileSync(join(folder, 'go'), '');
  await expect(page.getByText('4 named')).toBeVisible();
  await page.getByRole('button', { name: 'Retry failed' }).click();
  await expect(page.getByText('7 named')).toBeVisible();
  await expect.poll(() => leftBehind(folder, userData)).toEqual([]);
});

test('closing asks while a batch runs: no goes on, yes ends everything', async ({ folder, userData, launch }) => {
  const { app, page } = await launch(writeNaming(folder, manyBlocks(6, 'hang')));
  await running({ app, page }, 4);
  await fourWithChildren(userData);
  await answerQuestions(app, false);
  const close = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await close();
  await expect.poll(async () => (await asked(app)).length).toBe(1);
  expect((await asked(app))[0]).toMatchObject({
    message: 'A naming batch is running. Close and end it?',
    defaultId: 0,
  });
  await expect(page.getByText('4 running')).toBeVisible();
  await fourWithChildren(userData);
  await answerQuestions(app, true);
  const ended = app.waitForEvent('close');
  await close();
  await ended;
  expect(leftBehind(folder, userData)).toEqual([]);
});

test('quitting asks as closing does', async ({ folder, userData, launch }) => {
  const { app, page } = await launch(writeNaming(folder, manyBlocks(6, 'hang')));
  await running({ app, page }, 4);
  await fourWithChildren(userData);
  const ended = app.waitForEvent('close');
  await app.evaluate(({ app: electron }) => electron.quit());
  await ended;
  expect(leftBehind(folder, userData)).toEqual([]);
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} to the program ends everything without a question`, async ({ folder, userData, launch }) => {
    const { app, page } = await launch(writeNaming(folder, manyBlocks(6, 'hang')));
    await running({ app, page }, 4);
    await fourWithChildren(userData);
    const ended = app.waitForEvent('close');
    process.kill(await app.evaluate(() => process.pid), signal);
    await ended;
    expect(leftBehind(folder, userData)).toEqual([]);
  });
}

test('a crash of the page ends the batch, and the page that comes back says so', async ({
  folder,
  userData,
  launch,
}) => {
  const { app, page } = await launch(writeNaming(folder, manyBlocks(6, 'hang')));
  await running({ app, page }, 4);
  await fourWithChildren(userData);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer());
  await expect.poll(() => leftBehind(folder, userData)).toEqual([]);
  await expect
    .poll(() =>
      app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
          "document.body.innerText.includes('6 cancelled')",
        ),
      ),
    )
    .toBe(true);
});

test('the endpoint answers who knows the secret, and lists every call', async ({ folder, userData, launch }) => {
  const { app, page } = await launch(writeNaming(folder, manyBlocks(1, 'ok')));
  await answerQuestions(app, true);
  await part(page, 'Endpoint');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText('listening', { exact: true })).toBeVisible();
  const address = await page.getByText(/^http:\/\/127\.0\.0\.1:\d+\/name$/).textContent();
  const secret = readFileSync(join(userData, 'runnerd.secret'), 'utf8').trim();
  const ask = (given: string) =>
    fetch(address ?? '', {
      method: 'POST',
      headers: { 'x-runnerd-secret': given, connection: 'close' },
      body: JSON.stringify({ blocks: [{ block_id: 'b', packet: { block_id: 'b', how: 'ok' } }] }),
    });
  expect((await ask('no')).status).toBe(401);
  expect(await (await ask(secret)).json()).toMatchObject({ results: [{ block_id: 'b', ok: true, name: 'Name of b' }] });
  await expect(page.getByRole('grid', { name: 'Calls' })).toHaveAttribute('aria-rowcount', '3');
  await expect(page.getByText('2 calls, 1 refused')).toBeVisible();
  expect(await page.locator('body').textContent()).not.toContain(secret);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByText('/name endpoint off')).toBeVisible();
  await expect(ask(secret)).rejects.toThrow();
  expect(leftBehind(folder, userData)).toEqual([]);
});

test('the next start has the choices again, and asks no second time', async ({ folder, launch }) => {
  const first = await launch(writeNaming(folder, manyBlocks(2, 'ok')));
  await answerQuestions(first.app, true);
  await first.page.getByRole('button', { name: 'Name 2 blocks' }).click();
  await expect(first.page.getByText('2 named')).toBeVisible();
  await first.app.close();
  const { page } = await launch();
  await page.keyboard.press('Control+5');
  await expect(page.getByText('You allowed this command')).toBeVisible();
  await page.getByRole('button', { name: 'Name 2 blocks' }).click();
  await expect(page.getByText('2 named')).toBeVisible();
});
