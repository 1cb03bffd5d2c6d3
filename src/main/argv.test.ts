import { expect, test } from 'vitest';
import { pathsOf } from './argv';

test.each([
  ['a checkout', ['electron', '.', 'a.mur.zip'], false, ['/w/a.mur.zip']],
  ['switches around', ['electron', '--no-sandbox', '.', '--flag', 'b', '--x=1'], false, ['/w/b']],
  ['after two dashes, everything', ['electron', '/app', '--', '--odd', '/x'], false, ['/w/--odd', '/x']],
  ['a packed app', ['murscope', 'a', '../b'], true, ['/w/a', '/b']],
  ['a file manager', ['murscope', 'file:///p/a%20b.mur.zip'], true, ['/p/a b.mur.zip']],
  ['an address of elsewhere', ['murscope', 'file://host/x'], true, ['/w/file:/host/x']],
  ['nothing', ['murscope', ''], true, []],
])('the paths of a command line: %s', (_what, argv, packaged, paths) => {
  expect(pathsOf(argv, { packaged, cwd: '/w' })).toEqual(paths);
});
