import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** The number of a local X display (`:0`, `unix:1.0`), or null for a remote one. */
export function localDisplay(display) {
  const match = /^(?:unix)?:(\d+)(?:\.\d+)?$/.exec(display);
  return match ? Number(match[1]) : null;
}

/** Whether a window can be shown. A `DISPLAY` that containers inherit without its socket is none. */
export function hasDisplay(env = process.env) {
  if (process.platform !== 'linux') return true;
  if (env.WAYLAND_DISPLAY) return true;
  if (!env.DISPLAY) return false;
  const number = localDisplay(env.DISPLAY);
  return number === null || socketOf(number);
}

function socketOf(number) {
  const path = `/tmp/.X11-unix/X${number}`;
  if (existsSync(path)) return true;
  try {
    return readFileSync('/proc/net/unix', 'utf8').includes(`@${path}`);
  } catch {
    return false;
  }
}

/** What else Chromium must be told about the display it has. */
export function displaySwitches(env = process.env) {
  return env.WAYLAND_DISPLAY && !env.DISPLAY ? ['--ozone-platform=wayland'] : [];
}

/** Starts an invisible display of its own number. Returns `{display, stop}`. */
export async function startXvfb({ width = 1600, height = 1000 } = {}) {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints += chunk;
  });
  const number = await new Promise((resolve, reject) => {
    let text = '';
    child.stdio[3].on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(text.trim());
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}: ${complaints.trim()}`)));
  });
  const stop = () =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill();
    });
  return { display: `:${number}`, stop };
}

/** Runs `work` with an environment that has a display: the present one, or an Xvfb that ends with it. */
export async function withDisplay(work, env = process.env) {
  if (hasDisplay(env)) return work(env);
  const { display, stop } = await startXvfb();
  const { WAYLAND_DISPLAY: _, ...rest } = env;
  try {
    return await work({ ...rest, DISPLAY: display });
  } finally {
    await stop();
  }
}
