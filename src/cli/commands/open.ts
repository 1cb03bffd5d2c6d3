import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { failure } from '../../shared/result';
import { packagePath } from '../base';
import { type CliIo, type ExitCode, type FormOptions, type Register, UsageError } from '../command';
import { fromCwd } from '../inputs';
import { unknownCommand } from '../run';
import { COMMANDS } from '../table';

/** How the window is started: a program and what stands before the paths. */
export interface Starter {
  readonly program: string;
  readonly before: readonly string[];
}

/** The program without a command's name; its help is the program's own. */
export const register: Register = (program, run) => {
  program
    .argument('[PATH...]')
    .action((paths: string[], options: FormOptions) => run((io) => open(io, paths), options));
};

async function open(io: CliIo, given: readonly string[]): Promise<ExitCode> {
  const [first] = given;
  const paths = await Promise.all(given.map((path) => located(io, path)));
  const absent = given.find((_, index) => !existsSync(paths[index] ?? ''));
  if (absent !== undefined) {
    // A single plain word was more likely meant as a command.
    const names = COMMANDS.flatMap((row) => [row.name, row.name.split(' ')[0] ?? '']);
    io.complain(
      absent === first && /^[a-z-]+$/.test(absent)
        ? unknownCommand(absent, names, 'command or file')
        : `${absent}: there is no such file or folder; see murscope --help`,
    );
    return 2;
  }
  const starter = findStarter(programRoot());
  if (starter === null)
    throw new UsageError(
      failure(
        null,
        'the desktop program is not here',
        'Run npm start in a checkout, or use murscope inspect, which needs no window',
      ),
    );
  return start(
    starter,
    paths.map((path) => resolve(io.cwd, path)),
    io,
  );
}

/** Where a path is, or the installed package that it names. */
async function located(io: CliIo, given: string): Promise<string> {
  const path = await packagePath(io, given);
  return path.ok ? path.value : fromCwd(io, given);
}

/** The folder that holds `out/cli`, where this file runs as a chunk of it. */
function programRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (basename(folder) !== 'out' && dirname(folder) !== folder) folder = dirname(folder);
  return dirname(folder);
}

/** What starts the window from a program's folder: the checkout's script, or the packaged program around it. */
export function findStarter(root: string): Starter | null {
  const script = join(root, 'scripts', 'start.mjs');
  if (existsSync(script) && existsSync(join(root, 'node_modules', 'electron')))
    return { program: process.execPath, before: [script] };
  const packaged = ['murscope', 'Murscope', 'Murscope.exe'].map((name) => join(root, '..', '..', name));
  const found = basename(dirname(root)) === 'resources' ? packaged.find((path) => existsSync(path)) : undefined;
  return found === undefined ? null : { program: found, before: ['--'] };
}

function start(starter: Starter, paths: readonly string[], io: CliIo): Promise<ExitCode> {
  const child = spawn(starter.program, [...starter.before, ...paths], { stdio: 'inherit', cwd: io.cwd });
  const stop = () => child.kill(constants.signals.SIGTERM);
  io.signal.addEventListener('abort', stop, { once: true });
  return new Promise<ExitCode>((done) => {
    child.once('error', (error) => {
      io.complain(`the window could not be started: ${error.message}`);
      done(2);
    });
    child.once('exit', (code) => done(code === 0 || io.signal.aborted ? 0 : code === 1 ? 1 : 2));
  }).finally(() => io.signal.removeEventListener('abort', stop));
}
