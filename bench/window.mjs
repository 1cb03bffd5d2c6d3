// The real window for measurements: the built program on the real Electron, driven as a hand drives it, with a watch on
// both threads that must never block.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { _electron } from 'playwright';
import { sandbox } from '../scripts/lib/sandbox.mjs';
import { ROOT } from './lib.mjs';

const REFERENCE = join(ROOT, '../shared/reference/toolchain');
const REFERENCE_BUILT = join(ROOT, 'node_modules/.cache/murscope-reference');
const electron = () => createRequire(import.meta.url)('electron');
const boxed = sandbox().possible;
const switches = boxed ? [] : ['--no-sandbox'];

/** An environment of our own: no developer's server, no settings but those of this measurement. */
function environment(userData, more = {}) {
  const { ELECTRON_RENDERER_URL: _, ...env } = process.env;
  const open = boxed ? {} : { ELECTRON_DISABLE_SANDBOX: '1' };
  // As packaged: answers are not checked a second time.
  return { ...env, ...open, MURSCOPE_USER_DATA: userData, MURSCOPE_TIMING: '1', ...more };
}

/** Milliseconds from spawn until the window's first picture is ready; the program is ended then. */
export function startTime(folder, userData, more) {
  const began = Date.now();
  const argv = [...switches, `--user-data-dir=${userData}`, folder];
  const child = spawn(electron(), argv, { env: environment(userData, more), stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  let shown = Number.NaN;
  child.stdout.on('data', (piece) => {
    text += piece;
    const ready = /ready-to-show (\d+)/.exec(text)?.[1];
    if (ready === undefined || !Number.isNaN(shown)) return;
    shown = Number(ready) - began;
    child.kill();
  });
  const limit = setTimeout(() => child.kill('SIGKILL'), 30_000);
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', () => {
      clearTimeout(limit);
      if (Number.isNaN(shown)) fail(new Error(`${folder} showed no window`));
      else done(shown);
    });
  });
}

/** The folder of the built reference app, or null where its sources or its build are not to be had. */
export async function referenceApp() {
  if (!existsSync(REFERENCE)) return null;
  if (existsSync(join(REFERENCE_BUILT, 'out/main/index.cjs'))) return REFERENCE_BUILT;
  rmSync(REFERENCE_BUILT, { recursive: true, force: true });
  mkdirSync(REFERENCE_BUILT, { recursive: true });
  for (const part of ['src', 'package.json', 'electron.vite.config.ts', 'tsconfig.base.json'])
    cpSync(join(REFERENCE, part), join(REFERENCE_BUILT, part), { recursive: true });
  // Its worker, which no start loads, packs with a library that this project does not have.
  const absent = join(REFERENCE_BUILT, 'node_modules/fflate');
  mkdirSync(absent, { recursive: true });
  writeFileSync(
    join(absent, 'package.json'),
    '{"name": "fflate", "version": "0.0.0", "type": "module", "main": "i.js"}',
  );
  writeFileSync(
    join(absent, 'i.js'),
    'export const unzipSync = () => ({});\nexport const zipSync = () => new Uint8Array();\n',
  );
  const child = spawn(process.execPath, [join(ROOT, 'node_modules/electron-vite/bin/electron-vite.js'), 'build'], {
    cwd: REFERENCE_BUILT,
    stdio: 'ignore',
  });
  const code = await new Promise((done) => child.once('close', done));
  return code === 0 ? REFERENCE_BUILT : null;
}

/** Starts the program and gives what measures it. */
export async function openWindow(userData, more) {
  const app = await _electron.launch({
    executablePath: electron(),
    args: [...switches, ROOT],
    chromiumSandbox: boxed,
    env: environment(userData, more),
  });
  const page = await app.firstWindow();
  await page.getByRole('navigation', { name: 'Views' }).waitFor();
  const session = await page.context().newCDPSession(page);
  await page.evaluate(() => {
    globalThis.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.longTasks.push(duration);
    }).observe({ type: 'longtask' });
  });
  await app.evaluate(() => {
    const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks');
    globalThis.delays = monitorEventLoopDelay({ resolution: 2 });
    globalThis.delays.enable();
  });
  const driven = new Driven(app, page, session);
  await driven.mustSeeBlocks();
  return driven;
}

const THREADS = new Map([
  ['CrRendererMain', 'page'],
  ['CrBrowserMain', 'main'],
]);

