import { expect, test } from 'vitest';
import { tokenSchema } from '../shared/contract/app';
import { Tokens } from './tokens';

test('a token is random, has the shape of the contract, and leads back to the path', () => {
  const tokens = new Tokens();
  const { token } = tokens.give('package', '/p/house.mur.zip');
  expect(tokenSchema.safeParse(token).success).toBe(true);
  expect(tokens.find(token, 'package')?.path).toBe('/p/house.mur.zip');
  expect(token).not.toContain('house');
  expect(new Tokens().give('package', '/p/house.mur.zip').token).not.toBe(token);
});

test('the same path opened again keeps its token, as another kind it has another', () => {
  const tokens = new Tokens();
  const first = tokens.give('package', '/p');
  expect(tokens.give('package', '/p')).toBe(first);
  expect(tokens.give('project', '/p').token).not.toBe(first.token);
  expect(tokens.all()).toHaveLength(2);
});

test('nothing stands behind a token of another kind, an invented one, a path, or a released one', () => {
  const tokens = new Tokens();
  const { token } = tokens.give('package', '/p');
  expect(tokens.find(token, 'skills')).toBeUndefined();
  expect(tokens.find('package-0123456789abcdef')).toBeUndefined();
  expect(tokens.find('/p')).toBeUndefined();
  tokens.release(token);
  expect(tokens.find(token)).toBeUndefined();
});
