import { utilityProcess } from 'electron';
import type { FromReader } from './protocol';
import type { Child } from './reader-process';
import type { Role } from './reading';

/** MiB of JavaScript objects a reader may hold; beyond it the process ends and main goes on. */
const HEAP = 2048;

const NAMES: Readonly<Record<Role, string>> = {
  front: 'Murscope reader',
  background: 'Murscope background reader',
  aside: 'Murscope second reader',
};

/** Starts a reader as a process of Electron's, without a window and apart from main. `file` is the built entry. */
export function forkReader(file: string, role: Role): Child {
  const child = utilityProcess.fork(file, [role], {
    serviceName: NAMES[role],
    execArgv: [`--max-old-space-size=${HEAP}`],
  });
  return {
    post: (message) => child.postMessage(message),
    kill: () => end(child),
    onMessage: (listener) => void child.on('message', (message: FromReader) => listener(message)),
    onExit: (listener) => void child.once('exit', listener),
  };
}

/** At once, also where it is stuck: a reader has nothing to save. */
function end(child: Electron.UtilityProcess): void {
  const { pid } = child;
  child.kill();
  if (pid === undefined) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}
