import { expect, test, vi } from 'vitest';
import { err, failure, ok, type Result } from '../../../shared/result';
import { gridRows, type Made, PAGE, type Paged, Pager } from './paged';

/** A table of so many rows; each page answers when it is let go. */
function tableOf(count: number) {
  let state: Paged<number> = { table: null, pages: new Map() };
  const asked: { page: number; signal: AbortSignal; answer: (result: Result<readonly number[]>) => void }[] = [];
  const onLost = vi.fn();
  const pager = new Pager<number, Made>(
    {
      make: async () => ok({ table: 1, rows: count }),
      rowOf: async (_table, key) => ok(Number(key) < count ? Number(key) : null),
      rows: (_table, start, _count, signal) =>
        new Promise((answer) => asked.push({ page: start / PAGE, signal, answer })),
    },
    {
      now: () => state,
      onPage: (pages) => {
        state = { ...state, pages };
      },
      onLost,
    },
  );
  const rowsOf = (page: number) =>
    ok(Array.from({ length: Math.min(PAGE, count - page * PAGE) }, (_, at) => page * PAGE + at));
  const show = (table: number) => {
    state = { table: { table, rows: count }, pages: new Map() };
  };
  return { pager, asked, onLost, rowsOf, show, now: () => state };
}
const settle = () => new Promise((resolve) => setTimeout(resolve));

test('a table comes with the page of a row and the pages that stay in view', async () => {
  const { pager, asked, rowsOf } = tableOf(1000);
  const loading = pager.load('450', new AbortController().signal, [0, 2, 9]);
  for (const page of [2, 0]) {
    await settle();
    asked.at(-1)?.answer(rowsOf(page));
  }
  const loaded = await loading;
  if (!loaded.ok) throw new Error(loaded.error.message);
  expect(loaded.value.active).toBe(450);
  expect([...loaded.value.pages.keys()]).toEqual([2, 0]);
  expect(gridRows(loaded.value).at(450)).toBe(450);
  expect(gridRows(loaded.value).at(650)).toBeUndefined();
});

test('pages are asked for once, and given up when they are out of sight', async () => {
  const { pager, asked, rowsOf, show, now } = tableOf(10_000);
  show(1);
  pager.want(0, 30);
  pager.want(5, 210);
  expect(asked.map(({ page }) => page)).toEqual([0, 1]);
  pager.want(5000, 5020);
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
  asked[0]?.answer(rowsOf(0));
  asked[2]?.answer(rowsOf(25));
  await settle();
  expect([...now().pages.keys()]).toEqual([25]);
});

test('a page of an older table is not taken for one of the newer', async () => {
  const { pager, asked, rowsOf, show, now, onLost } = tableOf(1000);
  show(1);
  pager.want(0, 10);
  show(2);
  asked[0]?.answer(rowsOf(0));
  await settle();
  expect(now().pages.size).toBe(0);
  pager.want(0, 10);
  asked[1]?.answer(err(failure('table-replaced', 'Gone.')));
  await settle();
  expect(onLost).toHaveBeenCalledOnce();
});
