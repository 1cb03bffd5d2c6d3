import { expect, test } from 'vitest';
import { comparedEntries } from '../../../test/support/compared';
import { compareCalls } from '../../shared/contract/compare';
import { textDiff } from './text-diff';

const [A, B] = ['package-0123456789abcdef', 'package-fedcba9876543210'];
const calls = compareCalls;

test('what the core answers about a comparison is what the contract says', async () => {
  const manifest = (version: string) => ({
    name: 'murmur.yaml',
    content: `name: a\nversion: ${version}\nruntime: tool\n`,
  });
  const comparison = await comparedEntries(
    [manifest('1.0.0'), { name: 'old', content: 'x' }, { name: 'gone', content: 'y' }],
    [manifest('2.0.0'), { name: 'new', content: 'x' }, { name: 'added', content: 'z' }],
  );
  const summary = comparison.summary();
  expect(summary.counts).toEqual({ added: 1, removed: 1, renamed: 1, changed: 1, same: 0 });
  expect(calls['compare:run'].value.parse(summary)).toEqual(summary);
  const query = { changes: ['changed' as const, 'removed' as const, 'renamed' as const], filter: '' };
  const { args, value } = calls['compare:rows'];
  expect(args.parse([A, B, query, 0, 100])).toEqual([A, B, query, 0, 100]);
  const rows = { count: comparison.rowCount(query), rows: comparison.rows(query, 0, 100) };
  expect(rows.count).toBe(3);
  expect(value.parse(rows)).toEqual(rows);
});

test.each([
  ['text', 'a\n', 'b'],
  ['binary', '\0', 'b'],
  ['same', 'a', 'a'],
] as const)('a text diff that is %s is what the contract says', (kind, from, to) => {
  const diff = textDiff(Buffer.from(from), Buffer.from(to));
  expect(diff.kind).toBe(kind);
  expect(calls['compare:diff'].value.parse(diff)).toEqual(diff);
});
