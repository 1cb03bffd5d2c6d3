import type { Args, CallName, EventName, Host, Payload, Value } from '../shared/contract';
import { err, failure, type Result } from '../shared/result';

/** What the preload puts on the window: calls by name, aborts by id, events. */
export interface Bridge {
  call(channel: string, args: readonly unknown[], id: string): Promise<unknown>;
  abort(id: string): void;
  on(event: string, listener: (payload: never) => void): () => void;
}

declare global {
  interface Window {
    readonly murscope?: Bridge;
  }
}

let calls = 0;

/** The one `Host` of the window, over whatever bridge stands behind it. */
export function hostOver(bridge: Bridge): Host {
  return {
    call<C extends CallName>(channel: C, args: Args<C>, signal?: AbortSignal): Promise<Result<Value<C>>> {
      if (signal?.aborted) return Promise.resolve(err(cancelled));
      const id = `${channel}#${++calls}`;
      const answer = bridge.call(channel, args, id).then(
        (result) => result as Result<Value<C>>,
        (reason: unknown) =>
          err(failure('internal', messageOf(reason), 'This is a fault of Murscope. Please report it.')),
      );
      return signal ? orCancelled(answer, signal, () => bridge.abort(id)) : answer;
    },
    on<E extends EventName>(event: E, listener: (payload: Payload<E>) => void): () => void {
      return bridge.on(event, listener as (payload: never) => void);
    },
  };
}

const cancelled = failure('cancelled', 'Cancelled.');

/** Settles at once when the signal aborts, whatever the other side still does. */
function orCancelled<T>(answer: Promise<Result<T>>, signal: AbortSignal, abort: () => void): Promise<Result<T>> {
  return new Promise((resolve) => {
    const stop = () => {
      abort();
      resolve(err(cancelled));
    };
    signal.addEventListener('abort', stop, { once: true });
    void answer.then((result) => {
      signal.removeEventListener('abort', stop);
      resolve(result);
    });
  });
}

const messageOf = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason));
