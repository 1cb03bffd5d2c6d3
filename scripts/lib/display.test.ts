import { expect, test } from 'vitest';
import { displaySwitches, hasDisplay, localDisplay } from './display.mjs';

test('a local display is told from a remote one', () => {
  expect([':0', ':12.0', 'unix:1', 'host:0', 'localhost:10.0'].map(localDisplay)).toEqual([0, 12, 1, null, null]);
});

test.runIf(process.platform === 'linux')('a DISPLAY without its socket is no display', () => {
  expect(hasDisplay({ DISPLAY: ':64999' })).toBe(false);
  expect(hasDisplay({})).toBe(false);
  expect(hasDisplay({ DISPLAY: 'elsewhere:0' })).toBe(true);
  expect(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
});

test('Wayland alone is said to Chromium', () => {
  expect(displaySwitches({ WAYLAND_DISPLAY: 'wayland-0' })).toEqual(['--ozone-platform=wayland']);
  expect(displaySwitches({ WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':0' })).toEqual([]);
});
