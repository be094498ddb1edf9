import { describe, expect, it } from 'vitest';
import { add, countUnitTests, none, one, printCounts, succeeded, testEnvironment } from './test.mjs';

const file = (status, ...statuses) => ({
  status,
  assertionResults: statuses.map((each) => ({ status: each })),
});

describe('counts', () => {
  it('known: the last line', () => {
    expect(printCounts({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed');
    expect(printCounts(add(one(true), one(false), { ...none, skipped: 2 }))).toBe(
      '1 passed, 1 failed, 2 skipped',
    );
  });

  it('law: no test is no success', () => {
    expect(succeeded(none)).toBe(false);
    expect(succeeded({ ...none, skipped: 3 })).toBe(false);
    expect(succeeded(one(true))).toBe(true);
    expect(succeeded(add(one(true), one(false)))).toBe(false);
    expect(add()).toEqual(none);
  });

  it('known: tests of a report by what became of them', () => {
    const report = {
      testResults: [file('passed', 'passed', 'pending', 'todo'), file('failed', 'passed', 'failed')],
    };
    expect(countUnitTests(report, 1)).toEqual({ passed: 2, failed: 1, skipped: 2 });
  });

  it('known: a file that does not load is one failure, beside the failures of others', () => {
    const report = {
      testResults: [file('failed'), file('failed', 'failed', 'failed'), file('passed', 'passed')],
    };
    expect(countUnitTests(report, 1)).toEqual({ passed: 1, failed: 3, skipped: 0 });
  });

  it('law: a bad end without a failed test is a failure', () => {
    expect(countUnitTests({ testResults: [file('passed', 'passed')] }, 1)).toMatchObject({
      passed: 1,
      failed: 1,
    });
    expect(countUnitTests(undefined, 0)).toMatchObject({ failed: 1 });
    expect(countUnitTests({ testResults: [] }, 0)).toMatchObject({ failed: 1 });
  });
});

describe('testEnvironment', () => {
  it('contract: tests see neither the user’s model nor keys, but the shared data', () => {
    const env = {
      AGORA_MODEL: 'openai:m',
      OPENAI_API_KEY: 'k',
      AGORA_SHARED_DATA: 'd',
      AGORA_FIGURES: 'f',
      PATH: 'p',
    };
    const { NO_COLOR: _, ...rest } = testEnvironment(env, 'home');
    expect(rest).toEqual({ AGORA_SHARED_DATA: 'd', PATH: 'p', AGORA_HOME: 'home' });
  });
});
