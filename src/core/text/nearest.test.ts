import { describe, expect, it } from 'vitest';
import { editDistance, nearest } from './nearest';

describe('the nearest known word', () => {
  it.each([
    ['kitten', 'sitting', 3, 3],
    ['kitten', 'sitting', 2, null],
    ['', 'ab', 2, 2],
    ['naïve', 'naive', 2, 1],
    ['😀a', 'a', 2, 1],
    ['x'.repeat(65), 'x'.repeat(65), 2, null],
  ])('%s and %s, at most %i apart: %s', (a, b, limit, distance) => {
    expect(editDistance(a, b, limit)).toBe(distance);
  });

  it('is found within two edits and not beyond', () => {
    expect(nearest('artefacts', ['name', 'artifacts'])).toBe('artifacts');
    expect(nearest('artfcts', ['artifacts'])).toBe('artifacts');
    expect(nearest('arts', ['artifacts'])).toBeNull();
  });

  it('is the closest, then the first', () => {
    expect(nearest('naem', ['nam', 'name'])).toBe('nam');
    expect(nearest('lime', ['time', 'like'])).toBe('time');
  });

  it('is none when every character would have to change', () => {
    expect(nearest('ab', ['cd'])).toBeNull();
    expect(nearest('', ['a'])).toBeNull();
  });
});
