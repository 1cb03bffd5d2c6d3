import { expect, test } from 'vitest';
import { sandboxFix } from './lib/sandbox.mjs';
import { absolutePaths } from './start.mjs';

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
