// Shoots every tab and state in both themes and three sizes with the made-up host:
//   node test/browser/shots.mjs [folder] [part of a name…]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { preview } from 'vite';

const root = resolve(import.meta.dirname, '../..');
const configFile = join(root, 'test/browser/vite.config.ts');
const CHROMIUM = process.env.MURSCOPE_CHROMIUM ?? '/usr/bin/chromium';
const [folder = join(root, 'test-results/shots'), ...only] = process.argv.slice(2);

if (!existsSync(CHROMIUM)) {
  console.error(`There is no ${CHROMIUM}. Debian: apt-get install chromium`);
  process.exit(1);
}

const tab = (name) => async (page) => {
  await page
    .getByRole('tablist', { name: 'Package', exact: true })
    .getByRole('tab', { name: new RegExp(`^${name}`) })
    .click();
};
const row = (text) => async (page) => {
  await page.getByRole('row').filter({ hasText: text }).first().click();
};
const press = (keys) => (page) => page.keyboard.press(keys);
const click = (text) => (page) => page.getByText(text, { exact: true }).first().click();
const drag = (page) =>
  page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['x'], 'house.mur.zip', { type: 'application/zip' }));
    window.dispatchEvent(new DragEvent('dragenter', { dataTransfer: data, cancelable: true }));
  });

/** Name of the picture: what is in the address, and what a person does. */
const SHOTS = {
  'first-minute': ['norecent'],
  'first-minute-recent': [''],
  overview: ['open=house', tab('Overview')],
  'overview-hostile': ['open=hostile', tab('Overview')],
  'overview-skill': ['open=house,skill', tab('Overview')],
  files: ['open=house', tab('Files')],
  'files-hex': ['open=house', tab('Files'), row('capsule.wasm')],
  'files-details': ['open=hostile', tab('Files'), row('LICENSE.txt'), click('Details')],
  'files-hostile': ['open=hostile', tab('Files'), row('onerror')],
  'files-refused': ['open=hostile', tab('Files'), row('secret.bin')],
  'files-large': [
    'open=large',
    tab('Files'),
    (page) => page.getByRole('button', { name: 'Unfold all folders' }).click(),
  ],
  'files-menu': [
    'open=house',
    tab('Files'),
    (page) => page.getByRole('row').filter({ hasText: 'readme.md' }).first().click({ button: 'right' }),
  ],
  manifest: ['open=house', tab('Manifest')],
  'manifest-missing': ['open=house', tab('Manifest'), row('attic')],
  config: ['open=house', tab('Config')],
  'config-values': ['open=house', tab('Config'), click('Show values')],
  'config-refused': ['open=house', tab('Config'), row('hook-audit')],
  skills: ['open=house', tab('Skills')],
  findings: ['open=house', tab('Findings')],
  'findings-hostile': ['open=hostile', tab('Findings')],
  'findings-none': ['open=skill', tab('Findings')],
  loading: ['open=house&never=package:open'],
  error: ['open=house&fail=package:open'],
  report: ['open=house', (page) => page.getByRole('button', { name: 'Export the report' }).click()],
  palette: ['open=house', press('Control+k'), (page) => page.getByRole('dialog').waitFor()],
  drop: ['open=house', drag],
  messages: ['open=house', (page) => page.evaluate(() => window.fake.drop('notes.txt')), press('Control+Shift+c')],
  settings: ['', press('Control+,')],
  soon: ['', press('Control+1')],
};
const THEMES = ['light', 'dark'];
const SIZES = [
  [900, 600],
  [1280, 800],
  [1920, 1200],
];

mkdirSync(folder, { recursive: true });
const built = spawnSync(
  process.execPath,
  [join(root, 'node_modules/vite/bin/vite.js'), 'build', '-c', configFile, '--logLevel', 'warn'],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
if (built.status !== 0) process.exit(1);
const server = await preview({ configFile, preview: { port: 4320 } });
const isRoot = process.getuid?.() === 0;
const browser = await chromium.launch({ executablePath: CHROMIUM, args: isRoot ? ['--no-sandbox'] : [] });
let shot = 0;
for (const colorScheme of THEMES) {
  const context = await browser.newContext({ colorScheme, locale: 'en-US', reducedMotion: 'reduce' });
  const page = await context.newPage();
  for (const [name, [query, ...steps]] of Object.entries(SHOTS)) {
    if (only.length > 0 && !only.some((part) => name.includes(part))) continue;
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await page.goto(`http://localhost:4320/?${query}`);
      await page.evaluate(() => localStorage.clear());
      await page.goto(`http://localhost:4320/?${query}`);
      await page.getByRole('navigation', { name: 'Views' }).waitFor();
      for (const step of steps) await step(page);
      await page.waitForLoadState('networkidle');
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${width}x${height}.png`) });
      shot++;
    }
  }
  await context.close();
}
await browser.close();
await server.close();
console.log(`${shot} pictures in ${folder}`);
