// Counts what a running program holds, and says of counts over time whether they grow.
import { readdirSync, readFileSync } from 'node:fs';
import { median } from './lib.mjs';

const read = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // it ended between two looks
  }
};

function descriptors(pid) {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}

/** Every process below one, and itself. */
function family(root) {
  const children = new Map();
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const parent = Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${entry}/status`))?.[1] ?? 0);
    children.set(parent, [...(children.get(parent) ?? []), Number(entry)]);
  }
  const found = [root];
  for (let at = 0; at < found.length; at++) found.push(...(children.get(found[at]) ?? []));
  return found;
}

/** What the program of a driven window holds now. Memory in MiB. */
export async function census({ app, page, session }) {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  const main = await app.evaluate(({ app: self, ipcMain, nativeTheme, screen, BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows()[0];
    const emitters = [
      process,
      self,
      ipcMain,
      nativeTheme,
      screen,
      window,
      window?.webContents,
      window?.webContents.session,
    ];
    const listeners = emitters.reduce(
      (sum, emitter) => sum + (emitter?.eventNames() ?? []).reduce((all, name) => all + emitter.listenerCount(name), 0),
      0,
    );
    const { setFlagsFromString } = process.getBuiltinModule('node:v8');
    const { runInNewContext } = process.getBuiltinModule('node:vm');
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')?.();
    return { heap: process.memoryUsage().heapUsed, listeners, pid: process.pid };
  });
  const pids = family(main.pid);
  const pss = (pid) => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024;
  return {
    memory: pids.reduce((sum, pid) => sum + pss(pid), 0),
    'heap of the page': usedSize / 2 ** 20,
    'heap of main': main.heap / 2 ** 20,
    handles: pids.reduce((sum, pid) => sum + descriptors(pid), 0),
    processes: pids.length,
    nodes,
    'listeners of the page': jsEventListeners,
    'listeners of main': main.listeners,
    tabs: await page.locator('.doctab').count(),
  };
}

/** How much more the last third may hold than the middle one: a part of it, and something in any case. */
const ALLOWED = {
  memory: { part: 0.06, more: 15 },
  'heap of the page': { part: 0.1, more: 2 },
  'heap of main': { part: 0.1, more: 2 },
  handles: { part: 0.02, more: 6 },
  processes: { part: 0, more: 1 },
  nodes: { part: 0.1, more: 300 },
  'listeners of the page': { part: 0.1, more: 30 },
  'listeners of main': { part: 0, more: 2 },
  tabs: { part: 0, more: 0 },
};

/** What grew from the middle third of the looks to the last one beyond what is allowed, as sentences. */
export function growth(looks) {
  const third = Math.floor(looks.length / 3);
  return Object.entries(ALLOWED).flatMap(([name, { part, more }]) => {
    const [middle, last] = [looks.slice(third, -third), looks.slice(-third)].map((some) =>
      median(some.map((look) => look[name])),
    );
    return last <= middle + Math.max(more, middle * part)
      ? []
      : [`${name} grew from ${middle.toFixed(1)} to ${last.toFixed(1)}`];
  });
}
