// What the cases share: the core built for plain Node, whole processes timed with their memory, turns taken in pairs.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
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

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/**
 * Runs several commands in turns, A B C A B C, so that all meet the same machine; gives the middle time and memory and
 * the last output of each.
 */
export async function inTurns(turns, commands) {
  const results = new Map(Object.keys(commands).map((name) => [name, []]));
  for (let turn = 0; turn < turns; turn++) {
    for (const [name, command] of Object.entries(commands))
      results.get(name).push(await measure(command, { exits: [0, 1] }));
  }
  return Object.fromEntries(
    [...results].map(([name, all]) => [
      name,
      { ms: median(all.map((one) => one.ms)), peak: median(all.map((one) => one.peak)), output: all.at(-1).output },
    ]),
  );
}

export const readText = (path) => readFileSync(path, 'utf8');
