import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { GiveBack } from './give-back';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('closing several packages collects once, after the last', () => {
  let [made, collected] = [0, 0];
  const giveBack = new GiveBack(() => {
    made++;
    return () => void collected++;
  });
  for (let count = 0; count < 5; count++) {
    giveBack.due();
    vi.advanceTimersByTime(100);
  }
  expect([made, collected]).toEqual([0, 0]);
  vi.advanceTimersByTime(5000);
  giveBack.due();
  vi.advanceTimersByTime(5000);
  expect([made, collected]).toEqual([1, 2]);
});

it('waits until nothing is asked any more, and for what was closed only', () => {
  let collected = 0;
  const giveBack = new GiveBack(() => () => void collected++);
  giveBack.busy();
  vi.advanceTimersByTime(5000);
  expect(collected).toBe(0);
  giveBack.due();
  for (let count = 0; count < 10; count++) {
    vi.advanceTimersByTime(1000);
    giveBack.busy();
  }
  expect(collected).toBe(0);
  vi.advanceTimersByTime(5000);
  giveBack.busy();
  vi.advanceTimersByTime(5000);
  expect(collected).toBe(1);
});

it('the real collector frees what nobody holds', async () => {
  vi.useRealTimers();
  const held = (() => new WeakRef({ large: new Array(1000).fill(1) }))();
  new GiveBack().due();
  // Not `toBeUndefined`: what a failed look was about would be held by its error.
  await vi.waitFor(() => expect(held.deref() === undefined).toBe(true), { timeout: 10_000 });
});
