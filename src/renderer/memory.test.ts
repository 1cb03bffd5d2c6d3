import { expect, test } from 'vitest';
import { isNumber, memoryIn, oneOf } from './memory';

function storage(start: Record<string, string> = {}) {
  const kept = new Map(Object.entries(start));
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test('what is remembered comes back', () => {
  const store = storage();
  memoryIn(store).set('split.files', 0.4);
  expect(memoryIn(store).get('split.files', isNumber, 0.5)).toBe(0.4);
});

test('broken, foreign and missing values give the default', () => {
  const memory = memoryIn(storage({ 'murscope.a': '{', 'murscope.b': '"wide"', 'murscope.c': '"files"' }));
  expect(memory.get('a', isNumber, 1)).toBe(1);
  expect(memory.get('b', isNumber, 1)).toBe(1);
  expect(memory.get('c', oneOf('files', 'config'), 'config')).toBe('files');
  expect(memory.get('d', isNumber, 1)).toBe(1);
});

test('a storage that is full or forbidden loses nothing but the memory', () => {
  const broken = {
    getItem: () => {
      throw new Error('forbidden');
    },
    setItem: () => {
      throw new Error('full');
    },
  };
  expect(() => memoryIn(broken).set('a', 1)).not.toThrow();
  expect(memoryIn(broken).get('a', isNumber, 7)).toBe(7);
  expect(memoryIn(null).get('a', isNumber, 7)).toBe(7);
});
