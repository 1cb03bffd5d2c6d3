import type { Register } from './command';

/** One command: loaded only when it is the one asked for, so that each starts quickly. */
export interface CommandRow {
  /** One word, or two for a command below another: `skill check`. */
  readonly name: string;
  /** What follows the name in a usage line; empty where nothing must. */
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
    name: 'skill check',
    usage: 'PATH…',
    summary: 'whether skills load: in Murmur, by the public format, in other clients',
    load: () => import('./commands/skill-check'),
  },
  {
    name: 'skill source',
    usage: 'BASE SOURCE…',
    summary: 'what a local-source skill installs',
    load: () => import('./commands/skill-source'),
  },
  {
    name: 'skill pack',
    usage: 'FOLDER -o FILE',
    summary: 'a skill folder as a package',
    load: () => import('./commands/skill-pack'),
  },
  {
    name: 'store list',
    usage: '',
    summary: 'the packages that are installed',
    load: () => import('./commands/store'),
  },
  {
    name: 'store verify',
    usage: '',
    summary: 'every installed package against its digest',
    load: () => import('./commands/store'),
  },
  {
    name: 'diff',
    usage: 'A B',
    summary: 'what differs between two packages',
    load: () => import('./commands/diff'),
  },
  {
    name: 'explain',
    usage: 'ID…',
    summary: 'what a finding means and what to do about it',
    load: () => import('./commands/explain'),
  },
  {
    name: 'runners',
    usage: 'FILE…',
    summary: 'the runners of a runners.toml',
    load: () => import('./commands/runners'),
  },
  {
    name: 'name',
    usage: '--runners FILE --blocks FILE|DIR',
    summary: 'gives names to code blocks with a local runner',
    load: () => import('./commands/name'),
  },
  {
    name: 'naming-line',
    usage: '',
    summary: 'what a line of a runner means',
    load: () => import('./commands/naming-line'),
  },
  {
    name: 'serve',
    usage: '--runners FILE --secret-file FILE',
    summary: 'the /name endpoint on loopback',
    load: () => import('./commands/serve'),
  },
];

/** What `murscope [PATH…]` does without a command's name. */
export const OPEN: CommandRow = {
  name: 'open',
  usage: '[PATH…]',
  summary: 'opens the window',
  load: () => import('./commands/open'),
};
