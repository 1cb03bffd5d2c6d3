import { describe, expect, it } from 'vitest';
import { looksLike, scriptProgram } from './looks-like';

const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));
const ascii = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
const padded = (text: string, length: number) => {
  const bytes = new Uint8Array(length);
  bytes.set(ascii(text));
  return bytes;
};

function tar(): Uint8Array {
  const bytes = padded('a.txt', 512);
  bytes.set(ascii('ustar'), 257);
  return bytes;
}

function windows(signature: string): Uint8Array {
  const bytes = padded('MZ', 256);
  bytes[60] = 128;
  bytes.set(ascii(signature), 128);
  return bytes;
}

describe('what bytes look like', () => {
  it.each([
    ['WebAssembly core module', hex('0061736d 01000000 00')],
    ['WebAssembly component', hex('0061736d 0d000100 00')],
    ['WebAssembly of an unknown version', hex('0061736d 02000000')],
    ['PNG image', hex('89504e47 0d0a1a0a 0000000d')],
    ['JPEG image', hex('ffd8ffe0 0010')],
    ['GIF image', padded('GIF89a', 20)],
    ['GIF image', padded('GIF87a', 20)],
    ['WebP image', padded('RIFF\x10\x00\x00\x00WEBPVP8 ', 20)],
    ['WAV sound', padded('RIFF\x10\x00\x00\x00WAVE', 20)],
    ['zip archive', hex('504b0304 14000000')],
    ['empty zip archive', padded('PK\x05\x06', 22)],
    ['gzip data', hex('1f8b0800 00')],
    ['ELF program (64-bit)', hex('7f454c46 02010100 0000000000000000 0200 3e00')],
    ['ELF shared object or program (32-bit)', hex('7f454c46 01020100 0000000000000000 0003 0008')],
    ['Mach-O program (64-bit)', hex('cffaedfe 07000001')],
    ['Mach-O universal program', hex('cafebabe 00000002')],
    ['Java class', hex('cafebabe 00000034')],
    ['Windows program (PE)', windows('PE\0\0')],
    ['DOS program', windows('xx')],
    ['PDF document', ascii('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n\0')],
    ['PDF document', ascii('%PDF-1.7\n')],
    ['SQLite database', padded('SQLite format 3', 100)],
    ['tar archive', tar()],
    ['BMP image', padded('BM\x36\x10', 30)],
    ['shell script', ascii('#!/bin/sh\necho hi\n')],
    ['shell script', ascii('#!/usr/bin/env -S LANG=C bash -e\n')],
    ['script for python3.12', ascii('#!/usr/bin/env python3.12\n')],
    ['UTF-8 text', ascii('GGUF and ID3 are letters\n')],
    ['UTF-8 text', Uint8Array.from(Buffer.from('name: żółć\n'))],
    ['UTF-16 text (little-endian)', hex('fffe 6100 0a00')],
    ['text that is not UTF-8', ascii('na\xefve caf\xe9 und sch\xf6n, a long line of it')],
    ['binary data', hex('00ff 80 01 02 03')],
    ['binary data', ascii('\x01\x02\x03\x04')],
    ['empty file', new Uint8Array(0)],
  ])('%s', (name, bytes) => {
    expect(looksLike(bytes)).toBe(name);
  });

  it('holds for every length a file may be cut to', () => {
    for (const whole of [hex('0061736d0d000100'), windows('PE'), hex('cafebabe00000002'), tar()]) {
      for (let length = 0; length < whole.length; length++) {
        expect(looksLike(whole.subarray(0, length))).not.toBe('');
      }
    }
  });

  it('takes the program of a script out of its first line, and nothing else', () => {
    expect(scriptProgram(ascii('#!\n'))).toBeNull();
    expect(scriptProgram(ascii('#! /usr/bin/node --x\nfoo'))).toBe('node');
    expect(looksLike(ascii(`#!/${'x'.repeat(300)}\n`))).toBe('script');
  });
});
