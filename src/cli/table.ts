import type { Register } from './command';

/** One command: loaded only when it is the one asked for, so that each starts quickly. */
export interface CommandRow {
  /** One word, or two for a command below another: `skill check`. */
  readonly name: string;
  /** What follows the name in a usage line. */
  readonly usage: string;
  readonly summary: string;
  readonly load: () => Promise<{ readonly register: Register }>;
}

/** Every command but opening the window, in the order of the help. A new command is one file and one row here. */
export const COMMANDS: readonly CommandRow[] = [
  {
    name: 'inspect',
    usage: 'FILE…',
    summary: 'what is in a package, whether Murmur loads it, what it is granted',
    load: () => import('./commands/inspect'),
  },
  {
    name: 'cat',
    usage: 'PACKAGE ENTRY',
    summary: "one entry's bytes",
    load: () => import('./commands/cat'),
  },
  {
    name: 'resolve',
    usage: 'BASE PATH…',
    summary: 'where a path in a manifest leads',
    load: () => import('./commands/resolve'),
  },
  {
    name: 'files',
    usage: 'BASE',
    summary: 'the files a manifest names, found or not',
    load: () => import('./commands/files'),
  },
  {
    name: 'config',
    usage: 'BASE|MANIFEST',
    summary: 'what each configured artifact receives, against the limit',
    load: () => import('./commands/config'),
  },
  {
    name: 'lower',
    usage: 'FILE…',
    summary: 'the JSON of a config: block',
    load: () => import('./commands/lower'),
  },
  {
    name: 'skill source',
    usage: 'BASE SOURCE…',
    summary: 'what a local-source skill installs',
    load: () => import('./commands/skill-source'),
  },
];

/** What `murscope [PATH…]` does without a command's name. */
export const OPEN: CommandRow = {
  name: 'open',
  usage: '[PATH…]',
  summary: 'opens the window',
  load: () => import('./commands/open'),
};
