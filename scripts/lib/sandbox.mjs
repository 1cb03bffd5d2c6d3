import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runtimeDir } from './paths.mjs';

/**
 * Whether Chromium's sandbox can start for whoever runs this: `{possible: true}` or `{possible: false, why, fix}`.
 * Root never has it. Others need user namespaces, or Chromium's helper owned by root with its set-user bit.
 */
export function sandbox() {
  if (process.platform !== 'linux') return { possible: true };
  if (process.getuid?.() === 0)
    return { possible: false, root: true, why: "root runs without Chromium's sandbox", fix: null };
  if (helperIsSetUp() || namespacesWork()) return { possible: true };
  return {
    possible: false,
    root: false,
    why: "this machine gives a normal user no user namespaces, so Chromium's sandbox cannot start",
    fix: sandboxFix(readSwitches()),
  };
}

/** The line that lets the sandbox start, after what the kernel's switches say. */
export function sandboxFix({ apparmor, clone }, helper = join(runtimeDir, 'chrome-sandbox')) {
  if (apparmor === '1') return 'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0';
  if (clone === '0') return 'sudo sysctl -w kernel.unprivileged_userns_clone=1';
  return `sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`;
}

function helperIsSetUp() {
  try {
    const { uid, mode } = statSync(join(runtimeDir, 'chrome-sandbox'));
    return uid === 0 && (mode & 0o4000) !== 0;
  } catch {
    return false;
  }
}

function namespacesWork() {
  // What Chromium itself does: a new user namespace in which a further one of processes and network is made.
  const tried = spawnSync('unshare', ['--user', '--map-root-user', '--pid', '--net', '--fork', 'true'], {
    stdio: 'ignore',
  });
  if (tried.error === undefined) return tried.status === 0;
  const { apparmor, clone, most } = readSwitches();
  return apparmor !== '1' && clone !== '0' && most !== '0';
}

function readSwitches() {
  const read = (name) => {
    try {
      return readFileSync(`/proc/sys/${name}`, 'utf8').trim();
    } catch {
      return null;
    }
  };
  return {
    apparmor: read('kernel/apparmor_restrict_unprivileged_userns'),
    clone: read('kernel/unprivileged_userns_clone'),
    most: read('user/max_user_namespaces'),
  };
}

/** Switches and environment of an Electron whose sandbox is off. */
export const withoutSandbox = { switches: ['--no-sandbox'], env: { ELECTRON_DISABLE_SANDBOX: '1' } };
