import { Command, type Option } from 'commander';
import { examplesOf } from '../../src/cli/help';
import { COMMANDS, type CommandRow } from '../../src/cli/table';
import { GENERATED, type Page, plainText } from './page';

/** A command as it registers itself, without running anything. */
export async function commandOf(row: CommandRow): Promise<Command> {
  const words = row.name.split(' ');
  const program = new Command('murscope');
  const parent = words.length > 1 && words[0] !== undefined ? program.command(words[0]) : program;
  (await row.load()).register(parent, async () => {});
  const found = parent.commands.find((command) => command.name() === words.at(-1));
  if (found === undefined) throw new Error(`${row.name} does not register itself`);
  return found;
}

/** What a flag is for, and what it is without being given. */
export const optionText = ({ description, defaultValue }: Option): string =>
  typeof defaultValue === 'string' ? `${description} (default: ${defaultValue})` : description;

/** docs/command-line.md: every command with its arguments, flags and examples. */
export async function commandLinePage(schemas: ReadonlyMap<string, string>): Promise<Page> {
  const sections: string[] = [];
  for (const row of COMMANDS) sections.push(section(row, await commandOf(row), schemas.get(row.name)));
  const list = COMMANDS.map(({ name, summary }) => `- [\`${name}\`](#${anchor(name)}): ${plainText(summary)}`).join(
    '\n',
  );
  return { path: 'command-line.md', text: `${[HEAD, list, ...sections].join('\n\n')}\n` };
}

const anchor = (name: string) => `murscope-${name.replace(' ', '-')}`;

const HEAD = `# The command line

${GENERATED}

\`murscope [PATH…]\` opens the window on PATH. Every other use names a command:

- Text for people by default; colours only on a terminal, and none with \`NO_COLOR\`.
- \`--json\`: commands that take several inputs write an array, the others one object. \`--jsonl\`: one object a line, in
  input order, written as it goes. JSON goes to stdout also for failures; a bad input never stops the others.
- Errors in JSON are \`{code, message, hint?}\`; \`code\` is null where Murmur has none. An input that is missing or cannot
  be read has \`ok: false\` beside it.
- Where a package is asked for, \`scope/name@version\` means an installed one: the project's store, then the global one.

| exit code | means |
| --- | --- |
| 0 | fine |
| 1 | a finding of severity error, a refusal, a row not found, a failed block, a difference in \`diff\` |
| 2 | wrong usage, or an input that is missing or cannot be read |

The highest over all inputs counts.`;

function section(row: CommandRow, command: Command, schema: string | undefined): string {
  const args = command.registeredArguments.filter((argument) => argument.description !== '');
  const flags = [
    ...args.map((argument) => [argument.name().toUpperCase(), argument.description]),
    ...command.options.map((option) => [option.flags, optionText(option)]),
  ].map(([spelled, said]) => `| \`${(spelled ?? '').replaceAll('|', '\\|')}\` | ${plainText(said ?? '')} |`);
  const examples = examplesOf(command).map(
    ([line, purpose, exit = 0]) => `# ${purpose}${exit === 0 ? '' : ` (exit code ${exit} here)`}\n${line}`,
  );
  return [
    `## murscope ${row.name}`,
    `\`murscope ${row.name} ${row.usage}`.trimEnd().concat('`'),
    plainText(command.description()),
    ...(flags.length === 0 ? [] : [`| argument or flag | |\n| --- | --- |\n${flags.join('\n')}`]),
    ...(schema === undefined ? [] : [`JSON: [schemas/${schema}](schemas/${schema})`]),
    `\`\`\`sh\n${examples.join('\n\n')}\n\`\`\``,
  ].join('\n\n');
}
