import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot, root } from './paths.mjs';

const STAMP = inRoot('out/.built');
const INPUTS = [
  'src',
  'package.json',
  'package-lock.json',
  'electron.vite.config.ts',
  'cli.vite.config.ts',
  'tsconfig.base.json',
];

/** Newest change (ms) among a file or everything below a folder. */
export function newestChange(path) {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestChange(join(path, name))), mtimeMs);
}

/** Whether `out/` is older than what it is made of. */
export function buildIsStale() {
  if (!existsSync(STAMP)) return true;
  const built = statSync(STAMP).mtimeMs;
  return INPUTS.map((name) => inRoot(name)).some((path) => existsSync(path) && newestChange(path) > built);
}

/** Builds everything. Returns whether that went well; the tools' words are shown where it did not. */
export function build({ quiet = false } = {}) {
  const started = Date.now();
  const ran = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: quiet ? 'pipe' : 'inherit',
    encoding: 'utf8',
  });
  if (ran.status === 0) writeFileSync(STAMP, new Date(started).toISOString());
  else if (quiet) process.stderr.write(`${ran.stdout}${ran.stderr}`);
  return ran.status === 0;
}

/** Builds where that is needed; throws where it fails. `MURSCOPE_NO_BUILD=1` takes what there is. */
export function ensureBuilt() {
  if (process.env.MURSCOPE_NO_BUILD || !buildIsStale()) return;
  console.log('Building …');
  if (!build({ quiet: true })) throw new Error('The build failed; what it said is above.');
}
