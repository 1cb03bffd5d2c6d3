// The real window: start beside the reference app, drop to header and rows, what blocks while 100,000 entries are
// scrolled, filtered, sorted and unfolded, and what a closed tab gives back.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureRuntime } from '../../scripts/electron-runtime.mjs';
import { withDisplay } from '../../scripts/lib/display.mjs';
import { manyEntries, writeLarge } from '../archives.mjs';
import { beside, figure, middle, percentile, ROOT, withFolder } from '../lib.mjs';
import { openWindow, referenceApp, startTime } from '../window.mjs';

const ENTRIES = 100_000;
const STARTS = 7;
const ROUNDS = 6;
const LARGE_ROUNDS = 10;
const SAMPLES = join(ROOT, 'resources/samples');

async function starts(folder, env) {
  const reference = await referenceApp();
  const [ours, peers] = [[], []];
  // The first start of each reads its files from disk and is not counted.
  for (let turn = 0; turn <= STARTS; turn++) {
    const own = await startTime(ROOT, join(folder, 'start'), env);
    const peer =
      reference === null ? null : await startTime(reference, join(folder, 'peer'), { ...env, SPIKE_TIMING: '1' });
    if (turn === 0) continue;
    ours.push(own);
    if (peer !== null) peers.push(peer);
  }
  return { ours, peers };
}

/** Drops each file so many times, closing its tab between. */
async function drops(window, files, rounds) {
  const [headers, rows] = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (const file of files) {
      const taken = await window.drop(file);
      headers.push(taken.header);
      rows.push(taken.rows);
      await window.closeTab();
    }
  }
  return { headers, rows };
}

const gridOf = ({ page }) => page.locator('[aria-label=Entries][aria-rowcount]');
const button = ({ page }, name) => page.getByRole('button', { name, exact: true }).click();
const rowCount = ({ page }, least) =>
  page.waitForFunction(
    (wanted) => Number(document.querySelector('[aria-rowcount]')?.getAttribute('aria-rowcount')) >= wanted,
    least,
  );

/** Everything a hand does to a long table; each row is what blocked the longest while it was done. */
async function handle(window) {
  const { page } = window;
  const grid = gridOf(window);
  const settled = () => page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
  const column = async (name) => {
    await page.getByRole('columnheader', { name }).click();
    await settled();
  };
  const scroll = async () => {
    await grid.hover();
    for (let step = 0; step < 60; step++) await page.mouse.wheel(0, step % 3 === 0 ? 40_000 : 900);
    await grid.press('End');
    await grid.press('Home');
    await settled();
  };
  const filter = async () => {
    const field = page.getByRole('textbox', { name: 'Filter entries…' });
    await field.pressSequentially('0999', { delay: 60 });
    await page.getByText('matches').waitFor();
    await field.fill('');
    await rowCount(window, ENTRIES);
  };
  const did = {};
  did.unfold = await window.blocks(async () => {
    await button(window, 'Unfold all folders');
    await rowCount(window, ENTRIES);
  });
  did.scroll = await window.blocks(scroll);
  did.sort = await window.blocks(async () => {
    for (const name of ['Size', 'Packed', 'Name']) await column(name);
  });
  did.filter = await window.blocks(filter);
  did.list = await window.blocks(async () => {
    await button(window, 'List');
    await scroll();
  });
  return did;
}

/** From drop until the last row of all as a list is painted. */
async function wholeTable(window, file) {
  const { rows } = await window.drop(file);
  const began = performance.now();
  await button(window, 'List');
  await rowCount(window, ENTRIES);
  await gridOf(window).press('End');
  await window.page.waitForFunction(
    (last) => document.querySelector(`[aria-rowindex="${last}"] [role=gridcell]`) !== null,
    ENTRIES + 1,
  );
  const taken = rows + performance.now() - began;
  await button(window, 'Tree');
  return taken;
}

async function measure(folder, env) {
  const many = join(folder, 'many.mur.zip');
  const large = join(folder, 'large.mur.zip');
  writeFileSync(many, manyEntries(ENTRIES));
  writeLarge(large);
  const samples = readdirSync(SAMPLES).filter((file) => file.endsWith('.mur.zip'));
  const paths = samples.map((file) => join(SAMPLES, file));

  const started = await starts(folder, env);
  const window = await openWindow(join(folder, 'user'), env);
  try {
    // The tab that is in front is remembered: from here on a drop shows rows too.
    const [first] = samples;
    await window.drop(join(SAMPLES, first), { rows: false });
    await window.tab('Files');
    await window.closeTab();
    const small = await drops(window, paths, ROUNDS);
    const before = await window.memory();
    const entries = await drops(window, [many], LARGE_ROUNDS);
    const gibibyte = await drops(window, [large], LARGE_ROUNDS);
    const whole = [await wholeTable(window, many)];
    const did = await window.traced('window', () => handle(window));
    const open = await window.memory();
    await window.closeTab();
    const after = await afterClosing(window, before);
    return [
      figure(
        'window.start',
        'spawn to ready-to-show',
        'ms',
        middle(started.ours),
        beside('reference app', peerOf(started)),
      ),
      ...dropFigures('samples', 'the samples', small),
      ...dropFigures('entries', '100,000 entries', entries),
      ...dropFigures('gibibyte', '1 GiB', gibibyte),
      figure('window.whole', 'drop to the last of 100,000 rows', 'ms', middle(whole)),
      ...Object.entries(did).flatMap(([name, { window: page, main }]) => [
        figure(`window.${name}-page`, `longest block of the page: ${WORDS[name]}`, 'ms', page),
        figure(`window.${name}-main`, `longest block of main: ${WORDS[name]}`, 'ms', main),
      ]),
      figure('window.memory', 'memory with 100,000 entries open, all processes', 'MiB', open),
      figure('window.kept', 'memory kept after closing them', 'MiB', after - before),
    ];
  } finally {
    await window.close();
  }
}

const WORDS = {
  unfold: 'unfolding 100,000 entries',
  scroll: 'scrolling them',
  sort: 'sorting them',
  filter: 'filtering them',
  list: 'as a list, scrolling',
};

const peerOf = ({ peers }) => (peers.length === 0 ? null : middle(peers));

const dropFigures = (id, what, { headers, rows }) => [
  figure(`window.${id}-header`, `drop to header, ${what}, p95`, 'ms', {
    ...middle(headers),
    value: percentile(headers, 0.95),
  }),
  figure(`window.${id}-rows`, `drop to first rows, ${what}, p95`, 'ms', {
    ...middle(rows),
    value: percentile(rows, 0.95),
  }),
  figure(`window.${id}-median`, `drop to first rows, ${what}, median`, 'ms', middle(rows)),
];

/** Memory after a while in which collectors may work: as soon as it is near what it was, at most ten seconds. */
async function afterClosing(window, before) {
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 20 && least > before + NEAR_MIB; look++) {
    await new Promise((waited) => setTimeout(waited, 500));
    least = Math.min(least, await window.memory());
  }
  return least;
}
const NEAR_MIB = 10;

export default {
  name: 'window',
  what: 'the real window: start, drop, 100,000 entries under the hand, memory',
  run: async () => {
    await ensureRuntime();
    return withFolder((folder) => withDisplay((env) => measure(folder, env)));
  },
};
