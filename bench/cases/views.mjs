// Long lists in the real window: 5,000 skills and a store of 5,000 packages, from asking until all rows are there, what
// blocks both threads meanwhile and while they are scrolled, filtered and sorted, and how soon a change on disk shows.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureRuntime } from '../../scripts/electron-runtime.mjs';
import { withDisplay } from '../../scripts/lib/display.mjs';
import { figure, withFolder } from '../lib.mjs';
import { makeStore } from '../store.mjs';
import { openWindow } from '../window.mjs';

const MANY = 5000;

function writeSkills(folder) {
  for (let at = 0; at < MANY; at++) {
    const name = `skill-${String(at).padStart(4, '0')}`;
    const place = join(folder, `group-${at % 50}`, name);
    mkdirSync(place, { recursive: true });
    const said = at % 10 === 3 ? 'Other Name' : name;
    writeFileSync(
      join(place, 'SKILL.md'),
      `---\nname: ${said}\ndescription: Does what ${name} says. Use it.\n---\n# ${name}\n`,
    );
  }
}

const rowsOf = (label) => `[aria-label="${label}"][aria-rowcount]`;
const untilRows = ({ page }, label, count) =>
  page.waitForFunction(
    ([selector, rows]) => document.querySelector(selector)?.getAttribute('aria-rowcount') === String(rows),
    [rowsOf(label), count + 1],
    { polling: 'raf' },
  );

/** Milliseconds that `start` takes until so many rows are there, and what blocked meanwhile. */
async function listed(window, label, count, start) {
  let took = 0;
  const blocks = await window.blocks(async () => {
    const began = performance.now();
    await start();
    await untilRows(window, label, count);
    took = performance.now() - began;
  });
  return { took, blocks };
}

/** Scrolled, filtered and sorted: what blocked. */
const handled = (window, label, filter, columns) =>
  window.blocks(async () => {
    const { page } = window;
    const grid = page.locator(rowsOf(label));
    await grid.hover();
    for (let step = 0; step < 40; step++) await page.mouse.wheel(0, step % 3 === 0 ? 20_000 : 900);
    await grid.press('End');
    await grid.press('Home');
    const field = page.getByRole('textbox', { name: filter });
    await field.pressSequentially('0999', { delay: 60 });
    await page.waitForFunction(
      ([selector, rows]) => Number(document.querySelector(selector)?.getAttribute('aria-rowcount') ?? rows) < rows,
      [rowsOf(label), MANY],
    );
    await field.fill('');
    await untilRows(window, label, MANY);
    for (const name of columns) await page.getByRole('columnheader', { name }).first().click();
    await untilRows(window, label, MANY);
  });

const rows = (id, what, unit, { took, blocks }, hand) => [
  figure(`views.${id}`, `${what} listed`, unit, took),
  figure(`views.${id}-page`, 'longest block of the page meanwhile', 'ms', blocks.window),
  figure(`views.${id}-main`, 'longest block of main meanwhile', 'ms', blocks.main),
  figure(`views.${id}-hand-page`, 'of the page: scrolled, filtered, sorted', 'ms', hand.window),
  figure(`views.${id}-hand-main`, 'of main: scrolled, filtered, sorted', 'ms', hand.main),
];

async function measure(folder, env) {
  const [home, skills] = [join(folder, 'home'), join(folder, 'skills')];
  const store = join(home, '.murmur/artifacts');
  makeStore(store, MANY, 64);
  writeSkills(skills);
  // What changed within two seconds before a watch is read once more; a store that people have is older.
  await new Promise((over) => setTimeout(over, 2500));
  const window = await openWindow(join(folder, 'user'), { ...env, HOME: home });
  try {
    const { page } = window;
    const empty = await window.memory();
    const registry = await listed(window, 'Installed packages', MANY, () => page.keyboard.press('ControlOrMeta+1'));
    const registryHand = await handled(window, 'Installed packages', /^Filter/, ['Name', 'Version']);
    const memory = (await window.memory()) - empty;
    const changed = await listed(window, 'Installed packages', MANY - 1, async () =>
      rmSync(join(store, 'local/package-7'), { recursive: true }),
    );
    const [found, skillsHand] = await window.traced('skills', async () => [
      await listed(window, 'Skills', MANY, () => window.dropOnly(skills)),
      await handled(window, 'Skills', /^Filter/, ['Skill']),
    ]);
    return [
      ...rows('store', '5,000 packages of a store', 'ms', registry, registryHand),
      figure('views.store-memory', 'memory above the empty window', 'MiB', memory),
      figure('views.store-change', 'a removed package is gone after', 'ms', changed.took),
      ...rows('skills', '5,000 skills with verdicts', 'ms', found, skillsHand),
    ];
  } finally {
    await window.close();
  }
}

export default {
  name: 'views',
  what: 'long lists in the real window: 5,000 skills, a store of 5,000 packages',
  run: async () => {
    await ensureRuntime();
    return withFolder((folder) => withDisplay((env) => measure(folder, env)));
  },
};
