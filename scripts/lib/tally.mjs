/** What one step of a test run counted. A step without tests counts as one. */
export const oneStep = (passed) => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 });

/** Counts of vitest's JSON report. A file that could not be loaded has no tests and counts as one failure. */
export function vitestCounts(report, exitedWell) {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  return atLeastOneFailure(
    {
      passed: report.numPassedTests,
      failed: report.numFailedTests + broken,
      skipped: report.numPendingTests + (report.numTodoTests ?? 0),
    },
    exitedWell,
  );
}

/** Counts of Playwright's JSON report. A flaky test, which failed once, is a failure here. */
export function playwrightCounts({ stats, errors = [] }, exitedWell) {
  const failed = stats.unexpected + stats.flaky + errors.length;
  return atLeastOneFailure({ passed: stats.expected, failed, skipped: stats.skipped }, exitedWell);
}

// A run that ends badly or that ran nothing must never read as a pass.
function atLeastOneFailure(counts, exitedWell) {
  const bad = !exitedWell || counts.passed + counts.failed + counts.skipped === 0;
  return bad && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

export const sum = (all) =>
  all.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }), {
    passed: 0,
    failed: 0,
    skipped: 0,
  });

/** The line that `.ci/run` ends with. */
export const tallyLine = ({ passed, failed }) => `${passed} passed, ${failed} failed`;
