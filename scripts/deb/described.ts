import type { Command } from 'commander';
import { type Example, examplesOf } from '../../src/cli/help';
import { COMMANDS, type CommandRow } from '../../src/cli/table';
import { RULE_SETS } from '../../src/core/skill/rules';
import { commandOf, optionText } from '../docs/command-line';

/** What an argument or the value of a flag is, for whoever completes it. */
export type Takes =
  | { readonly kind: 'files'; readonly endings: readonly string[] }
  | { readonly kind: 'folders' }
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'nothing' };

export interface DescribedOption {
  /** `-o` and `--output`. */
  readonly spelled: readonly string[];
  /** `<FILE>`, or empty for a switch. */
  readonly value: string;
  readonly about: string;
  readonly takes: Takes;
}

/** A command as the manual page and the completion show it. */
export interface Described {
  readonly name: string;
  readonly usage: string;
  readonly about: string;
  readonly arguments: ReadonlyArray<readonly [name: string, about: string]>;
  readonly takes: Takes;
  readonly options: readonly DescribedOption[];
  readonly examples: readonly Example[];
}

// `zip` stands for `mur.zip` too: an ending within another would offer a file twice.
const PACKAGES: Takes = { kind: 'files', endings: ['zip', 'skill'] };
const MANIFESTS: Takes = { kind: 'files', endings: ['zip', 'skill', 'yaml', 'yml'] };
const ANY_FILE: Takes = { kind: 'files', endings: [] };
const FOLDERS: Takes = { kind: 'folders' };
const NOTHING: Takes = { kind: 'nothing' };

/** What is opened, checked or read by each command; a folder is offered beside files everywhere. */
const ARGUMENTS: Readonly<Record<string, Takes>> = {
  inspect: PACKAGES,
  cat: PACKAGES,
  resolve: MANIFESTS,
  files: MANIFESTS,
  config: MANIFESTS,
  lower: { kind: 'files', endings: ['yaml', 'yml'] },
  'skill check': { kind: 'files', endings: ['md', 'zip', 'skill'] },
  'skill source': MANIFESTS,
  'skill pack': FOLDERS,
  diff: PACKAGES,
  runners: { kind: 'files', endings: ['toml'] },
};

/** What flags take, by their name; a flag that is not here and wants a value wants free text. */
const VALUES: Readonly<Record<string, Takes>> = {
  '--rules': { kind: 'words', words: RULE_SETS },
  '--format': { kind: 'words', words: ['text', 'sarif', 'github'] },
  '--for': { kind: 'words', words: ['0.9', '0.10'] },
  '--runners': { kind: 'files', endings: ['toml'] },
  '--blocks': { kind: 'files', endings: ['json', 'jsonl'] },
  '--output': ANY_FILE,
  '--secret-file': ANY_FILE,
  '--root': FOLDERS,
  '--project': FOLDERS,
  '--cwd': FOLDERS,
};

/** Every command, in the order of the help. */
export async function describedCommands(): Promise<Described[]> {
  return Promise.all(COMMANDS.map(async (row) => described(row, await commandOf(row))));
}

function described(row: CommandRow, command: Command): Described {
  return {
    name: row.name,
    usage: row.usage,
    about: command.description(),
    arguments: command.registeredArguments.map(({ description }, index) => [
      row.usage.split(' ')[index] ?? '',
      description,
    ]),
    takes: ARGUMENTS[row.name] ?? NOTHING,
    options: command.options.map((option) => ({
      spelled: [option.short, option.long].filter((name) => name !== undefined),
      value: /[<[].*[>\]]$/.exec(option.flags)?.[0] ?? '',
      about: optionText(option),
      takes: VALUES[option.long ?? ''] ?? NOTHING,
    })),
    examples: examplesOf(command),
  };
}
