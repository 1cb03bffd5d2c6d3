import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron } from 'playwright';
import { root } from './paths.mjs';
import { withoutSandbox } from './sandbox.mjs';

/**
 * Runs `use(app, page)` on the real window opened on `paths`, with its settings in a folder that is removed after.
 * `sandboxed` false starts Chromium without its sandbox.
 */
export async function withWindow({ paths = [], env = process.env, sandboxed, width, height }, use) {
  const userData = mkdtempSync(join(tmpdir(), 'murscope-window-'));
  const off = sandboxed ? { switches: [], env: {} } : withoutSandbox;
  const app = await _electron.launch({
    args: [...off.switches, root, '--', ...paths],
    chromiumSandbox: sandboxed,
    colorScheme: null,
    cwd: root,
    env: { ...env, ...off.env, MURSCOPE_USER_DATA: userData },
  });
  try {
    const page = await app.firstWindow();
    if (width)
      await app.evaluate(
        ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(...size),
        [width, height],
      );
    return await use(app, page);
  } finally {
    await app.close();
    rmSync(userData, { recursive: true, force: true });
  }
}

/** Opens the window on `paths`, waits until it shows them, and saves a picture of it. */
export function screenshotOf({ paths, file, env, sandboxed }) {
  return withWindow({ paths, env, sandboxed, width: 1440, height: 900 }, async (_app, page) => {
    await settled(page);
    await page.screenshot({ path: file });
  });
}

/** Waits until nothing in the window says that it is busy. */
export async function settled(page) {
  await page.getByRole('main').waitFor();
  await page.waitForFunction(
    () => document.querySelector('[aria-busy="true"]') === null && document.fonts.status === 'loaded',
  );
}
