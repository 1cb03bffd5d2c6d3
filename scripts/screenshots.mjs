// node scripts/screenshots.mjs FOLDER [PACKAGE…]
// Pictures of every tab of the samples from the running app, in light and dark, in two sizes, into FOLDER.
import { mkdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { ensureRuntime } from './electron-runtime.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { withDisplay } from './lib/display.mjs';
import { inRoot } from './lib/paths.mjs';
import { sandbox } from './lib/sandbox.mjs';
import { settled, withWindow } from './lib/window.mjs';
import { ensureLibraries } from './linux-libraries.mjs';

const SIZES = [
  { width: 900, height: 600 },
  { width: 1440, height: 900 },
];
const THEMES = ['light', 'dark'];
const SAMPLES = ['good-capsule-1.2.0', 'echo-tool-0.3.0', 'release-notes-0.1.0', 'hostile-0.0.1'];

/** Things to look at beside the tabs as they open: what is pressed first. */
const SCENES = [
  { name: 'welcome', packages: [], act: async () => {} },
  { name: 'palette', packages: [0], act: (page) => page.keyboard.press('Control+k') },
  { name: 'settings', packages: [0], act: (page) => page.keyboard.press('Control+,') },
];

async function pictures(folder, packages) {
  mkdirSync(folder, { recursive: true });
  let count = 0;
  const save = async (page, name) => {
    await settled(page);
    await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
    count++;
  };
  await withDisplay(async (env) => {
    const start = { env, sandboxed: sandbox().possible };
    for (const size of SIZES) {
      for (const theme of THEMES) {
        const suffix = `${theme}-${size.width}`;
        for (const path of packages) {
          await withWindow({ ...start, ...size, theme, paths: [path] }, (_app, page) =>
            tabs(page, path, (tab) => save(page, `${nameOf(path)}-${tab}-${suffix}`)),
          );
        }
        for (const { name, packages: which, act } of SCENES) {
          const paths = which.map((index) => packages[index]);
          await withWindow({ ...start, ...size, theme, paths }, async (_app, page) => {
            await settled(page, paths);
            await act(page);
            await save(page, `${name}-${suffix}`);
          });
        }
      }
    }
  });
  return count;
}

const nameOf = (path) => basename(path).replace(/(-[\d.]+)?\.mur\.zip$/, '');

async function tabs(page, path, save) {
  await settled(page, [path]);
  const all = page.getByRole('tablist', { name: 'Package', exact: true }).getByRole('tab');
  for (let i = 0; i < (await all.count()); i++) {
    await all.nth(i).click();
    await settled(page);
    const grid = page.locator('[role=grid], [role=treegrid]').first();
    if (await grid.isVisible()) await showDetail(page, grid);
    await save(`${i + 1}-${(await all.nth(i).getAttribute('id')).split('-').at(-1)}`);
  }
}

// The second row: the first one is often a folder.
async function showDetail(page, grid) {
  await grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  const values = page.getByText('Show values');
  if (await values.isVisible()) await values.click();
}

const [folder, ...given] = process.argv.slice(2);
if (!folder) {
  console.error('usage: node scripts/screenshots.mjs FOLDER [PACKAGE…]');
  process.exit(2);
}
await ensureRuntime();
ensureLibraries();
ensureBuilt();
const packages =
  given.length > 0
    ? given.map((path) => resolve(path))
    : SAMPLES.map((name) => inRoot('resources/samples', `${name}.mur.zip`));
const count = await pictures(resolve(folder), packages);
console.log(`${count} pictures in ${resolve(folder)}`);
