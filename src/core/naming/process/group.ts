import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Signals every process of a group. A group that is gone takes it in silence. */
export function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (process.platform === 'win32') {
    // There are no groups: the tree below the runner goes, by force at once.
    spawn('taskkill', ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on('error', () => {});
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // ESRCH: nobody is left. EPERM: what is left changed its user and is out of our reach.
  }
}

/**
 * Whether any process of a group is left that is not a zombie. Cheap where nobody is left, which is the rule; else Linux
 * is asked process by process, because a zombie that nobody reaps still answers a signal.
 */
export function isGroupAlive(pid: number): boolean {
  if (process.platform === 'win32') return false;
  try {
    process.kill(-pid, 0);
  } catch {
    return false;
  }
  return process.platform === 'linux' ? hasLivingMember(pid) : true;
}

function hasLivingMember(group: number): boolean {
  let entries: string[];
  try {
    entries = readdirSync('/proc');
  } catch {
    return true;
  }
  return entries.some((entry) => /^[0-9]+$/.test(entry) && isLivingMember(entry, group));
}

function isLivingMember(pid: string, group: number): boolean {
  try {
    // `pid (name) state ppid pgrp …`; the name may hold anything, so what counts begins after its last parenthesis.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state, , pgrp] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(pgrp) === group && state !== 'Z' && state !== 'X';
  } catch {
    return false;
  }
}
