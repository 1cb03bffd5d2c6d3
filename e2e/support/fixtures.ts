import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { _electron, test as base, type ElectronApplication, type Page } from '@playwright/test';

export const root = resolve(import.meta.dirname, '../..');

/** A running Murscope and its window. */
export interface Running {
  readonly app: ElectronApplication;
  readonly page: Page;
}

interface Fixtures {
  /** Settings, session and recent files of this test alone. */
  userData: string;
  /** A folder for what the test makes; removed after it. */
  folder: string;
  /** Starts Murscope on paths; it is closed after the test. */
  launch: (paths?: readonly string[]) => Promise<Running>;
  running: Running;
  app: ElectronApplication;
  page: Page;
  /** Lines the page may log as errors without failing the test: what a test provokes. */
  expectedErrors: RegExp | null;
}

const sandboxed = process.env.MURSCOPE_E2E_SANDBOX === 'on';

/** How Electron is started, also where a test starts a second one by hand. */
export const electronArguments = (paths: readonly string[]): string[] => [
  ...(sandboxed ? [] : ['--no-sandbox']),
  root,
  '--',
  ...paths,
];
export const electronEnvironment = (userData: string): Record<string, string> => {
  const { ELECTRON_RENDERER_URL: _, ...env } = process.env;
  return {
    ...Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined)),
    ...(sandboxed ? {} : { ELECTRON_DISABLE_SANDBOX: '1' }),
    MURSCOPE_USER_DATA: userData,
  };
};

export const test = base.extend<Fixtures>({
  expectedErrors: [null, { option: true }],

  userData: async ({}, use) => withFolder('murscope-e2e-user-', use),
  folder: async ({}, use) => withFolder('murscope-e2e-', use),

  launch: async ({ userData, expectedErrors }, use, info) => {
    const started: Running[] = [];
    const errors: string[] = [];
    await use(async (paths = []) => {
      const app = await _electron.launch({
        args: electronArguments(paths),
        chromiumSandbox: sandboxed,
        colorScheme: null, // else Playwright's own would hide the settings' theme
        env: electronEnvironment(userData),
      });
      const page = await app.firstWindow();
      const note = (text: string) => {
        if (!expectedErrors?.test(text)) errors.push(text);
      };
      page.on('console', (message) => message.type() === 'error' && note(message.text()));
      page.on('pageerror', (error) => note(String(error)));
      started.push({ app, page });
      await page.getByRole('navigation', { name: 'Views' }).waitFor();
      return { app, page };
    });
    for (const { app, page } of started) {
      if (info.status !== info.expectedStatus && !page.isClosed())
        await page.screenshot({ path: info.outputPath('window.png') });
      await app.close();
    }
    // A refused style or an uncaught error is a fault even where nobody looks at it.
    base.expect(errors, 'errors that the page logged').toEqual([]);
  },

  running: async ({ launch }, use) => use(await launch()),
  app: async ({ running }, use) => use(running.app),
  page: async ({ running }, use) => use(running.page),
});
export { expect } from '@playwright/test';

async function withFolder(prefix: string, use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await use(folder);
  await rm(folder, { recursive: true, force: true });
}
