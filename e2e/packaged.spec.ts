import { execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { electronEnvironment, expect, root, test } from './support/fixtures';

/** Electron's fuses in the order of their wire, and what ours must say: 0 off, 1 on, r removed. */
const FUSES: ReadonlyArray<readonly [name: string, state: string | null]> = [
  ['run as node', '0'],
  ['cookie encryption', '1'],
  ['NODE_OPTIONS', '0'],
  ['node inspection', '0'],
  ['asar integrity', null], // means something on macOS and Windows only
  ['only load from asar', '1'],
  ['browser process snapshot', '0'],
  ['file protocol privileges', '0'],
];
const run = promisify(execFile);

const WIRE = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

test('the packaged app has its fuses set, holds no sources, starts, and opens a sample', async ({
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

  const bytes = readFileSync(program);
  const wire = bytes.indexOf(WIRE) + WIRE.length + 2;
  const states = FUSES.map(([name], place) => [name, String.fromCharCode(bytes[wire + place] ?? 0)] as const);
  expect(states.filter(([, state], i) => FUSES[i]?.[1] !== null && FUSES[i]?.[1] !== state)).toEqual([]);
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
  const ended = new Promise((resolve) => running.once('exit', resolve));
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
    await browser.close();
  } finally {
    running.kill();
    await ended;
  }
});
