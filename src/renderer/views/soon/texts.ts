/** What views will do that are not built yet, and the way there is today. */
export const soonTexts = {
  status: 'Not in this version yet.',
  meanwhile: 'On the command line today:',
  opened: (name: string) => `${name} was recognised; this view will show it once it is built.`,
  copy: 'command',
} as const;

export interface SoonText {
  readonly title: string;
  readonly what: string;
  readonly commands: readonly string[];
}

export const soonViews = {
  registry: {
    title: 'Registry',
    what: 'Every package that is installed on this machine and in this project, in one table: versions, sizes, digests checked on demand, damaged ones named.',
    commands: ['murscope store list --all', 'murscope store verify'],
  },
  project: {
    title: 'Project',
    what: 'A project folder beside what its murmur.yaml means: artifacts against the stores and the lock, manifest files found or missing, config sizes, grants.',
    commands: ['murscope files path/to/project', 'murscope config path/to/project'],
  },
  skills: {
    title: 'Skills',
    what: 'Skill folders with a verdict for each Murmur, for the open Agent Skills format and for the clients, with findings at their line, live while you edit.',
    commands: ['murscope skill check path/to/skills'],
  },
} as const satisfies Record<string, SoonText>;
