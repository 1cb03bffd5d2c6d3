import { expect, test } from 'vitest';
import { sandboxFix } from './lib/sandbox.mjs';
import { absolutePaths, isOurs } from './start.mjs';

test('paths are meant from where the caller stood, also those that look like switches', () => {
  expect(absolutePaths(['a.mur.zip', '/b/c.mur.zip', '../d', '--', '--no-sandbox'], '/home/x')).toEqual([
    '/home/x/a.mur.zip',
    '/b/c.mur.zip',
    '/home/d',
    '/home/x/--no-sandbox',
  ]);
});

test('the line that lets the sandbox start fits what stops it', () => {
  expect(sandboxFix({ apparmor: '1', clone: null })).toContain('apparmor_restrict_unprivileged_userns=0');
  expect(sandboxFix({ apparmor: null, clone: '0' })).toContain('unprivileged_userns_clone=1');
  expect(sandboxFix({ apparmor: null, clone: null }, '/x/chrome-sandbox')).toContain("chmod 4755 '/x/chrome-sandbox'");
});

test("Chromium's remarks about the system are kept back, and nothing else is", () => {
  expect(isOurs('[13292:1130/234449.178593:ERROR:bus.cc(407)] Failed to connect to the bus')).toBe(false);
  expect(isOurs('[13318:1130/234449.980545:ERROR:viz_main_impl.cc(181)] Exiting GPU process')).toBe(false);
  expect(isOurs('[1:0101/000000.1:WARNING:x.cc(1)] y')).toBe(false);
  expect(isOurs('package:open failed TypeError: x')).toBe(true);
  expect(isOurs('[Murscope] hello')).toBe(true);
});
