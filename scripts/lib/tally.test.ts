import { describe, expect, test } from 'vitest';
import { oneStep, playwrightCounts, sum, tallyLine, vitestCounts } from './tally.mjs';

const unit = (over: object = {}) => ({
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 1,
  testResults: [{ status: 'passed', assertionResults: [{}] }],
  ...over,
});
const stats = (over: object = {}) => ({ stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 0, ...over } });

describe('the count of a test run', () => {
  test('adds what the runners counted', () => {
    const total = sum([oneStep(true), vitestCounts(unit(), true), playwrightCounts(stats(), true)]);
    expect(total).toEqual({ passed: 9, failed: 0, skipped: 1 });
    expect(tallyLine(total)).toBe('9 passed, 0 failed');
  });

  test('is none where everything was skipped for a reason', () => {
    expect(playwrightCounts(stats({ expected: 0, skipped: 4 }), true)).toEqual({ passed: 0, failed: 0, skipped: 4 });
  });

  test.each([
    [
      'a file that could not be loaded',
      vitestCounts(unit({ testResults: [{ status: 'failed', assertionResults: [] }] }), false),
    ],
    ['a run that ended badly without saying why', vitestCounts(unit(), false)],
    ['a run without any test', vitestCounts(unit({ numPassedTests: 0, numPendingTests: 0 }), true)],
    ['a flaky test', playwrightCounts(stats({ flaky: 1 }), true)],
    ['an error outside of tests', playwrightCounts({ ...stats(), errors: [{}] }, false)],
    ['a failed step', oneStep(false)],
  ])('never passes %s', (_what, counts) => {
    expect(counts.failed).toBe(1);
  });
});
