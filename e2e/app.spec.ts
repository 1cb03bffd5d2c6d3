import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { call } from './support/bridge';
import { dragOver, drop } from './support/drop';
import { electronArguments, electronEnvironment, expect, type Running, test } from './support/fixtures';
import { writeCapsule } from './support/packages';

const windowOf = ({ app }: Running) =>
  app.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows()[0];
    return { visible: window?.isVisible(), bounds: window?.getNormalBounds(), ground: window?.getBackgroundColor() };
  });

test('the window opens, shows itself once painted, and says what to do', async ({ running }) => {
  await expect(running.page).toHaveTitle(/Murscope/);
  await expect(running.page.getByRole('heading', { name: /package/i })).toBeVisible();
  expect(await windowOf(running)).toMatchObject({ visible: true });
});

test('a broken settings file never stops a start and is said', async ({ userData, launch }) => {
  writeFileSync(join(userData, 'settings.json'), '{"theme": "dark"');
  const { page } = await launch();
  await expect(page.getByText('The settings file could not be used')).toBeVisible();
  expect(readFileSync(join(userData, 'settings.json'), 'utf8')).toBe('{"theme": "dark"');
});

test('the theme of the settings holds from the first picture on', async ({ userData, launch }) => {
  writeFileSync(join(userData, 'settings.json'), JSON.stringify({ theme: 'dark' }));
  const running = await launch();
  expect(await windowOf(running)).toMatchObject({ ground: '#16181A' });
  expect(await running.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true);
});

test('the window opens again where it was', async ({ launch }) => {
  const first = await launch();
  const bounds = { x: 40, y: 30, width: 900, height: 600 };
  await first.app.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to), bounds);
  await expect.poll(async () => (await windowOf(first)).bounds).toEqual(bounds);
  await first.app.close();
  expect((await windowOf(await launch())).bounds).toEqual(bounds);
});

test('a window that was left on a display that is gone comes back to one that is there', async ({
  userData,
  launch,
}) => {
  writeFileSync(
    join(userData, 'window.json'),
    JSON.stringify({ bounds: { x: 9000, y: 9000, width: 800, height: 600 }, maximized: false }),
  );
  const { bounds } = await windowOf(await launch());
  expect(bounds?.x).toBeLessThan(1600);
  expect(bounds?.y).toBeLessThan(1000);
});

test('what cannot be opened is told in a sentence and nothing navigates', async ({ folder, running: { page } }) => {
  const notes = join(folder, 'notes.txt');
  writeFileSync(notes, 'hello');
  await drop(page, [notes]);
  await expect(page.getByText('notes.txt is a text file.')).toBeVisible();
  await drop(page, [join(folder, 'nowhere')]);
  await expect(page.getByText('nowhere does not exist.')).toBeVisible();
  expect(page.url()).toBe('app://bundle/index.html');
});

test('while something hovers, the window says what dropping it will do', async ({ folder, running: { page } }) => {
  const file = join(folder, 'a.txt');
  writeFileSync(file, 'a');
  const letGo = await dragOver(page, [file]);
  await expect(page.getByText(/^Open this/)).toBeVisible();
  await letGo();
  await expect(page.getByText(/^Open this/)).toBeHidden();
});

test('a second start hands its paths over and ends', async ({ folder, userData, running: { app, page } }) => {
  const file = join(folder, 'second.txt');
  writeFileSync(file, 'hello');
  const electron = createRequire(import.meta.url)('electron') as unknown as string;
  const second = spawn(electron, electronArguments(['second.txt']), {
    cwd: folder,
    env: electronEnvironment(userData),
    stdio: 'ignore',
  });
  expect(await new Promise((resolve) => second.once('exit', resolve))).toBe(0);
  await expect(page.getByText('second.txt is a text file.')).toBeVisible();
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('the reader that is ended comes back by itself', async ({ folder, running: { app, page } }) => {
  const file = join(folder, 'a.txt');
  writeFileSync(file, 'hello');
  await drop(page, [file]);
  await expect(page.getByText('a.txt is a text file.')).toBeVisible();
  const killed = await app.evaluate(({ app: electron }) => {
    const readers = electron.getAppMetrics().filter((metric) => metric.name === 'Murscope reader');
    for (const { pid } of readers) process.kill(pid, 'SIGKILL');
    return readers.length;
  });
  expect(killed).toBe(1);
  const other = join(folder, 'b.txt');
  writeFileSync(other, 'hello');
  await expect(async () => {
    await drop(page, [other]);
    await expect(page.getByText('b.txt is a text file.').first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

test('the menu runs the commands of the window', async ({ app, running: { page } }) => {
  const press = (label: string) =>
    app.evaluate(({ BrowserWindow, Menu }, wanted) => {
      const all = (Menu.getApplicationMenu()?.items ?? []).flatMap((item) => item.submenu?.items ?? []);
      all.find((item) => item.label === wanted)?.click(undefined, BrowserWindow.getAllWindows()[0], undefined);
    }, label);
  await press('All Commands…');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await press('Zoom In');
  await expect
    .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor()))
    .toBeCloseTo(1.1);
});

test('a reader that gives no answer is ended within the time limit, and the next one reads on', async ({
  folder,
  userData,
  launch,
}) => {
  writeFileSync(join(userData, 'settings.json'), JSON.stringify({ readTimeLimit: 1000 }));
  const { app, page } = await launch();
  const path = writeCapsule(folder);
  await drop(page, [path]);
  await expect(page.getByText('local headers checked')).toBeVisible();
  const stuck = await app.evaluate(({ app: electron }) => {
    const readers = electron.getAppMetrics().filter((metric) => metric.name === 'Murscope reader');
    for (const { pid } of readers) process.kill(pid, 'SIGSTOP');
    return readers.map(({ pid }) => pid);
  });
  await drop(page, [path]);
  await expect(page.getByText(/Reading gave no answer for 1 s and was given up/)).toBeVisible();
  await expect.poll(() => stuck.filter(isAlive)).toEqual([]);
  await drop(page, [writeCapsule(folder, 'other.mur.zip')]);
  await expect(page.getByText('local headers checked')).toBeVisible();
  await expect(page.getByRole('tablist', { name: 'Open packages' }).getByRole('tab')).toHaveCount(2);
});

test('a link is opened only if it is https and only after a yes', async ({ app, running: { page } }) => {
  const open = (answer: number, address: string) =>
    app
      .evaluate(({ dialog, shell }, response) => {
        const opened: string[] = [];
        Object.assign(globalThis, { opened });
        dialog.showMessageBox = () => Promise.resolve({ response, checkboxChecked: false });
        shell.openExternal = (url: string) => Promise.resolve(void opened.push(url));
      }, answer)
      .then(() => call(page, 'app:open-link', [address]))
      .then(async (result) => ({
        result,
        opened: await app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened),
      }));
  expect(await open(0, 'https://example.com/')).toMatchObject({ result: { value: { opened: false } }, opened: [] });
  expect(await open(1, 'http://example.com/')).toMatchObject({ result: { ok: false }, opened: [] });
  expect(await open(1, 'https://example.com/')).toMatchObject({
    result: { value: { opened: true } },
    opened: ['https://example.com/'],
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
