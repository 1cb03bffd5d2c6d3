import { expect, test } from 'vitest';
import type { OpenDecision } from '../core/open/choice';
import { err, failure, ok, type Result } from '../shared/result';
import { Opening } from './opening';
import { Tokens } from './tokens';

function setUp(known: Readonly<Record<string, Result<OpenDecision>>>) {
  const told: string[] = [];
  const tokens = new Tokens();
  const opening = new Opening({
    tokens,
    whatOpens: async (path) => known[path] ?? err(failure('ENOENT', 'does not exist', 'Check the path.')),
    onOpened: (kind, path) => void told.push(`${kind} ${path}`),
  });
  return { opening, tokens, told };
}

test('a package gets a token and a visible name, and its exact path stays in main', async () => {
  const path = '/p/a\u202ezip.mur';
  const { opening, tokens, told } = setUp({ [path]: ok({ kind: 'package', path, also: [] }) });
  const opened = await opening.openOne(path);
  expect(opened).toMatchObject({ kind: 'package', name: 'a⟨U+202E⟩zip.mur', path: '/p/a⟨U+202E⟩zip.mur' });
  expect(tokens.find(opened.kind === 'package' ? opened.token : '')?.path).toBe(path);
  expect(told).toEqual([`package ${path}`]);
});

test('several paths are answered in their order, what cannot be opened among them', async () => {
  const { opening, told } = setUp({
    '/a': ok({ kind: 'package', path: '/a', also: [] }),
    '/c': err(failure('not-openable', 'is a text file', 'A house can be opened.')),
  });
  const opened = await opening.open(['/b', '/a', '/c']);
  expect(opened.map((item) => item.kind)).toEqual(['refused', 'package', 'refused']);
  expect(opened[0]).toEqual({ kind: 'refused', path: '/b', message: 'b does not exist.', hint: 'Check the path.' });
  expect(opened[2]).toMatchObject({
    message: 'c is a text file.',
    hint: 'A house can be opened.',
  });
  expect(told).toEqual(['package /a']);
});

test('a reader that gave no answer is told as what it is, a sentence of its own', async () => {
  const { opening } = setUp({
    '/slow': err(failure('reader-timeout', 'Reading gave no answer for 60 s.', 'Wait longer.')),
  });
  expect(await opening.openOne('/slow')).toMatchObject({
    kind: 'refused',
    message: 'slow: Reading gave no answer for 60 s.',
    hint: 'Wait longer.',
  });
});

test('a folder that is two things opens the first and offers the other', async () => {
  const { opening, told } = setUp({
    '/house': ok({ kind: 'project', path: '/house', also: [{ kind: 'skills', path: '/house' }] }),
  });
  expect(await opening.openOne('/house')).toMatchObject({ kind: 'project', also: ['skills'] });
  expect(told).toEqual(['project /house']);
});

test('what is open is known again under the same tokens', async () => {
  const { opening, tokens } = setUp({
    '/a': ok({ kind: 'package', path: '/a', also: [] }),
    '/b': ok({ kind: 'package', path: '/b', also: [] }),
  });
  const [a, b] = await opening.open(['/a', '/b']);
  expect(opening.stillOpen()).toEqual([a, b]);
  tokens.release(a?.kind === 'package' ? a.token : '');
  expect(opening.stillOpen()).toEqual([b]);
});
