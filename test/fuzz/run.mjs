#!/usr/bin/env node
// `npm run fuzz -- [--minutes N] [--target NAME] [--seed N]`: each target for N minutes in a process of its own that is
// watched for hangs and memory. What fails is made small and kept in test/data/fuzz, where the unit tests replay it.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { build } from 'vite';

const ROOT = resolve(import.meta.dirname, '../..');
const KEPT = join(ROOT, 'test/data/fuzz');
// Beside the libraries, which it loads; not in `out`, where the command line would find a window to open.
const BUILT = join(ROOT, 'node_modules/.cache/murscope-fuzz');
/** Seconds without a new case until it counts as a hang; MiB of the process until it counts as too much. */
const HANG_SECONDS = 30;
const MOST_MIB = 1500;
const HEAP_MIB = 1000;
const TARGETS = ['archives', 'yaml', 'front', 'toml', 'lines', 'ipc', 'argv'];

const { values: asked } = parseArgs({
  options: { minutes: { type: 'string', default: '1' }, target: { type: 'string' }, seed: { type: 'string' } },
});
const minutes = Number(asked.minutes);
const seed = asked.seed === undefined ? Date.now() % 2 ** 31 : Number(asked.seed);
const targets = asked.target === undefined ? TARGETS : [asked.target];
if (!(minutes > 0) || !Number.isInteger(seed) || !targets.every((name) => TARGETS.includes(name))) {
  console.error(`usage: npm run fuzz -- [--minutes N] [--target ${TARGETS.join('|')}] [--seed N]`);
  process.exit(2);
}

function residentMiB(pid) {
  try {
    return Number(/VmRSS:\s+([0-9]+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0; // no such file system, or it just ended
  }
}

const read = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

function keep(target, why, encoded) {
  const content = `${JSON.stringify({ target, why, case: encoded }, null, 1)}\n`;
  const name = `${target}-${createHash('sha256').update(JSON.stringify(encoded)).digest('hex').slice(0, 8)}.json`;
  mkdirSync(KEPT, { recursive: true });
  writeFileSync(join(KEPT, name), content);
  console.log(`  FAILED ${why.split('\n')[0]}\n         kept as test/data/fuzz/${name}`);
}

/** One process until it ends or is ended: what it told, and why it was ended. */
function once(folder, target, from, seconds) {
  const state = join(folder, 'case.json');
  writeFileSync(state, '');
  const worker = join(BUILT, 'worker.js');
  const argv = [`--max-old-space-size=${HEAP_MIB}`, worker, 'run', target, from, seconds, state].map(String);
  const child = spawn(process.execPath, argv, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  const told = [];
  let errors = '';
  let ended = null;
  let [last, since] = ['', Date.now()];
  createInterface({ input: child.stdout }).on('line', (line) => {
    // Targets may print; only our own lines are JSON with what they say.
    try {
      told.push(JSON.parse(line));
    } catch {}
  });
  child.stderr.on('data', (piece) => {
    errors = (errors + piece).slice(-4000);
  });
  const end = (why) => {
    ended ??= why;
    child.kill('SIGKILL');
  };
  const watch = setInterval(() => {
    const now = read(state);
    if (now !== last) [last, since] = [now, Date.now()];
    else if (now !== '' && Date.now() - since > HANG_SECONDS * 1000) end(`no end within ${HANG_SECONDS} s`);
    const mib = residentMiB(child.pid);
    if (mib > MOST_MIB) end(`memory of ${Math.round(mib)} MiB`);
  }, 500);
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => {
      clearInterval(watch);
      const crashed =
        ended === null && code !== 0 ? `the process ended with ${code}: ${errors.trim().slice(-500)}` : ended;
      done({ told, crashed, at: read(state) });
    });
  });
}

/** Whether a case alone ends a process badly; to tell a true hang from a machine that was busy. */
function failsAlone(folder, target, text) {
  const file = join(folder, 'replay.json');
  writeFileSync(file, text);
  const argv = [`--max-old-space-size=${HEAP_MIB}`, join(BUILT, 'worker.js'), 'replay', target, file];
  return (
    spawnSync(process.execPath, argv, { cwd: ROOT, timeout: HANG_SECONDS * 1000, killSignal: 'SIGKILL' }).status !== 0
  );
}

async function fuzz(folder, target) {
  const until = Date.now() + minutes * 60_000;
  let [runs, failures, most, from] = [0, 0, 0, seed];
  while (Date.now() < until - 1000) {
    const { told, crashed, at } = await once(folder, target, from, (until - Date.now()) / 1000);
    for (const line of told) {
      if (line.runs !== undefined) {
        runs += line.runs;
        most = Math.max(most, line.mostMiB);
      }
      if (line.failure === undefined) continue;
      failures++;
      keep(target, line.why, line.case);
    }
    if (crashed === null) continue;
    if (at !== '' && failsAlone(folder, target, at)) keep(target, crashed, JSON.parse(at));
    else console.log(`  FAILED ${crashed} (not again when its case ran alone; seed ${from})`);
    failures++;
    from += 100_003;
  }
  console.log(`${target.padEnd(9)} ${String(runs).padStart(9)} cases, ${most} MiB at most, ${failures} failed`);
  return failures;
}

await build({
  configFile: false,
  root: ROOT,
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: true,
    outDir: BUILT,
    emptyOutDir: true,
    target: 'node20',
    sourcemap: 'inline',
    minify: false,
    rolldownOptions: { input: { worker: join(ROOT, 'test/fuzz/worker.ts') } },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'murscope-fuzz-'));
let failures = 0;
try {
  console.log(`${minutes} min each, seed ${seed}`);
  for (const target of targets) failures += await fuzz(folder, target);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failures > 0 ? 1 : 0;
