import type { z } from 'zod';
import type { Opened, Token } from '../../shared/contract/app';
import type { skillsCalls, skillsEvents } from '../../shared/contract/skills';
import type { Result } from '../../shared/result';
import type { ReaderProcess } from '../worker/reader-process';
import type { SkillJobs } from './jobs';
import type { SkillRoot } from './places';
import type { SkillChange } from './watch';

type Calls = typeof skillsCalls;
type Events = typeof skillsEvents;

/** One handler a call of the contract's skills part. */
export type SkillHandlers = {
  readonly [C in keyof Calls]: (
    args: z.output<Calls[C]['args']>,
    context: { readonly signal: AbortSignal },
  ) => Result<z.output<Calls[C]['value']>> | Promise<Result<z.output<Calls[C]['value']>>>;
};

/** A reader that has the jobs of skills. */
export type SkillReader = Pick<ReaderProcess<SkillJobs>, 'ask'>;

/** What the skills service needs of the desktop, none of it electron's own. */
export interface SkillPorts {
  /** For what people wait for, and for long work. */
  readonly front: SkillReader;
  readonly background: SkillReader;
  /** Milliseconds after which a reader is given up. */
  readonly limit: () => number;
  /** The path behind a token of skills, or of a package, whose skills are looked at then. */
  readonly pathOf: (token: Token) => { readonly path: string; readonly kind: SkillRoot['kind'] } | null;
  readonly watch: (root: SkillRoot, onChange: SkillChange) => { readonly isWatching: boolean; dispose(): void };
  readonly tell: <E extends keyof Events>(event: E, payload: z.output<Events[E]>) => void;
  readonly open: (paths: readonly string[]) => Promise<Opened[]>;
  readonly chooseFolders: () => Promise<readonly string[]>;
  readonly chooseSavePath: (path: string, kind: string, extension: string) => Promise<string | null>;
  /** Opens a file in the program that the system has for it; gives why not, or ''. */
  readonly openInEditor: (path: string) => Promise<string>;
  readonly reveal: (path: string) => void;
  /** Of this program. */
  readonly version: string;
  readonly now?: () => number;
}
