import { expect, test } from 'vitest';
import { type Bridge, hostOver } from './host';

function bridgeOf(answer: () => Promise<unknown>) {
  const aborted: string[] = [];
  const bridge: Bridge = { call: answer, abort: (id) => aborted.push(id), on: () => () => {} };
  return { host: hostOver(bridge), aborted };
}

test('an answer passes through as it is', async () => {
  const { host } = bridgeOf(async () => ({ ok: true, value: null }));
  expect(await host.call('app:clear-recent', [])).toEqual({ ok: true, value: null });
});

test('a call that breaks in main is a result with a code, not an exception', async () => {
  const { host } = bridgeOf(() => Promise.reject(new Error('boom')));
  expect(await host.call('app:start', [])).toMatchObject({ ok: false, error: { code: 'internal', message: 'boom' } });
});

test('aborting settles at once and tells main, even if main never answers', async () => {
  const { host, aborted } = bridgeOf(() => new Promise(() => {}));
  const controller = new AbortController();
  const answer = host.call('app:start', [], controller.signal);
  controller.abort();
  expect(await answer).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  expect(aborted).toHaveLength(1);
});

test('what is aborted before it is asked is not asked', async () => {
  let asked = false;
  const { host } = bridgeOf(async () => {
    asked = true;
  });
  expect(await host.call('app:start', [], AbortSignal.abort())).toMatchObject({ ok: false });
  expect(asked).toBe(false);
});

test('an abort after the answer tells main nothing', async () => {
  const { host, aborted } = bridgeOf(async () => ({ ok: true, value: null }));
  const controller = new AbortController();
  await host.call('app:clear-recent', [], controller.signal);
  controller.abort();
  expect(aborted).toEqual([]);
});
