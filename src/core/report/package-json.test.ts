import { describe, expect, it } from 'vitest';
import type { Entry } from '../../shared/models/package';
import { entryJson } from './package-json';

const ENTRY: Entry = {
  index: 3,
  name: 'a/b.md',
  kind: 'file',
  method: 8,
  compressedSize: 1,
  size: 2 ** 40,
  crc32: '05c5511c',
  encrypted: false,
  modified: '1980-01-01T00:00:00',
  safeName: 'a/b.md',
  readBy: ['murmur', 'resolver'],
  findings: [],
};

describe('an entry as JSON', () => {
  it.each<[string, Partial<Entry>]>([
    ['plain', {}],
    ['escapes in the name', { name: 'a"b\\c\n\u0000\u2028\ud800', safeName: 'a"b\\c\n\u0000\u2028\ud800' }],
    ['another safe name', { name: '/a', safeName: 'a' }],
    ['a name that is refused', { name: '../a', safeName: null, readBy: ['murmur'] }],
    ['nothing reads it', { readBy: [], modified: null, encrypted: true }],
    ['findings', { findings: ['name-bidi', 'overlap'] }],
    ['read', { read: { ok: true, sha256: 'ab' } }],
    ['not read', { read: { ok: false, code: null, message: '"x"' } }],
  ])('is what JSON.stringify makes of it: %s', (_, changed) => {
    const entry = { ...ENTRY, ...changed };
    expect(entryJson(entry)).toBe(JSON.stringify(entry));
  });

  it('has the raw bytes of a name after the name', () => {
    expect(entryJson({ ...ENTRY, name: 'é', nameBytes: '82' })).toContain('"name":"é","nameBytes":"82","kind"');
  });
});
