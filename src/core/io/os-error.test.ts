import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { osErrorOf } from './os-error';

const errorOf = (path: string) => {
  try {
    readFileSync(path);
    return null;
  } catch (error) {
    return osErrorOf(error);
  }
};

describe("the system's errors in Rust's words", () => {
  it.each([
    ['/nowhere/at/all', { kind: 'NotFound', message: 'No such file or directory (os error 2)' }],
    ['', { kind: 'NotFound', message: 'No such file or directory (os error 2)' }],
    ['/', { kind: 'IsADirectory', message: 'Is a directory (os error 21)' }],
    ['/etc/passwd/x', { kind: 'NotADirectory', message: 'Not a directory (os error 20)' }],
    ['a\0b', { kind: 'InvalidInput', message: 'file name contained an unexpected NUL byte' }],
  ])('%j', (path, expected) => {
    expect(errorOf(path)).toEqual(expected);
  });

  it('keeps the words of an error it does not know', () => {
    expect(osErrorOf(new Error('odd'))).toEqual({ kind: 'Uncategorized', message: 'odd' });
  });
});
