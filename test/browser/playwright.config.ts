import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { defineConfig } from '@playwright/test';

/** Every view in a plain browser with a made-up host: npx playwright test -c test/browser/playwright.config.ts */

export const CHROMIUM = process.env.MURSCOPE_CHROMIUM ?? '/usr/bin/chromium';
const there = existsSync(CHROMIUM);
// Workers read this file too; once is loud enough.
if (!there && process.env.TEST_WORKER_INDEX === undefined)
  console.error(`\n!!! There is no ${CHROMIUM}, so the browser tests are skipped. Debian: apt-get install chromium\n`);

const isRoot = process.getuid?.() === 0;

/** A port nobody uses. The first reading of this file chooses it; the server and the workers inherit it. */
const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, 'localhost', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
process.env.MURSCOPE_BROWSER_PORT ??= String(await freePort());
const PORT = process.env.MURSCOPE_BROWSER_PORT;

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/browser',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 20_000,
  expect: { timeout: 5_000 },
  reporter: 'list',
  use: {
    baseURL: `http://localhost:${PORT}`,
    locale: 'en-US',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: CHROMIUM, args: isRoot ? ['--no-sandbox'] : [] },
  },
  metadata: { there },
  ...(there
    ? {
        webServer: {
          command: 'npx vite build -c test/browser/vite.config.ts && npx vite preview -c test/browser/vite.config.ts',
          cwd: '../..',
          url: `http://localhost:${PORT}`,
          reuseExistingServer: false,
        },
      }
    : {}),
});
