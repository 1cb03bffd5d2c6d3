import { describe, expect, it } from 'vitest';
import { component } from '../../../test/support/component';
import { dangerOf } from './save-danger';

const nothing = new Uint8Array(0);
const of = (name: string, head: Uint8Array | string = nothing, mode: number | null = null) =>
  dangerOf({ name, mode, head: typeof head === 'string' ? Buffer.from(head, 'latin1') : head })?.kind ?? null;

describe('an entry is dangerous', () => {
  it.each([
    ['setup.exe', 'program'],
    ['a/b.SCR', 'program'],
    ['run.sh', 'script'],
    ['tool.py', 'script'],
    ['x.ps1', 'script'],
    ['x.js', 'script'],
    ['pkg.msi', 'installer'],
    ['pkg.deb', 'installer'],
    ['disk.iso', 'installer'],
    ['a.lnk', 'shortcut'],
    ['a.url', 'shortcut'],
    ['a.desktop', 'shortcut'],
    ['book.xlsm', 'document'],
    ['invoice.pdf.exe', 'disguised'],
    ['photo.png   .scr', 'disguised'],
    ['x.exe. ', 'program'],
    ['text\u202etxt.md', 'disguised'],
    ['note.md.', 'disguised'],
    ['dir\\evil.cmd', 'script'],
  ])('by its name: %j is a %s', (name, kind) => {
    expect(of(name)).toBe(kind);
  });

  it.each([
    ['an ELF program', Buffer.from('7f454c4602010100000000000000000002003e00', 'hex'), 'program'],
    ['a shell script', '#!/bin/sh\necho x\n', 'script'],
    ['a script in any language', '#!/usr/bin/env -S deno run\n', 'script'],
    ['a batch file', '@ECHO off\r\n', 'script'],
    ['a desktop file', '\xef\xbb\xbf[Desktop Entry]\nExec=x\n', 'shortcut'],
    ['an internet shortcut', '[InternetShortcut]\r\nURL=file:///x\r\n', 'shortcut'],
    ['a link of Windows', 'L\0\0\0\x01\x14\x02\0\0\0\0\0\xc0\0\0\0\0\0\0F', 'shortcut'],
    ['an rpm', '\xed\xab\xee\xdb\x03\0', 'installer'],
    ['a deb', '!<arch>\ndebian-binary   ', 'installer'],
  ])('by its first bytes, whatever its name: %s', (_, head, kind) => {
    expect(of('readme.txt', head)).toBe(kind);
  });

  it('by its execute bit', () => {
    expect(of('bin/house', 'data', 0o100755)).toBe('program');
    expect(of('bin/house', 'data', 0o100644)).toBeNull();
  });
});

describe('an entry is not dangerous', () => {
  it.each([
    ['README.md', '# Title\n'],
    ['murmur.yaml', 'name: x\n'],
    ['image.png', '\x89PNG\r\n\x1a\n'],
    ['a.tar.gz', '\x1f\x8b\x08'],
    ['page.html.md', 'text'],
    ['exe', 'the word'],
    ['.env', 'A=b'],
    ['notes on setup.exe.md', 'text'],
  ])('%j', (name, head) => {
    expect(of(name, head)).toBeNull();
  });

  it('where it is a component, which no system starts by itself', () => {
    expect(of('capsule.wasm', component([]))).toBeNull();
  });
});

it('the reason completes a sentence and shows nothing as it is', () => {
  expect(dangerOf({ name: 'a.sh', mode: null, head: nothing })?.why).toBe('is a script (.sh)');
  expect(dangerOf({ name: 'a.pdf.exe', mode: null, head: nothing })?.why).toBe(
    'looks like another kind of file but is a program (.exe)',
  );
  const hostile = dangerOf({ name: 'a', mode: null, head: Buffer.from('#!/bin/\x1b[31mx\n', 'latin1') });
  expect(hostile?.why).toBe('is a script (#! ⟨U+001B⟩[31mx)');
});
