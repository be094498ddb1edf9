/** Counting what passed: every unit test is one, every other stage and every notebook is one. */

export const none = { passed: 0, failed: 0, skipped: 0 };
export const one = (ok) => (ok ? { ...none, passed: 1 } : { ...none, failed: 1 });

export function add(...counts) {
  const sum = (name) => counts.reduce((total, count) => total + count[name], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/** The last line of a test run. */
export function printCounts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** A run without a single test is not a success. */
export const succeeded = ({ passed, failed }) => failed === 0 && passed > 0;

/**
 * Counts of a vitest run, from its JSON report. A file that could not be run counts as one failure, and so
 * does a run that ended badly for any other reason (no report, an error outside of tests).
 * @param report - vitest's report, or undefined when it wrote none
 * @param exitCode - vitest's
 */
export function countUnitTests(report, exitCode) {
  const counts = { ...none };
  for (const file of report?.testResults ?? []) {
    const statuses = file.assertionResults.map((test) => test.status);
    const failed = statuses.filter((status) => status === 'failed').length;
    const passed = statuses.filter((status) => status === 'passed').length;
    counts.passed += passed;
    counts.failed += failed > 0 || file.status !== 'failed' ? failed : 1;
    counts.skipped += statuses.length - passed - failed;
  }
  if (counts.failed === 0 && (exitCode !== 0 || counts.passed === 0)) counts.failed = 1;
  return counts;
}
