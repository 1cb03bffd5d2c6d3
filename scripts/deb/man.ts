import { type Described, describedCommands } from './described';

/** The manual page `murscope(1)`, from the tables that `--help` and docs/command-line.md are made of. */
export async function manualPage(version: string, date: string): Promise<string> {
  const commands = await describedCommands();
  return `${[
    `.TH MURSCOPE 1 "${text(date)}" "Murscope ${text(version)}" "User Commands"`,
    '.SH NAME',
    'murscope \\- says what Murmur would do with a package, without running anything from it',
    '.SH SYNOPSIS',
    '.B murscope',
    '[\\fIPATH\\fR \\&...]',
    '.br',
    '.B murscope',
    '\\fIcommand\\fR \\&...',
    '.SH DESCRIPTION',
    'Without a command the window opens on each PATH: a package, a project, skills, a naming run, stores.',
    'Every command answers as text for people, and many as JSON with',
    '.B \\-\\-json',
    'or, one object a line,',
    '.BR \\-\\-jsonl .',
    'Where a package is asked for, scope/name@version means an installed one.',
    '.SH OPTIONS',
    ...item('\\fB\\-h\\fR, \\fB\\-\\-help\\fR', 'the commands; after a command, its options and examples'),
    ...item('\\fB\\-V\\fR, \\fB\\-\\-version\\fR', 'the version'),
    '.SH COMMANDS',
    ...commands.flatMap(section),
    '.SH EXIT STATUS',
    ...item('0', 'fine'),
    ...item('1', 'a finding of severity error, a refusal, a row not found, a failed block, a difference in diff'),
    ...item('2', 'wrong usage, or an input that is missing or cannot be read'),
    'The highest over all inputs counts.',
    '.SH ENVIRONMENT',
    ...item('NO_COLOR', 'no colours, also on a terminal'),
  ].join('\n')}\n`;
}

function section({ name, usage, about, arguments: given, options, examples }: Described): string[] {
  const described = given.filter(([, said]) => said !== '');
  return [
    `.SS "murscope ${text(`${name} ${usage}`.trimEnd())}"`,
    text(about),
    ...described.flatMap(([argument, said]) => item(`\\fI${text(argument)}\\fR`, text(said))),
    ...options.flatMap(({ spelled, value, about: said }) =>
      item(
        `${spelled.map((flag) => `\\fB${text(flag)}\\fR`).join(', ')}${value === '' ? '' : ` \\fI${text(value)}\\fR`}`,
        text(said),
      ),
    ),
    ...(examples.length === 0 ? [] : ['.PP', 'Examples:']),
    ...examples.flatMap(([line, purpose]) => item(`\\fB${text(line)}\\fR`, text(purpose))),
  ];
}

const item = (term: string, said: string) => ['.TP', term, said];

/** Plain words as roff takes them: no escape, no request at a line's start, hyphens that can be copied. */
function text(words: string): string {
  const line = words
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('…', '\\&...')
    .replaceAll("'", '\\(aq')
    .replaceAll('"', '\\(dq')
    .replace(/\s+/g, ' ');
  return /^[.']/.test(line) ? `\\&${line}` : line;
}
