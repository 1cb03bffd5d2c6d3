import type { IpcMain, IpcMainEvent, IpcMainInvokeEvent } from 'electron';
import type { Args, Value } from '../shared/contract';
import { ABORT, CALLS, type CallName } from '../shared/contract/channels';
import { err, type Failure, failure, type Result } from '../shared/result';

export interface CallContext {
  /** Aborted when the window gives the call up, or goes. */
  readonly signal: AbortSignal;
}
type Answer<C extends CallName> = Result<Value<C>>;
export type Handler<C extends CallName> = (args: Args<C>, context: CallContext) => Answer<C> | Promise<Answer<C>>;
export type Handlers = { readonly [C in CallName]: Handler<C> };

/** What checks shapes: the contract's schemas, narrowed to what is used here. */
interface Shape {
  safeParse(value: unknown): { success: true; data: unknown } | { success: false; error: { message: string } };
}
export interface Served {
  readonly handlers: Handlers;
  readonly shapes: Readonly<Record<CallName, { readonly args: Shape; readonly value: Shape }>>;
}

export interface Server {
  readonly ipc: Pick<IpcMain, 'handle' | 'removeHandler' | 'on'>;
  /** Loads while the window paints; calls wait for it. */
  readonly served: Promise<Served>;
  readonly isTrusted: (event: IpcMainEvent | IpcMainInvokeEvent) => boolean;
  /** Also checks what handlers answer: in tests and development. */
  readonly checkValues: boolean;
  readonly report: (line: string, error?: unknown) => void;
}

const FAULT = 'This is a fault of Murscope. Please report it with what you did.';

/**
 * Answers every call of the contract. Who sends and what is sent is checked before anything runs; whatever goes wrong
 * is an answer, never an exception across the process border.
 */
export function serveCalls({ ipc, served, isTrusted, checkValues, report }: Server): void {
  const running = new Map<string, AbortController>();

  ipc.on(ABORT, (event, id: unknown) => {
    if (isTrusted(event) && typeof id === 'string') running.get(keyOf(event, id))?.abort();
  });

  for (const channel of CALLS) {
    ipc.removeHandler(channel);
    ipc.handle(channel, async (event, args: unknown, id: unknown) => {
      if (!isTrusted(event)) return refused(`A call of '${channel}' came from a page that is not Murscope's.`);
      if (typeof id !== 'string' || id.length > 256) return refused(`A call of '${channel}' came without its id.`);
      const key = keyOf(event, id);
      const controller = new AbortController();
      running.set(key, controller);
      try {
        return await answer(channel, args, controller.signal, await served);
      } catch (error) {
        report(`${channel} failed`, error);
        return err(failure('internal', error instanceof Error ? error.message : String(error), FAULT));
      } finally {
        running.delete(key);
      }
    });
  }

  async function answer(channel: CallName, args: unknown, signal: AbortSignal, { handlers, shapes }: Served) {
    const shape = shapes[channel];
    const parsed = shape.args.safeParse(args);
    if (!parsed.success)
      return refused(`A call of '${channel}' had arguments of the wrong shape: ${parsed.error.message}`);
    const handler = handlers[channel] as (args: unknown, context: CallContext) => Promise<Result<unknown>>;
    const given = await handler(parsed.data, { signal });
    if (checkValues && given.ok) {
      const checked = shape.value.safeParse(given.value);
      if (!checked.success) throw new Error(`the answer of '${channel}' has the wrong shape: ${checked.error.message}`);
    }
    return given;
  }

  function refused(message: string): { ok: false; error: Failure } {
    report(message);
    return err(failure('refused', message, FAULT));
  }
}

const keyOf = (event: IpcMainEvent | IpcMainInvokeEvent, id: string) => `${event.sender.id}:${id}`;
