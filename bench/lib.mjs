// What the cases share: the core built for plain Node, whole processes timed with their memory, turns taken in pairs.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { build } from 'vite';

export const ROOT = resolve(import.meta.dirname, '..');
export const CLI = join(ROOT, 'out/cli/murscope.js');

/** Runs with a temporary folder that is gone afterwards. */
export async function withFolder(run) {
  const folder = mkdtempSync(join(tmpdir(), 'murscope-bench-'));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds modules of the core (name to path under src/core) as the command line has them: `<folder>/<name>.js`. */
export async function buildCore(folder, modules) {
  const input = Object.fromEntries(Object.entries(modules).map(([name, path]) => [name, join(ROOT, 'src/core', path)]));
  const options = { ssr: true, outDir: folder, target: 'node18', rolldownOptions: { input } };
  await build({ configFile: false, root: ROOT, logLevel: 'silent', publicDir: false, build: options });
}

/** Writes a module into a folder and gives the command that runs it with these arguments. */
export function script(folder, name, source, ...argv) {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, source);
  return [process.execPath, path, ...argv];
}

/** The built command line with these arguments; throws where it is not built. */
export function murscope(...argv) {
  if (!existsSync(CLI)) throw new Error('out/cli/murscope.js is not there: npm run build makes it');
  return [process.execPath, CLI, ...argv];
}

/** Runs a whole process: its output, milliseconds from start to exit, and its most memory in MiB. */
export function measure(command, { exits = [0] } = {}) {
  const counted = existsSync('/usr/bin/time');
  const marker = 'peak-kib=';
  const argv = counted ? ['/usr/bin/time', '-f', `${marker}%M`, ...command] : command;
  const began = performance.now();
  const child = spawn(argv[0], argv.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] });
  const pieces = [];
  let errors = '';
  child.stdout.on('data', (piece) => pieces.push(piece));
  child.stderr.on('data', (piece) => {
    errors += piece;
  });
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => {
      const ms = performance.now() - began;
      const peak = Number(new RegExp(`${marker}([0-9]+)`).exec(errors)?.[1] ?? Number.NaN) / 1024;
      if (exits.includes(code)) done({ ms, peak, output: Buffer.concat(pieces).toString('utf8') });
      else fail(new Error(`${command.join(' ')} ended with ${code}: ${errors.trim()}`));
    });
  });
}

export function percentile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

export const median = (values) => percentile(values, 0.5);

/** The middle of some values, with the least and the most of them. */
export const middle = (values) => ({ value: median(values), least: Math.min(...values), most: Math.max(...values) });

/** Whether a program that something is compared with is on this machine. */
export const isThere = (program) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

/**
 * Runs several commands in turns, A B C A B C, so that all meet the same machine; a first turn is for warming up. Gives
 * the middle times and memory and the outputs of each. A command that is null (its program is absent) is left out.
 */
export async function inTurns(turns, commands) {
  const there = Object.entries(commands).filter(([, command]) => command !== null);
  const results = new Map(there.map(([name]) => [name, []]));
  for (let turn = 0; turn <= turns; turn++) {
    for (const [name, command] of there) {
      const result = await measure(command, { exits: [0, 1] });
      if (turn > 0) results.get(name).push(result);
    }
  }
  return Object.fromEntries(
    [...results].map(([name, all]) => [
      name,
      {
        ms: middle(all.map((one) => one.ms)),
        peak: middle(all.map((one) => one.peak)),
        outputs: all.map((one) => one.output),
        output: all.at(-1).output,
      },
    ]),
  );
}

/**
 * One row of the table. `id` is what the budget knows it by; `ours` a number or a middle with its spread; `peer` what the
 * same thing costs elsewhere, from `beside`.
 */
export const figure = (id, what, unit, ours, peer = null) => ({
  id,
  what,
  unit,
  ours: typeof ours === 'number' ? { value: ours } : ours,
  peer,
});

/** What a figure is compared with; absent where it could not run here. */
export const beside = (name, result) =>
  result === undefined || result === null
    ? { name, absent: true }
    : { name, value: typeof result === 'number' ? result : result.value };

export const readText = (path) => readFileSync(path, 'utf8');
