import { describe, expect, test } from 'vitest';
import { asNamedHere, notFound, packagesFor, whatToDo } from './linux-libraries.mjs';

const LDD = `	linux-vdso.so.1 (0x00007ffd)
	libnss3.so => not found
	libnssutil3.so => not found
	libgtk-3.so.0 => not found
	libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f)
	libstrange.so.9 => not found
`;

describe('the libraries a window needs', () => {
  test('are read from what ldd does not find', () => {
    expect(notFound(LDD)).toEqual(['libnss3.so', 'libnssutil3.so', 'libgtk-3.so.0', 'libstrange.so.9']);
    expect(notFound('\tstatically linked\n')).toEqual([]);
  });

  test('become packages, each once, and say which library has none', () => {
    expect(packagesFor(notFound(LDD), { xvfb: true })).toEqual({
      packages: ['libgtk-3-0', 'libnss3', 'xvfb'],
      unknown: ['libstrange.so.9'],
    });
    expect(packagesFor([], { xvfb: false })).toEqual({ packages: [], unknown: [] });
  });

  test('take the names of a Debian with 64-bit time only where the old name is gone', () => {
    const lists = new Set(['libasound2t64', 'libgtk-3-0t64', 'libgtk-3-0', 'libnss3']);
    const named = asNamedHere(['libasound2', 'libgtk-3-0', 'libnss3', 'nowhere'], (name: string) => lists.has(name));
    expect(named).toEqual(['libasound2t64', 'libgtk-3-0', 'libnss3', 'nowhere']);
  });

  test('are told to a person as one line to run', () => {
    const lines: string[] = whatToDo({ packages: ['libnss3', 'xvfb'], unknown: [] }, true).split('\n');
    expect(lines.filter((line) => line.startsWith('  sudo '))).toEqual([
      '  sudo apt-get update && sudo apt-get install -y --no-install-recommends libnss3 xvfb',
    ]);
    expect(whatToDo({ packages: ['libnss3'], unknown: [] }, false)).not.toContain('apt-get');
    expect(whatToDo({ packages: [], unknown: ['libstrange.so.9'] }, true)).toContain('libstrange.so.9');
  });
});
