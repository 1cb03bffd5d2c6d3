import { useEffect, useState } from 'react';
import type { Args, CallName, Value } from '../../../../shared/contract';
import type { Result } from '../../../../shared/result';
import type { PackageModel } from '../model';

/** Asks main about an entry as long as it is shown; null until the answer is here. */
export function useAnswer<C extends CallName & ('package:image' | 'package:wasm')>(
  { app, token }: PackageModel,
  channel: C,
  index: number,
): Result<Value<C>> | null {
  const [answer, setAnswer] = useState<Result<Value<C>> | null>(null);
  useEffect(() => {
    const asking = new AbortController();
    setAnswer(null);
    void app.host.call(channel, [token, index] as unknown as Args<C>, asking.signal).then((result) => {
      if (!asking.signal.aborted) setAnswer(result);
    });
    return () => asking.abort();
  }, [app, token, channel, index]);
  return answer;
}
