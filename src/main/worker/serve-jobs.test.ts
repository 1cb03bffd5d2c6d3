import { expect, test, vi } from 'vitest';
import { err, failure, ok } from '../../shared/result';
import type { FromReader } from './protocol';
import { serveJobs } from './serve-jobs';

test('each job is answered once with its number, and one that does not exist is a failure', async () => {
  const said: FromReader[] = [];
  const hear = serveJobs({ double: (input: number) => ok(input * 2) }, (message) => said.push(message));
  await hear({ id: 1, job: 'double', input: 21 });
  await hear({ id: 2, job: 'constructor', input: 0 });
  expect(said[0]).toEqual({ id: 1, result: ok(42) });
  expect(said[1]).toMatchObject({ id: 2, result: { ok: false, error: { code: 'internal' } } });
});

test('what a job throws is answered as a fault', async () => {
  const said: FromReader[] = [];
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
  const hear = serveJobs(
    {
      bad: () => {
        throw new Error('broken');
      },
    },
    (message) => said.push(message),
  );
  await hear({ id: 1, job: 'bad', input: null });
  quiet.mockRestore();
  expect(said).toMatchObject([{ id: 1, result: { ok: false, error: { code: 'internal', message: 'broken' } } }]);
});

test('an abort reaches the running job', async () => {
  const said: FromReader[] = [];
  const jobs = {
    wait: (_input: null, { signal }: { signal: AbortSignal }) =>
      new Promise<ReturnType<typeof err<unknown>>>((resolve) => {
        signal.addEventListener('abort', () => resolve(err(failure('cancelled', 'Cancelled.'))));
      }),
  };
  const hear = serveJobs(jobs as never, (message) => said.push(message));
  const waiting = hear({ id: 1, job: 'wait', input: null });
  await hear({ abort: 2 });
  await hear({ abort: 1 });
  await waiting;
  expect(said).toMatchObject([{ id: 1, result: { ok: false, error: { code: 'cancelled' } } }]);
});

test('progress is reported at most every 100 ms, and always at the end', async () => {
  let clock = 0;
  const said: FromReader[] = [];
  const jobs = {
    count: (_input: null, { onProgress }: { onProgress: (done: number, total: number) => void }) => {
      for (let done = 1; done <= 100; done++) {
        clock += 10;
        onProgress(done, 100);
      }
      return ok(null);
    },
  };
  await serveJobs(
    jobs as never,
    (message) => said.push(message),
    () => clock,
  )({ id: 1, job: 'count', input: null });
  expect(said.map((message) => ('done' in message ? message.done : 'answer'))).toEqual([
    1,
    11,
    21,
    31,
    41,
    51,
    61,
    71,
    81,
    91,
    100,
    'answer',
  ]);
});
