import { expect, test } from 'vitest';
import { openingBounds, SMALLEST } from './bounds';

const screen = { x: 0, y: 0, width: 1920, height: 1080 };
const second = { x: 1920, y: 0, width: 1280, height: 1024 };
const state = (x: number, y: number, width = 1000, height = 700) => ({
  bounds: { x, y, width, height },
  maximized: false,
});

test('the window opens where it was, on either display', () => {
  expect(openingBounds(state(100, 50), [screen])).toEqual({ x: 100, y: 50, width: 1000, height: 700 });
  expect(openingBounds(state(2000, 10), [screen, second])).toMatchObject({ x: 2000, y: 10 });
});

test.each([
  ['its display is gone', state(2000, 10)],
  ['it is above the screen', state(100, -40)],
  ['it is below the screen', state(100, 1060)],
  ['only a sliver of it can be reached', state(-990, 50)],
  ['nothing was kept', null],
  ['what was kept is broken', { bounds: { x: 'left', y: 0, width: 1, height: 1 }, maximized: false }],
])('the window opens in its usual place where %s', (_why, kept) => {
  expect(openingBounds(kept, [screen])).toEqual({ width: 1200, height: 800 });
});

test('the window is never larger than its display nor too small to use', () => {
  expect(openingBounds(state(0, 0, 5000, 4000), [screen])).toMatchObject({ width: 1920, height: 1080 });
  expect(openingBounds(state(0, 0, 100, 100), [screen])).toMatchObject(SMALLEST);
  expect(openingBounds(null, [{ x: 0, y: 0, width: 1024, height: 600 }])).toEqual({ width: 1024, height: 600 });
});
