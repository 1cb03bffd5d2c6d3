import { err, failure } from '../../shared/result';
import type { FromReader, Job, ToReader } from './protocol';

/** Milliseconds between two reports of progress of one request. */
const PACE = 100;

/** Runs jobs as they are asked for and answers each once; what a job throws is a fault that is answered too. */
export function serveJobs(
  jobs: Readonly<Record<string, Job>>,
  say: (message: FromReader) => void,
  now = () => performance.now(),
) {
  const running = new Map<number, AbortController>();

  return async function hear(message: ToReader): Promise<void> {
    if ('abort' in message) {
      running.get(message.abort)?.abort();
      return;
    }
    const { id } = message;
    const controller = new AbortController();
    running.set(id, controller);
    let reported = Number.NEGATIVE_INFINITY;
    const onProgress = (done: number, total: number) => {
      if (now() - reported < PACE && done !== total) return;
      reported = now();
      say({ id, done, total });
    };
    const onPart = (part: unknown) => say({ id, part });
    try {
      const job = Object.hasOwn(jobs, message.job) ? (jobs[message.job] as Job<unknown>) : undefined;
      const result = job
        ? await job(message.input, { signal: controller.signal, onProgress, onPart })
        : err(failure('internal', `There is no job '${message.job}'.`));
      say({ id, result });
    } catch (error) {
      console.error(`${message.job} failed`, error);
      const text = error instanceof Error ? error.message : String(error);
      say({
        id,
        result: err(failure('internal', text, 'This is a fault of Murscope. Please report it with the file.')),
      });
    } finally {
      running.delete(id);
    }
  };
}
