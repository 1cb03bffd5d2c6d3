import { expect, test } from 'vitest';
import {
  archiveDate,
  bytes,
  exactBytes,
  hexOffset,
  inUnit,
  moment,
  percent,
  plural,
  seconds,
  shortDigest,
  sizeUnit,
} from './format';

/** A text of the tables below with the separators of the locale that runs the test. */
function here(text: string): string {
  const part = (type: string) =>
    new Intl.NumberFormat().formatToParts(1234.5).find((one) => one.type === type)?.value ?? '';
  return text.replace(/[,.]/g, (sign) => part(sign === ',' ? 'group' : 'decimal'));
}

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1.0 kB'],
  [42_619, '42.6 kB'],
  [999_949, '999.9 kB'],
  [999_950, '1.0 MB'],
  [104_857_600, '104.9 MB'],
  [1_099_511_627_776, '1.1 TB'],
])('%d bytes are written as %s', (value, text) => {
  expect(bytes(value)).toBe(here(text));
});

test('an exact size has every digit', () => {
  expect(exactBytes(42_619)).toBe(here('42,619 bytes'));
  expect(exactBytes(1)).toBe('1 byte');
});

test('a column of sizes has the unit of its largest value', () => {
  const unit = sizeUnit(42_619);
  expect(unit).toBe('kB');
  expect([42_619, 795, 10, 0].map((value) => inUnit(value, unit))).toEqual(['42.6', '0.8', '< 0.1', '0.0'].map(here));
  expect(sizeUnit(999)).toBe('bytes');
  expect(inUnit(999, 'bytes')).toBe('999');
});

test('a share is a whole percent, small ones are not rounded to nothing', () => {
  expect(percent(36, 100)).toBe('36 %');
  expect(percent(1, 1000)).toBe('< 1 %');
  expect(percent(0, 1000)).toBe('0 %');
  expect(percent(5, 0)).toBe('—');
  expect(percent(150, 100)).toBe('150 %');
});

test('counts take the right noun', () => {
  expect(plural(1, 'entry', 'entries')).toBe('1 entry');
  expect(plural(1204, 'entry', 'entries')).toBe(here('1,204 entries'));
});

test('dates of an archive are shown as they stand, without a time zone', () => {
  expect(archiveDate('1980-01-01T00:00:00')).toBe('1980-01-01 00:00');
  expect(archiveDate(null)).toBe('—');
});

test('today and yesterday are called so', () => {
  const noon = new Date(2026, 5, 15, 12, 0).getTime();
  expect(moment(noon - 3_600_000, noon)).toMatch(/^today /);
  expect(moment(noon - 13 * 3_600_000, noon)).toMatch(/^yesterday /);
  expect(moment(noon - 5 * 86_400_000, noon)).toContain('2026');
});

test('short forms keep what the eye compares', () => {
  expect(seconds(4.4)).toBe('4 ms');
  expect(seconds(1530)).toBe(here('1.5 s'));
  expect(shortDigest('05c5511c00000000000000007aef')).toBe('05c5511c…7aef');
  expect(hexOffset(1204)).toBe('000004b4');
});
