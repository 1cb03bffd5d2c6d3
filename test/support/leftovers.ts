import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { heldCount } from '../../src/core/naming/process/sweep';

/** For tests with real processes: finds every process and file that came of a test. */
export interface Watch {
  /** A folder for the test's own files. */
  readonly room: string;
  /** What packet folders are made in. */
  readonly temp: string;
  /** Environment for a program of its own, so that its processes and files are seen too. */
  readonly env: Readonly<Record<string, string>>;
  /** Command lines of living processes (a zombie is none) that were started since the watch began, by pid. */
  processes(): Map<number, string>;
  /** What is left: processes, packet folders, held things. Empty when nothing is. */
  left(): string[];
  /** Ends what is left and removes the watch's folders. */
  end(): void;
}

/** Marks every process started from here on, through the environment it inherits. */
export function watch(): Watch {
  const base = mkdtempSync(join(tmpdir(), 'murscope-watch-'));
  const room = mkdtempSync(join(base, 'room-'));
  const temp = mkdtempSync(join(base, 'temp-'));
  const before = process.env.TMPDIR;
  process.env.TMPDIR = temp;
  process.env.MURSCOPE_WATCH = base;
  const processes = () => new Map(living(`MURSCOPE_WATCH=${base}\0`));
  return {
    room,
    temp,
    env: { TMPDIR: temp, MURSCOPE_WATCH: base },
    processes,
    left: () => [
      ...[...processes()].map(([pid, command]) => `process ${pid}: ${command}`),
      ...readdirSync(temp).map((name) => `folder ${name}`),
      ...(heldCount() > 0 ? [`${heldCount()} things are held`] : []),
    ],
    end() {
      for (const pid of processes().keys()) endProcess(pid);
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      delete process.env.MURSCOPE_WATCH;
      rmSync(base, { recursive: true, force: true });
    },
  };
}

/**
 * A watch of its own for each test of a file or block; each ends with: nothing is left. The answer is always the watch of
 * the test that runs.
 */
export function watchEach(): Omit<Watch, 'end'> {
  let here: Watch | null = null;
  const now = (): Watch => {
    if (!here) throw new Error('there is a watch only while a test runs');
    return here;
  };
  beforeEach(() => {
    here = watch();
  });
  afterEach(() => {
    try {
      expect(now().left()).toEqual([]);
    } finally {
      now().end();
    }
  });
  return {
    get room() {
      return now().room;
    },
    get temp() {
      return now().temp;
    },
    get env() {
      return now().env;
    },
    processes: () => now().processes(),
    left: () => now().left(),
  };
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}

function* living(mark: string): Generator<[number, string]> {
  for (const entry of readdirSync('/proc')) {
    if (!/^[0-9]+$/.test(entry)) continue;
    try {
      if (!`${readFileSync(`/proc/${entry}/environ`, 'latin1')}\0`.includes(mark)) continue;
      const stat = readFileSync(`/proc/${entry}/stat`, 'latin1');
      if (stat.charAt(stat.lastIndexOf(')') + 2) === 'Z') continue;
      yield [Number(entry), readFileSync(`/proc/${entry}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()];
    } catch {
      // It ended while it was looked at.
    }
  }
}

/** Waits until a condition holds; fails with what it was waiting for after `limitMs`. */
export async function until(what: string, holds: () => boolean, limitMs = 20_000): Promise<void> {
  const end = Date.now() + limitMs;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`waited ${limitMs} ms in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
