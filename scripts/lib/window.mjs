import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron } from 'playwright';
import { root } from './paths.mjs';
import { withoutSandbox } from './sandbox.mjs';

/**
 * Runs `use(app, page)` on the real window opened on `paths`, with its settings in a folder that is removed after.
 * `sandboxed` false starts Chromium without its sandbox; `theme` sets what else follows the system.
 */
export async function withWindow({ paths = [], env = process.env, sandboxed, width, height, theme }, use) {
  const userData = mkdtempSync(join(tmpdir(), 'murscope-window-'));
  if (theme) writeFileSync(join(userData, 'settings.json'), JSON.stringify({ theme }));
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
    await settled(page, paths);
    await page.screenshot({ path: file });
  });
}

/** How long a picture waits for what is read in the background. Milliseconds. */
const PATIENCE = 15_000;

/** Waits until the window shows what was opened and nothing in it says that it is busy. */
export async function settled(page, paths = []) {
  await page.getByRole('navigation').waitFor();
  if (paths.length > 0) {
    const told = [
      page.getByText('local headers checked'),
      page.getByText('cannot be shown'),
      page.getByRole('button', { name: 'Dismiss' }),
    ];
    // A picture of a package that is still being read is better than none.
    await told
      .reduce((any, one) => any.or(one))
      .first()
      .waitFor({ timeout: PATIENCE })
      .catch(() => {});
  }
  await page.waitForFunction(
    () => document.querySelector('[aria-busy="true"]') === null && document.fonts.status === 'loaded',
  );
}
