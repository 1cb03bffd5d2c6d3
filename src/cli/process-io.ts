import { showName } from '../core/text/visible';
import type { CliIo } from './command';

/** Exit codes of a command that was stopped, as shells expect them: 128 and the signal's number. */
const STOPPED = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * The ends of this process as a `CliIo`. Installs its handlers: the first Ctrl-C or SIGTERM aborts the signal, the second
 * one (the first, for who reads stdin) ends at once; a closed pipe ends the process quietly.
 */
export function processIo(): { readonly io: CliIo; readonly interrupted: () => number | null } {
  const controller = new AbortController();
  let stopped: number | null = null;
  let readsInput = false;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      // Who waits for input has written what came before, and would wait on.
      if (stopped !== null || readsInput) process.exit(STOPPED[name]);
      stopped = STOPPED[name];
      controller.abort();
    });
  }
  const quietEnd = (error: NodeJS.ErrnoException) => {
    // Whoever read has seen enough: `murscope … | head` is no failure.
    if (error.code === 'EPIPE') process.exit(0);
    process.exit(2);
  };
  process.stdout.on('error', quietEnd);
  process.stderr.on('error', quietEnd);
  const io: CliIo = {
    cwd: process.cwd(),
    env: process.env,
    color: process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
    stderrIsTerminal: process.stderr.isTTY === true,
    get stdin() {
      readsInput = true;
      return process.stdin;
    },
    signal: controller.signal,
    // Waits for the chunk to be taken, so that a slow reader holds the program back; an error ends it above.
    write: (chunk) =>
      new Promise((taken) => {
        process.stdout.write(chunk, () => taken());
      }),
    complain: (line) => {
      process.stderr.write(`murscope: ${showName(line)}\n`);
    },
  };
  return { io, interrupted: () => stopped };
}
