import type { Command } from 'commander';
import type { ExitCode } from './command';
import { type CommandRow, OPEN } from './table';

/** The help of the program, or of a group of commands, made from the table alone so that nothing is loaded for it. */
export function programHelp(rows: readonly CommandRow[], group: string | null): string {
  const shown = group === null ? rows : rows.filter((row) => row.name.startsWith(`${group} `));
  const left = shown.map((row) => `${row.name} ${row.usage}`.trimEnd());
  const width = Math.max(...left.map((text) => text.length));
  const lines = shown.map((row, index) => `  ${(left[index] ?? '').padEnd(width)}  ${row.summary}`);
  if (group !== null) return `Usage: murscope ${group} <command>\n\nCommands:\n${lines.join('\n')}\n\n${FOOT}`;
  return `Usage: murscope ${OPEN.usage}
       murscope <command> …

Says what Murmur would do with a package, without running anything from it.
Without a command it ${OPEN.summary} on PATH: a package, a project, skills, a naming run, stores.

Commands:
${lines.join('\n')}

Options:
  -V, --version  the version
  -h, --help     this help

${FOOT}`;
}

const FOOT = `murscope <command> --help has the options and examples of each command.
Exit code: 0 fine, 1 something is refused, broken or missing, 2 wrong usage or an input that cannot be read.
`;

/** A command line, what it is for, and its exit code on what it is tried on (0 unless given). */
export type Example = readonly [line: string, purpose: string, exit?: ExitCode];

const EXAMPLES = new WeakMap<Command, readonly Example[]>();

/** The examples of a command, for the documentation and the test that runs them. */
export function examplesOf(command: Command): readonly Example[] {
  return EXAMPLES.get(command) ?? [];
}

/** Adds a command's examples to its help. */
export function withExamples(command: Command, examples: readonly Example[]): Command {
  EXAMPLES.set(command, examples);
  const lines = examples.map(([line, purpose]) => `  ${line}\n      ${purpose}`);
  return command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}

/** The options of a command that answers as text, JSON or lines of JSON. */
export function withForms(command: Command, several: boolean): Command {
  return command
    .option('--json', several ? 'JSON: one array of answers' : 'JSON: one object')
    .option('--jsonl', 'JSON: one object a line, as it goes');
}
