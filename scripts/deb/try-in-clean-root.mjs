// node scripts/deb/try-in-clean-root.mjs FILE.deb [--root DIR] [--picture FILE.png]
// Installs the package in a Debian of its own, uses it as a person would, removes it, and compares what is left.
// Needs root and debootstrap, so it is no part of npm test. `--root` is an unpacked Debian to copy, which saves minutes.
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { inRoot } from '../lib/paths.mjs';
import { IN_ROOT_AS_ROOT, left, STEPS } from './clean-root-steps.mjs';

const SUITE = 'bookworm';

function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { root: { type: 'string' }, picture: { type: 'string' } },
  });
  const deb = positionals[0];
  if (deb === undefined || !existsSync(deb)) throw new Error('Which package? npm run deb makes one in dist/.');
  if (process.getuid?.() !== 0) throw new Error('A system of its own is made by root only.');
  if (values.root === undefined && spawnSync('debootstrap', ['--version']).error)
    throw new Error('debootstrap is missing: apt-get install debootstrap');
  const root = mkdtempSync(join(tmpdir(), 'murscope-clean-root-'));
  try {
    layOut(root, values.root);
    cpSync(deb, join(root, 'tmp/murscope.deb'));
    copyFileSync(inRoot('resources/samples/good-capsule-1.2.0.mur.zip'), join(root, 'tmp/sample.mur.zip'));
    const failed = tryIt(root);
    const picture = join(root, 'tmp/window.png');
    if (values.picture && existsSync(picture)) copyFileSync(picture, resolve(values.picture));
    if (failed > 0) throw new Error(`${failed} of ${STEPS.length + 1} failed`);
    console.log(`${STEPS.length + 1} passed, 0 failed`);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function layOut(root, base) {
  const made = base
    ? spawnSync('cp', ['-a', `${base}/.`, root], { stdio: 'inherit' })
    : spawnSync('debootstrap', ['--variant=minbase', '--include=ca-certificates', SUITE, root], { stdio: 'inherit' });
  if (made.status !== 0) throw new Error('the clean root could not be made');
  // Where packages come from is the machine's own affair.
  for (const path of ['etc/apt/sources.list.d', 'etc/apt/apt.conf.d', 'etc/resolv.conf', 'etc/hosts'])
    if (existsSync(`/${path}`)) cpSync(`/${path}`, join(root, path), { recursive: true, dereference: true });
  writeFileSync(join(root, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
}

/** Runs every step; how many failed. */
function tryIt(root) {
  let failed = 0;
  for (const { name, user, script, expect } of STEPS) {
    const { status, stdout, stderr } = inside(root, user, script);
    const well = status === 0 && (expect === undefined || expect.test(stdout));
    if (!well) failed += 1;
    console.log(`${well ? 'ok    ' : 'FAILED'} ${name}${well ? '' : `\n${stdout}\n${stderr}`}`);
  }
  const rest = left(join(root, 'root/before'), join(root, 'root/after'));
  console.log(rest.length === 0 ? 'ok     removing it leaves nothing' : `FAILED it leaves:\n${rest.join('\n')}`);
  return rest.length === 0 ? failed : failed + 1;
}

/** A shell in the root. Its mounts and its processes end with it. */
function inside(root, user, script) {
  const home = user === 'root' ? '/root' : '/home/tester';
  const as = user === 'root' ? [] : ['setpriv', '--reuid=1000', '--regid=1000', '--clear-groups'];
  const enter = ['env', '-i', `HOME=${home}`, ...IN_ROOT_AS_ROOT, ...as, 'bash', '-euo', 'pipefail', '-c', script];
  const mounts = `mount --make-rprivate / && mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" \
    && cd "$0" && exec chroot "$0" "$@"`;
  const apart = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', mounts, root, ...enter];
  return spawnSync('unshare', apart, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

try {
  main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
