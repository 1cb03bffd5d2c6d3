import type { z } from 'zod';
import type { Result } from '../result';
import { appCalls, appEvents } from './app';
import type { CallName, EventName } from './channels';
import { compareCalls } from './compare';
import type { Call } from './define';
import { namingCalls, namingEvents } from './naming';
import { packageCalls, packageEvents } from './package';
import { projectCalls, projectEvents } from './project';
import { registryCalls, registryEvents } from './registry';
import { searchCalls, searchEvents } from './search';
import { skillsCalls, skillsEvents } from './skills';

/**
 * The whole contract between window and main process, in one object: channel → schemas. Types are inferred from it,
 * main checks arguments with it, the preload loops over its names.
 */
export const contract = {
  calls: {
    ...appCalls,
    ...packageCalls,
    ...searchCalls,
    ...compareCalls,
    ...namingCalls,
    ...registryCalls,
    ...projectCalls,
    ...skillsCalls,
  },
  events: {
    ...appEvents,
    ...packageEvents,
    ...searchEvents,
    ...namingEvents,
    ...registryEvents,
    ...projectEvents,
    ...skillsEvents,
  },
} as const satisfies {
  calls: Record<CallName, Call>;
  events: Record<EventName, z.ZodType>;
};

type Calls = typeof contract.calls;
type Events = typeof contract.events;

// The compiler's check that `channels.ts` names exactly what the schemas define, in both directions.
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Assert<T extends true> = T;
export type CallsAreListed = Assert<Same<keyof Calls, CallName>>;
export type EventsAreListed = Assert<Same<keyof Events, EventName>>;

export type Args<C extends CallName> = z.input<Calls[C]['args']> & readonly unknown[];
export type Value<C extends CallName> = z.output<Calls[C]['value']>;
export type Payload<E extends EventName> = z.output<Events[E]>;
export type { CallName, EventName } from './channels';

/** What a window has of its host. The real one is the preload's bridge; tests and a plain browser bring their own. */
export interface Host {
  /** Asks main. Aborting settles the call with code `cancelled` and tells main to stop. */
  call<C extends CallName>(channel: C, args: Args<C>, signal?: AbortSignal): Promise<Result<Value<C>>>;
  on<E extends EventName>(event: E, listener: (payload: Payload<E>) => void): () => void;
}
