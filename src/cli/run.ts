import { Command, CommanderError } from 'commander';
import { nearest } from '../core/text/nearest';
import { failure } from '../shared/result';
import { type CliIo, type ExitCode, type FormOptions, type OutputForm, type RunCommand, UsageError } from './command';
import { programHelp } from './help';
import { COMMANDS, type CommandRow, OPEN } from './table';
import { VERSION } from './version';

/** What a command line asks for, found without loading any command. */
type Asked =
  | { readonly kind: 'help'; readonly group: string | null }
  | { readonly kind: 'version' }
  | { readonly kind: 'command'; readonly row: CommandRow; readonly rest: readonly string[] }
  | { readonly kind: 'unknown'; readonly word: string; readonly group: string };

const isHelp = (word: string | undefined) => word === '--help' || word === '-h';

function asked(argv: readonly string[], rows: readonly CommandRow[]): Asked {
  const [first, second] = argv;
  if (first === 'help' && rows.every((row) => row.name !== 'help')) return asked([...argv.slice(1), '--help'], rows);
  if (isHelp(first)) return { kind: 'help', group: null };
  if (first === '--version' || first === '-V') return { kind: 'version' };
  const single = rows.find((row) => row.name === first);
  if (single) return { kind: 'command', row: single, rest: argv.slice(1) };
  const inGroup = rows.filter((row) => row.name.startsWith(`${first} `));
  if (first === undefined || inGroup.length === 0) return { kind: 'command', row: OPEN, rest: argv };
  if (second === undefined || isHelp(second)) return { kind: 'help', group: first };
  const row = inGroup.find((candidate) => candidate.name === `${first} ${second}`);
  return row ? { kind: 'command', row, rest: argv.slice(2) } : { kind: 'unknown', word: second, group: first };
}

/**
 * Runs one command line to its exit code. Nothing is thrown: wrong usage is one line on stderr and 2, whatever a command
 * throws besides is said on one line too.
 * @param argv the words after the program's name
 */
export async function runCli(
  argv: readonly string[],
  io: CliIo,
  rows: readonly CommandRow[] = COMMANDS,
): Promise<ExitCode> {
  const wanted = asked(argv, rows);
  if (wanted.kind === 'version') {
    await io.write(`${VERSION}\n`);
    return 0;
  }
  if (wanted.kind === 'help') {
    await io.write(programHelp(rows, wanted.group));
    return 0;
  }
  if (wanted.kind === 'unknown') {
    const names = rows.filter((row) => row.name.startsWith(`${wanted.group} `)).map((row) => row.name);
    io.complain(unknownCommand(`${wanted.group} ${wanted.word}`, names));
    return 2;
  }
  return runCommand(wanted.row, wanted.rest, io);
}

/** One line for a word that is no command, with the one that was probably meant. */
export function unknownCommand(word: string, names: readonly string[], what = 'command'): string {
  const meant = nearest(word, names);
  return `there is no ${what} '${word}'; ${meant === null ? 'murscope --help lists the commands' : `did you mean ${meant}?`}`;
}

async function runCommand(row: CommandRow, rest: readonly string[], io: CliIo): Promise<ExitCode> {
  let exit: ExitCode = 0;
  const said = { out: '', err: '' };
  const program = new Command('murscope').exitOverride().configureOutput({
    writeOut: (text) => {
      said.out += text;
    },
    writeErr: (text) => {
      said.err += text;
    },
    outputError: () => {},
  });
  const words = row === OPEN ? [] : row.name.split(' ');
  const parent = words.length > 1 && words[0] !== undefined ? program.command(words[0]) : program;
  const run: RunCommand = async (action, options) => {
    const code = await action(io, formOf(options));
    if (code > exit) exit = code;
  };
  try {
    const { register } = await row.load();
    register(parent, run);
    await program.parseAsync([...words, ...rest], { from: 'user' });
  } catch (error) {
    return finish(error, row, said, io);
  }
  if (said.out !== '') await io.write(said.out);
  return exit;
}

function formOf(options: FormOptions): OutputForm {
  if (options.json && options.jsonl)
    throw new UsageError(failure(null, '--json and --jsonl cannot be used together', 'Use one of them.'));
  return options.jsonl ? 'jsonl' : options.json ? 'json' : 'text';
}

/** What ends a command early: help, wrong usage, or a bug. */
async function finish(
  error: unknown,
  row: CommandRow,
  said: { out: string; err: string },
  io: CliIo,
): Promise<ExitCode> {
  if (error instanceof UsageError) {
    const { message, hint } = error.failure;
    io.complain(hint === undefined ? message : `${message}. ${hint}`);
    return 2;
  }
  if (!(error instanceof CommanderError)) {
    io.complain(`stopped by an error in murscope itself: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  }
  if (error.exitCode === 0 || error.code === 'commander.help') {
    await io.write(said.out + said.err);
    return 0;
  }
  const what = error.message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ');
  io.complain(`${what}; see murscope ${row === OPEN ? '' : `${row.name} `}--help`);
  return 2;
}
