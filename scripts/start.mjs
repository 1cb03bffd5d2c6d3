// npm start -- [PATH…]: opens the window on PATH, from a plain clone too.
// Without a display: opens under Xvfb, prints the text report of each package, saves a screenshot, and ends.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { ensureRuntime } from './electron-runtime.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { displaySwitches, hasDisplay, withDisplay } from './lib/display.mjs';
import { inRoot, root } from './lib/paths.mjs';
import { sandbox, withoutSandbox } from './lib/sandbox.mjs';
import { ensureLibraries } from './linux-libraries.mjs';

const electronPath = () => createRequire(import.meta.url)('electron');

/** Paths as the caller meant them: npm runs scripts in the project's folder, the caller stood in INIT_CWD. */
export function absolutePaths(args, from = process.env.INIT_CWD ?? process.cwd()) {
  return args.filter((arg) => arg !== '--').map((arg) => resolve(from, arg));
}

// Chromium tells of every bus and driver that a system lacks; `MURSCOPE_VERBOSE=1` shows that too.
export const isOurs = (line) => !/^\[\d+:\d{4}\/\d{6}\.\d+:[A-Z]+\d*:[\w.]+\(\d+\)\]/.test(line);

function openWindow(paths) {
  const box = sandbox();
  if (!box.possible && !box.root && !process.env.MURSCOPE_NO_SANDBOX) {
    throw new Error(
      `The window does not open: ${box.why}.\nThis line lets it:\n\n  ${box.fix}\n\nOr open it without: MURSCOPE_NO_SANDBOX=1 npm start`,
    );
  }
  if (!box.possible) console.log(`Note: the window opens without a sandbox (${box.why}).`);
  const off = box.possible ? { switches: [], env: {} } : withoutSandbox;
  const child = spawn(electronPath(), [...off.switches, ...displaySwitches(), root, '--', ...paths], {
    stdio: ['inherit', 'inherit', process.env.MURSCOPE_VERBOSE ? 'inherit' : 'pipe'],
    env: { ...process.env, ...off.env },
  });
  if (child.stderr) createInterface({ input: child.stderr }).on('line', (line) => isOurs(line) && console.error(line));
  return new Promise((done, fail) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
    child.once('error', fail);
    child.once('exit', (code, signal) => done(signal ? 1 : (code ?? 1)));
  });
}

async function showWithoutDisplay(paths) {
  console.log('There is no display here: the window opens on an invisible one.');
  const box = sandbox();
  if (!box.possible)
    console.log(`Note: it opens without a sandbox (${box.why}${box.fix ? `; to change that: ${box.fix}` : ''}).`);
  const { screenshotOf } = await import('./lib/window.mjs'); // Playwright, needed on this way only
  mkdirSync(inRoot('test-results'), { recursive: true });
  const file = inRoot('test-results/murscope.png');
  await withDisplay((env) => screenshotOf({ paths, file, env, sandboxed: box.possible }));
  for (const path of paths) printReport(path);
  console.log(`\nA picture of the window: ${file}`);
  return 0;
}

function printReport(path) {
  console.log('');
  // A package with errors is still one that was shown, so the report's own exit code is not the start's.
  spawnSync(process.execPath, [inRoot('out/cli/murscope.js'), 'inspect', path], { stdio: 'inherit' });
}

async function main() {
  const paths = absolutePaths(process.argv.slice(2));
  const absent = paths.filter((path) => !existsSync(path));
  if (absent.length > 0) throw new Error(`There is no such file or folder: ${absent.join(', ')}`);
  await ensureRuntime();
  ensureLibraries();
  ensureBuilt();
  return hasDisplay() ? openWindow(paths) : showWithoutDisplay(paths);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
