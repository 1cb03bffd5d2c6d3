import { expect, test } from 'vitest';
import type { Entry } from '../../shared/models/package';
import { CheckedEntries, packCheck } from './packed-check';

const entry = (index: number, over: Partial<Entry> = {}): Entry => ({
  index,
  name: `e${index}`,
  kind: 'file',
  method: 8,
  compressedSize: 1,
  size: 1,
  crc32: '00000000',
  encrypted: false,
  modified: null,
  safeName: `e${index}`,
  readBy: ['murmur'],
  findings: [],
  ...over,
});

test('what a check found is the same on the other side, and clones as few pieces', () => {
  const checked = [
    entry(0, { findings: ['overlap'], read: { ok: true, sha256: 'ab'.repeat(32) } }),
    entry(1),
    entry(2, { findings: ['overlap'], read: { ok: false, code: 'crc-mismatch', message: 'Invalid checksum' } }),
    entry(3, { findings: ['overlap', 'symlink'], read: { ok: true, sha256: '01'.repeat(32) } }),
  ];
  const packed = structuredClone(packCheck(checked, checked.length));
  expect(packed.lists).toHaveLength(3);
  const other = new CheckedEntries(packed);
  expect(checked.map(({ index }) => other.join(entry(index)))).toEqual(checked);
});

test('an entry that the check did not know keeps what it had', () => {
  const other = new CheckedEntries(packCheck([], 0));
  expect(other.join(entry(5, { findings: ['symlink'] }))).toEqual(entry(5, { findings: ['symlink'] }));
});
