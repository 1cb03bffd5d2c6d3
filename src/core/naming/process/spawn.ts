import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { showName } from '../../text/visible';
import { isGroupAlive, signalGroup } from './group';
import type { Processes, ProcessListener, RunningProcess, StartOrder } from './port';
import { hold } from './sweep';

/** Real processes: argv only, never a shell, each in a group of its own. */
export const systemProcesses: Processes = {
  start(order, told) {
    const [program, ...rest] = order.argv;
    if (program === undefined) {
      told.notStarted('empty command');
      return;
    }
    let child: ChildProcess;
    try {
      child = spawn(program, rest, {
        cwd: order.cwd,
        stdio: 'pipe',
        detached: process.platform !== 'win32',
        windowsHide: true,
        shell: false,
      });
    } catch (error) {
      told.notStarted(startFailure(error, order));
      return;
    }
    // A failed start still has pipes; what goes wrong with them is told by the exit.
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.on('error', () => {});
    const { pid } = child;
    if (pid === undefined) {
      child.once('error', (error) => told.notStarted(startFailure(error, order)));
      return;
    }
    child.on('error', () => {});
    told.started(running(child, pid));
    listen(child, told);
    give(child, order.stdin);
  },
};

function running(child: ChildProcess, pid: number): RunningProcess {
  const letGo = hold(() => signalGroup(pid, 'SIGKILL'));
  return {
    pid,
    signal: (signal) => signalGroup(pid, signal),
    isGroupAlive: () => isGroupAlive(pid),
    closePipes() {
      for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.destroy();
    },
    release: letGo,
  };
}

function listen(child: ChildProcess, told: ProcessListener): void {
  child.stdout?.on('data', (bytes: Uint8Array) => told.stdout(bytes));
  child.stderr?.on('data', (bytes: Uint8Array) => told.stderr(bytes));
  child.once('exit', (code, signal) => told.exited(code, signal));
  child.once('close', () => told.pipesClosed());
}

/** The packet and its newline, then the end. A runner that does not read, or closes stdin, is no error. */
function give(child: ChildProcess, packet: Uint8Array): void {
  child.stdin?.cork();
  child.stdin?.write(packet);
  child.stdin?.end('\n');
}

/** Why a program did not start, in words; Node alone says ENOENT for a missing folder and for a missing program. */
function startFailure(error: unknown, order: StartOrder): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const program = showName(order.argv[0] ?? '');
  if (!isFolder(order.cwd)) return `the working folder '${showName(order.cwd)}' is not there`;
  const words = START_FAILURES.get(code);
  if (words) return words(program);
  return error instanceof Error ? `${program}: ${error.message}` : String(error);
}

const START_FAILURES: ReadonlyMap<string, (program: string) => string> = new Map<string, (program: string) => string>([
  ['ENOENT', (program) => `there is no program '${program}' (No such file or directory)`],
  ['ENOTDIR', (program) => `there is no program '${program}' (No such file or directory)`],
  ['EACCES', (program) => `'${program}' may not be run (Permission denied)`],
  ['ENOEXEC', (program) => `'${program}' is no program this system can run (Exec format error)`],
  ['E2BIG', (program) => `the arguments of '${program}' are too long (Argument list too long)`],
  ['EAGAIN', () => 'the system has no room for another process (Resource temporarily unavailable)'],
  ['EMFILE', () => 'too many files are open (Too many open files)'],
  ['ENOMEM', () => 'the system has no memory for another process (Cannot allocate memory)'],
  ['ERR_INVALID_ARG_VALUE', (program) => `an argument of '${program}' holds a NUL character`],
]);

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
