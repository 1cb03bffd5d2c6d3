import { statSync } from 'node:fs';
import { createSecret, readSecret } from '../../core/naming/endpoint/secret';
import { NameEndpoint } from '../../core/naming/endpoint/server';
import { onHangUp } from '../../core/naming/process/sweep';
import { errorText } from '../../core/report/errors';
import { callLine } from '../../core/report/naming-text';
import { failure } from '../../shared/result';
import { writeAnswer } from '../answers';
import { type CliIo, type ExitCode, type Register, UsageError } from '../command';
import { withExamples } from '../help';
import { fromCwd } from '../inputs';
import { readRunnersInput } from './runners';

interface Options {
  readonly runners: string;
  readonly secretFile: string;
  readonly createSecret?: boolean;
  readonly cwd?: string;
  readonly port: string;
}

export const register: Register = (program, run) => {
  const command = program
    .command('serve')
    .description(
      'Serves POST /name on 127.0.0.1: pinned naming runners for callers that know the secret. The first line it prints is ' +
        'where it listens; then one line a call. Ctrl-C ends it and every runner.',
    )
    .requiredOption('--runners <FILE>', 'the runners.toml that pins the runners')
    .requiredOption('--secret-file <FILE>', '64 hex digits in a file that only its owner may read (runnerd.secret)')
    .option('--create-secret', 'make the secret file if there is none')
    .option('--cwd <DIR>', 'where runners work (default: the current folder)')
    .option('--port <N>', 'the port (default: one that is free)', '0')
    .action((options: Options) => run((io) => serve(io, options), {}));
  withExamples(command, [
    ['murscope serve --runners runners.toml --secret-file runnerd.secret --create-secret', 'with a new secret'],
    ['murscope serve --runners runners.toml --secret-file runnerd.secret --port 7070', 'on a port of your own'],
  ]);
};

async function serve(io: CliIo, options: Options): Promise<ExitCode> {
  const port = portOf(options.port);
  const cwd = options.cwd === undefined ? io.cwd : fromCwd(io, options.cwd);
  if (!isFolder(cwd))
    throw new UsageError(failure(null, `${options.cwd}: there is no such folder`, 'Give a folder with --cwd'));
  const runners = readRunnersInput(io, options.runners);
  if (!runners.ok) return writeAnswer(io, 'text', runners.error);
  const path = fromCwd(io, options.secretFile);
  const secret = options.createSecret ? createSecret(path) : readSecret(path);
  if (!secret.ok) {
    io.complain(`${options.secretFile}: ${errorText(secret.error)}`);
    return secret.error.code === 'secret-refused' ? 1 : 2;
  }
  const log = new CallLog(io);
  const listening = await NameEndpoint.listen({
    runners: runners.value,
    secret: secret.value,
    cwd,
    port,
    onCall: (call) => log.add(callLine(call)),
  });
  if (!listening.ok) {
    io.complain(errorText(listening.error));
    return 2;
  }
  const endpoint = listening.value;
  try {
    await io.write(`listening on http://127.0.0.1:${endpoint.port}\n`);
    await ended(io.signal);
  } finally {
    await endpoint.close();
  }
  return 0;
}

function portOf(spelled: string): number {
  if (/^[0-9]{1,5}$/.test(spelled) && Number(spelled) <= 65_535) return Number(spelled);
  throw new UsageError(failure(null, `--port ${spelled} is no port`, 'Give a number up to 65535, or leave it out'));
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Settles with Ctrl-C, SIGTERM or the end of the terminal. */
function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    const noHangUp = onHangUp(() => resolve());
    signal.addEventListener('abort', () => {
      noHangUp();
      resolve();
    });
  });
}

/** Writes the calls' lines one after another; where nobody reads them, later ones are left out instead of piling up. */
class CallLog {
  readonly #io: CliIo;
  #waiting = 0;
  #last: Promise<void> = Promise.resolve();
  constructor(io: CliIo) {
    this.#io = io;
  }

  add(line: string): void {
    if (this.#waiting > 1000) return;
    this.#waiting++;
    this.#last = this.#last
      .then(() => this.#io.write(line))
      .finally(() => {
        this.#waiting--;
      });
  }
}
