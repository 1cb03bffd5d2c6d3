import { execFile, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { chromium } from '@playwright/test';
import { electronEnvironment, expect, root, test } from './support/fixtures';

/** What each fuse that matters on Linux must say, read back from the packaged program. */
const FUSES: ReadonlyArray<readonly [fuse: FuseV1Options, on: boolean]> = [
  [FuseV1Options.RunAsNode, false],
  [FuseV1Options.EnableCookieEncryption, true],
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable, false],
  [FuseV1Options.EnableNodeCliInspectArguments, false],
  [FuseV1Options.OnlyLoadAppFromAsar, true],
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot, false],
  [FuseV1Options.GrantFileProtocolExtraPrivileges, false],
];
const run = promisify(execFile);

test('the packaged app has its fuses set, holds no sources, opens a sample, copies its report and quits', async ({
  folder,
  userData,
}) => {
  test.setTimeout(180_000);
  test.skip(process.platform !== 'linux', 'packaged for Linux only so far');
  const builder = join(root, 'node_modules/electron-builder/cli.js');
  const options = ['--linux', 'dir', '--publish', 'never', `-c.directories.output=${folder}`];
  await run(process.execPath, [builder, ...options], { cwd: root }).catch((error: { stdout: string }) => {
    throw new Error(error.stdout);
  });
  const app = join(folder, 'linux-unpacked');
  const program = join(app, 'murscope');
  const sample = join(app, 'resources/samples/good-capsule-1.2.0.mur.zip');

  const wire = await getCurrentFuseWire(program);
  const wrong = FUSES.filter(([fuse, on]) => Number(wire[fuse]) !== (on ? '1' : '0').charCodeAt(0));
  expect(wrong.map(([fuse]) => FuseV1Options[fuse])).toEqual([]);
  expect(readdirSync(join(app, 'resources')).sort()).toEqual(['app.asar', 'cli', 'samples']);
  const cli = join(app, 'resources/cli/out/cli/murscope.js');
  const { stdout } = await run(process.execPath, [cli, 'inspect', '--json', '--no-digest', sample]);
  expect(JSON.parse(stdout)).toMatchObject([{ ok: true, verdict: 'ok' }]);

  const env = electronEnvironment(userData);
  const off = env.ELECTRON_DISABLE_SANDBOX ? ['--no-sandbox'] : [];
  const running = spawn(program, [...off, '--remote-debugging-port=0', sample], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => running.once('exit', (code) => resolve(code)));
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let text = '';
      running.stderr.on('data', (chunk) => {
        text += chunk;
        const match = /DevTools listening on (ws:\S+)/.exec(text);
        if (match?.[1]) resolve(match[1]);
      });
      running.once('exit', () => reject(new Error(`it ended: ${text}`)));
    });
    const browser = await chromium.connectOverCDP(address);
    const page = browser.contexts()[0]?.pages()[0];
    if (!page) throw new Error('no window');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('good-capsule');
    expect(page.url()).toBe('app://bundle/index.html');
    await page.getByRole('tab', { name: /^Files/ }).click();
    await expect(page.getByRole('treegrid').getByText('murmur.yaml', { exact: true })).toBeVisible();
    await page.keyboard.press('Control+Shift+c');
    await expect(page.getByText('Copied report as text')).toBeVisible();
    await page.evaluate(() => window.close());
    expect(await ended).toBe(0);
  } finally {
    running.kill();
    await ended;
  }
});