/** The longest tasks of a trace, as sentences. On a busy machine the processor time tells what is ours. */
function longestTasks(path) {
  const { traceEvents } = JSON.parse(readFileSync(path, 'utf8'));
  const threads = new Map();
  for (const { name, pid, tid, args } of traceEvents)
    if (name === 'thread_name' && THREADS.has(args.name)) threads.set(`${pid}:${tid}`, THREADS.get(args.name));
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => ph === 'X' && /RunTask$/.test(name) && threads.has(`${pid}:${tid}`),
  );
  return [...THREADS.values()].flatMap((thread) =>
    tasks
      .filter(({ pid, tid }) => threads.get(`${pid}:${tid}`) === thread)
      .sort((a, b) => (b.tdur ?? 0) - (a.tdur ?? 0))
      .slice(0, 3)
      .map(({ dur, tdur = 0, ts }) => `${thread}, ${ms(dur)} ms with ${ms(tdur)} ms of processor time, at ${ts}`),
  );
}
const ms = (microseconds) => (microseconds / 1000).toFixed(1);

function proportionalMiB(pid) {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0; // it ended between two looks, or the system has no such file
  }
}

class Driven {
  constructor(app, page, session) {
    Object.assign(this, { app, page, session });
  }

  /** Drops a file; milliseconds from the drop in the page until its header and its first rows are painted. */
  async drop(path, { rows = true } = {}) {
    const { page } = this;
    const timed = page.evaluate(async (withRows) => {
      const front = () => document.querySelector('.doctab[aria-selected=true]')?.getAttribute('data-doc') ?? null;
      const before = front();
      await new Promise((dropped) => window.addEventListener('drop', dropped, { once: true, capture: true }));
      const began = performance.now();
      // Looked for in every frame, so that looking costs next to nothing; then that frame is painted.
      const shown = async (selector) => {
        while (front() === before || document.querySelector(selector) === null)
          await new Promise(requestAnimationFrame);
        await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
        return performance.now() - began;
      };
      const [header, first] = await Promise.all([
        shown('main header h1 ~ .chip'),
        withRows ? shown('.grid-body [role=row] [role=gridcell]') : 0,
      ]);
      return { header, rows: first };
    }, rows);
    await this.dropOnly(path);
    return timed;
  }

  /** Drops files or folders as a hand does, and waits for nothing. */
  async dropOnly(...paths) {
    const data = { items: [], files: paths, dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'])
      await this.session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data, modifiers: 0 });
  }

  /** Closes the tab in front. */
  async closeTab() {
    const tabs = this.page.locator('.doctab');
    const count = await tabs.count();
    await this.page.keyboard.press('ControlOrMeta+w');
    await this.page.waitForFunction((left) => document.querySelectorAll('.doctab').length === left, count - 1);
  }

  tab(name) {
    return this.page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
  }

  /** MiB of all processes of the program, each counted with its part of what they share. */
  async memory() {
    // What the page no longer holds may go; when its engine would have done so by itself is not what is measured.
    await this.session.send('HeapProfiler.collectGarbage');
    const pids = await this.app.evaluate(({ app }) => app.getAppMetrics().map(({ pid }) => pid));
    return pids.reduce((sum, pid) => sum + proportionalMiB(pid), 0);
  }

  /** What blocked both threads the longest while `work` ran. Milliseconds. */
  async blocks(work) {
    const { app, page } = this;
    await page.evaluate(() => globalThis.longTasks.splice(0));
    await app.evaluate(() => globalThis.delays.reset());
    await work();
    // Long tasks are told a moment after they end.
    await page.evaluate(() => new Promise((told) => requestAnimationFrame(() => setTimeout(told, 50))));
    const window = await page.evaluate(() => Math.max(0, ...globalThis.longTasks));
    const main = await app.evaluate(() => globalThis.delays.max / 1e6);
    return { window, main };
  }

  /**
   * Runs `work`; with `--trace` on the command line of the bench its trace goes to out/trace-NAME.json (for
   * chrome://tracing), and the longest tasks of both threads are said with the processor time in them.
   */
  async traced(name, work) {
    if (!process.argv.includes('--trace')) return work();
    const path = join(ROOT, `out/trace-${name}.json`);
    await this.app.evaluate(({ contentTracing }) =>
      contentTracing.startRecording({
        recording_mode: 'record-until-full',
        included_categories: ['toplevel', 'devtools.timeline', 'blink.user_timing', 'v8'],
      }),
    );
    try {
      return await work();
    } finally {
      await this.app.evaluate(({ contentTracing }, to) => contentTracing.stopRecording(to), path);
      for (const line of longestTasks(path)) console.error(`  ${name}: ${line}`);
    }
  }

  /** A watch that sees nothing would let everything pass. */
  async mustSeeBlocks() {
    const busy = () => {
      const until = performance.now() + 120;
      while (performance.now() < until);
    };
    const seen = await this.blocks(async () => {
      // Blocks in a task of their own, as work of the page does.
      await this.page.evaluate(`new Promise((done) => setTimeout(() => { (${busy})(); done(); }))`);
      await this.app.evaluate(`(${busy})()`);
    });
    if (seen.window < 100 || seen.main < 100) throw new Error(`the watch missed a block: ${JSON.stringify(seen)}`);
  }

  close() {
    return this.app.close();
  }
}
