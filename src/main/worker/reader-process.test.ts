import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ok } from '../../shared/result';
import type { FromReader, ToReader } from './protocol';
import { type Child, ReaderProcess } from './reader-process';

class FakeChild implements Child {
  readonly heard: ToReader[] = [];
  killed = false;
  #say: (message: FromReader) => void = () => {};
  exit: () => void = () => {};
  post(message: ToReader) {
    this.heard.push(message);
  }
  kill() {
    this.killed = true;
  }
  onMessage(listener: (message: FromReader) => void) {
    this.#say = listener;
  }
  onExit(listener: () => void) {
    this.exit = listener;
  }
  answer(id: number, value: unknown) {
    this.#say({ id, result: ok(value) });
  }
  progress(id: number, done: number, total: number) {
    this.#say({ id, done, total });
  }
}

type Jobs = { readonly size: (path: string) => ReturnType<typeof ok<number>> };

function setUp() {
  const children: FakeChild[] = [];
  const reader = new ReaderProcess<Jobs>(() => {
    const child = new FakeChild();
    children.push(child);
    return child;
  });
  const child = (index: number): FakeChild => {
    const found = children[index];
    if (!found) throw new Error(`no process ${index}`);
    return found;
  };
  return { reader, children, child };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a reader process', () => {
  test('is given one request at a time and answers each to its asker', async () => {
    const { reader, child, children } = setUp();
    const a = reader.ask('size', '/a', { limit: 1000 });
    const b = reader.ask('size', '/b', { limit: 1000 });
    expect(child(0).heard).toEqual([{ id: 1, job: 'size', input: '/a' }]);
    child(0).answer(1, 10);
    child(0).answer(2, 20);
    expect(await a).toEqual(ok(10));
    expect(await b).toEqual(ok(20));
    expect(children).toHaveLength(1);
  });

  test('is ended when a request takes too long, and a fresh one takes the others over', async () => {
    const { reader, child } = setUp();
    const slow = reader.ask('size', '/slow', { limit: 1000 });
    const next = reader.ask('size', '/next', { limit: 1000 });
    vi.advanceTimersByTime(1000);
    expect(await slow).toMatchObject({ ok: false, error: { code: 'reader-timeout' } });
    expect(child(0).killed).toBe(true);
    expect(child(1).heard).toEqual([{ id: 2, job: 'size', input: '/next' }]);
    child(0).answer(2, -1); // words of the ended one do not count
    child(1).answer(2, 7);
    expect(await next).toEqual(ok(7));
  });

  test('has as long again after each sign of progress', async () => {
    const { reader, child } = setUp();
    const seen: number[] = [];
    const long = reader.ask('size', '/long', { limit: 1000, onProgress: (done) => seen.push(done) });
    for (const done of [1, 2, 3]) {
      vi.advanceTimersByTime(900);
      child(0).progress(1, done, 3);
    }
    child(0).answer(1, 3);
    expect(await long).toEqual(ok(3));
    expect(seen).toEqual([1, 2, 3]);
  });

  test('that ends fails its request, and the next request starts another', async () => {
    const { reader, child, children } = setUp();
    const first = reader.ask('size', '/bomb', { limit: 1000 });
    child(0).exit();
    expect(await first).toMatchObject({ ok: false, error: { code: 'reader-ended' } });
    expect(children).toHaveLength(1);
    const second = reader.ask('size', '/b', { limit: 1000 });
    child(1).answer(2, 5);
    expect(await second).toEqual(ok(5));
  });

  test('stops a cancelled request, and is ended where it does not stop', async () => {
    const { reader, child } = setUp();
    const one = new AbortController();
    const cancelled = reader.ask('size', '/a', { limit: 1000, signal: one.signal });
    one.abort();
    expect(await cancelled).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(child(0).heard.at(-1)).toEqual({ abort: 1 });
    child(0).answer(1, 0); // it stopped
    const two = new AbortController();
    const stubborn = reader.ask('size', '/b', { limit: 1000, signal: two.signal });
    const after = reader.ask('size', '/c', { limit: 1000 });
    two.abort();
    expect(await stubborn).toMatchObject({ error: { code: 'cancelled' } });
    expect(child(0).killed).toBe(false);
    vi.advanceTimersByTime(250);
    expect(child(0).killed).toBe(true);
    child(1).answer(3, 9);
    expect(await after).toEqual(ok(9));
  });

  test('never hears of a request that was cancelled while it waited', async () => {
    const { reader, child } = setUp();
    const stop = new AbortController();
    const first = reader.ask('size', '/a', { limit: 1000 });
    const waiting = reader.ask('size', '/b', { limit: 1000, signal: stop.signal });
    stop.abort();
    expect(await waiting).toMatchObject({ error: { code: 'cancelled' } });
    child(0).answer(1, 1);
    expect(await first).toEqual(ok(1));
    expect(child(0).heard).toHaveLength(1);
    expect(await reader.ask('size', '/c', { limit: 1000, signal: stop.signal })).toMatchObject({ ok: false });
  });

  test('fails what is left when it is disposed of', async () => {
    const { reader, child } = setUp();
    const left = [reader.ask('size', '/a', { limit: 1000 }), reader.ask('size', '/b', { limit: 1000 })];
    reader.dispose();
    expect((await Promise.all(left)).map((result) => result.ok)).toEqual([false, false]);
    expect(child(0).killed).toBe(true);
  });
});
