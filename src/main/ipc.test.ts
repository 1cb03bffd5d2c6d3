import { describe, expect, test } from 'vitest';
import { contract } from '../shared/contract';
import { ABORT, CALLS } from '../shared/contract/channels';
import { failure, ok } from '../shared/result';
import { type Handlers, type Served, serveCalls } from './ipc';

type Listener = (event: unknown, ...args: unknown[]) => unknown;
const ours = { sender: { id: 1 } };
const foreign = { sender: { id: 2 } };

/** A main side with these handlers, and what a window would do to it. */
function setUp(given: Partial<Handlers>, checkValues = true) {
  const handled = new Map<string, Listener>();
  const heard = new Map<string, Listener>();
  const reported: string[] = [];
  const ipc = {
    handle: (name: string, listener: Listener) => {
      if (handled.has(name)) throw new Error(`${name} is handled twice`);
      handled.set(name, listener);
    },
    removeHandler: (name: string) => void handled.delete(name),
    on: (name: string, listener: Listener) => void heard.set(name, listener),
  };
  const missing = () => {
    throw new Error('not in this test');
  };
  const handlers = { ...Object.fromEntries(CALLS.map((name) => [name, missing])), ...given } as unknown as Handlers;
  const served: Promise<Served> = Promise.resolve({ handlers, shapes: contract.calls });
  const server = {
    ipc: ipc as never,
    served,
    isTrusted: (event: unknown) => event === ours,
    checkValues,
    report: (line: string) => void reported.push(line),
  };
  serveCalls(server);
  return {
    reported,
    server,
    call: (name: string, args: unknown, id: unknown = 'x#1', from: unknown = ours) =>
      handled.get(name)?.(from, args, id),
    abort: (id: unknown, from: unknown = ours) => heard.get(ABORT)?.(from, id),
  };
}
const token = 'package-0123456789abcdef';

describe('a call', () => {
  test('reaches its handler with checked arguments', async () => {
    const { call } = setUp({ 'package:digest': ([given]) => ok({ sha256: given }) });
    expect(await call('package:digest', [token])).toEqual(ok({ sha256: token }));
  });

  test.each([
    ['no list', null],
    ['too few', []],
    ['too many', [token, 1]],
    ['a path for a token', ['/etc/passwd']],
    ['an object with a hostile key', [JSON.parse('{"__proto__": []}')]],
  ])('of the wrong shape is refused before anything runs: %s', async (_what, args) => {
    let ran = false;
    const { call, reported } = setUp({
      'package:digest': () => {
        ran = true;
        return ok({ sha256: '' });
      },
    });
    expect(await call('package:digest', args)).toMatchObject({ ok: false, error: { code: 'refused' } });
    expect(ran).toBe(false);
    expect(reported).toHaveLength(1);
  });

  test('from anyone but our window is refused, and so is one without its id', async () => {
    const { call } = setUp({ 'package:digest': () => ok({ sha256: '' }) });
    expect(await call('package:digest', [token], 'x#1', foreign)).toMatchObject({ error: { code: 'refused' } });
    expect(await call('package:digest', [token], 7)).toMatchObject({ error: { code: 'refused' } });
    expect(await call('package:digest', [token], 'x'.repeat(300))).toMatchObject({ error: { code: 'refused' } });
  });

  test('whose handler throws or rejects is answered, never thrown across', async () => {
    const { call } = setUp({
      'package:digest': () => Promise.reject(new Error('boom')),
      'app:copy': () => {
        throw new TypeError('bang');
      },
    });
    expect(await call('package:digest', [token])).toMatchObject({
      ok: false,
      error: { code: 'internal', message: 'boom' },
    });
    expect(await call('app:copy', ['text'])).toMatchObject({ ok: false, error: { code: 'internal', message: 'bang' } });
  });

  test('keeps its failure as data', async () => {
    const given = failure('reader-timeout', 'too slow', 'wait');
    const { call } = setUp({ 'package:digest': () => ({ ok: false, error: given }) });
    expect(await call('package:digest', [token])).toEqual({ ok: false, error: given });
  });

  test('with an answer of the wrong shape is a fault where answers are checked', async () => {
    const handlers = { 'package:digest': () => ok({ sha: 1 }) as never };
    expect(await setUp(handlers).call('package:digest', [token])).toMatchObject({ error: { code: 'internal' } });
    expect(await setUp(handlers, false).call('package:digest', [token])).toEqual(ok({ sha: 1 }));
  });

  test('is aborted by its id, by nobody else, and is forgotten once it was answered', async () => {
    const signals: AbortSignal[] = [];
    const waits: Array<() => void> = [];
    const { call, abort } = setUp({
      'package:digest': async (_args, { signal }) => {
        signals.push(signal);
        await new Promise<void>((resolve) => waits.push(resolve));
        return ok({ sha256: '' });
      },
    });
    const one = call('package:digest', [token], 'x#1');
    const two = call('package:digest', [token], 'x#2');
    await new Promise(setImmediate);
    abort('x#1', foreign);
    abort({});
    expect(signals.map((signal) => signal.aborted)).toEqual([false, false]);
    abort('x#1');
    expect(signals.map((signal) => signal.aborted)).toEqual([true, false]);
    for (const go of waits) go();
    await Promise.all([one, two]);
    abort('x#2');
    expect(signals[1]?.aborted).toBe(false);
  });
});

test('serving again replaces the handlers instead of failing', () => {
  const { server } = setUp({});
  expect(() => serveCalls(server)).not.toThrow();
});
