import type { z } from 'zod';
import type { Machine } from '../../core/naming/process/port';
import type { Token } from '../../shared/contract/app';
import type { namingCalls, namingEvents } from '../../shared/contract/naming';
import type { BatchEvent } from '../../shared/models/naming';
import type { Result } from '../../shared/result';

type Calls = typeof namingCalls;
type Events = typeof namingEvents;
type NamingArgs<C extends keyof Calls> = z.output<Calls[C]['args']>;
type NamingValue<C extends keyof Calls> = z.output<Calls[C]['value']>;

/** One handler a call of the contract's naming part. */
export type NamingHandlers = {
  readonly [C in keyof Calls]: (
    args: NamingArgs<C>,
    context: { readonly signal: AbortSignal },
  ) => Result<NamingValue<C>> | Promise<Result<NamingValue<C>>>;
};

/** A question with two answers, of which no is the default. Texts are made visible already. */
export interface Question {
  readonly message: string;
  readonly detail: string;
  /** What the button that means yes says. */
  readonly yes: string;
}

export type Choosable = 'runners' | 'blocks-file' | 'blocks-folder' | 'work-folder' | 'secret-file';

/** What the naming service needs of the desktop, none of it electron's own. */
export interface NamingPorts {
  tell<E extends keyof Events>(event: E, payload: z.output<Events[E]>): void;
  ask(question: Question): Promise<boolean>;
  /** The system's dialog; null if the person changed their mind. */
  choosePath(what: Choosable): Promise<string | null>;
  chooseSavePath(name: string, kind: string, extension: string): Promise<string | null>;
  /** The path behind a token of kind `naming`. */
  pathOf(token: Token): string | null;
  /** Where confirmed commands are remembered, and the endpoint's secret if no other was chosen. */
  readonly userData: string;
  /** The folder of the naming sample, if it is there. */
  readonly sampleFolder: string | null;
  /** Also told of each change: for the taskbar, and for the notification at the end. */
  readonly onBatch?: (event: BatchEvent) => void;
  readonly machine?: Machine;
}
