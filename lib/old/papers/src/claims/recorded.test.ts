import { describe, expect, it } from 'vitest';
import { locateDataset } from 'agora-core/datasets';
import { recorded } from 'agora-core/transcripts';
import { claimsFile, committedTests } from './committed-tests';
import { gediMeasures } from './gedi-recorded';
import { rateQuestion } from './gedi-raters';
import { negotiations } from './negotiations';
import { recordedNeeds, recordedTests } from './recorded';
import { type RecordedTests, testsOf } from './recorded-tests';
import { dealMeasures } from './roundtable-recorded';
import { isThorough, seldom } from '../../../core/src/testing/thorough';

const absent = recordedNeeds.s2mad.filter((name) => locateDataset(name) === null);

/** The committed tests of the same claims. */
const committedOf = (paper: 'gedi' | 'roundtable', tests: RecordedTests) =>
  Object.fromEntries(Object.entries(committedTests(paper)).filter(([id]) => id in tests));

describe('recordedTests', () => {
  it.skipIf(!isThorough)(
    `reference: the committed tests of GEDI come out again, but for random raters${seldom}`,
    { timeout: 300_000 },
    () => {
      const set = [...recorded('mmlu-rater-probabilities')];
      const measured = gediMeasures(set.map((one) => rateQuestion(one, { draws: 1, seed: 1 })));
      const without = ['pluralityIsRobust', 'threeUnreliableAreBorne']; // 200 draws a question take minutes
      const all = Object.entries(measured).filter(([id]) => !without.includes(id));
      expect(all).toHaveLength(12);
      const tests = testsOf('gedi', Object.fromEntries(all));
      expect(claimsFile('gedi', tests).tests).toEqual(committedOf('gedi', tests));
    },
  );

  it.skipIf(!isThorough)(
    `reference: so do those of RoundTable that need deals alone${seldom}`,
    { timeout: 300_000 },
    () => {
      const tests = testsOf(
        'roundtable',
        dealMeasures({ words: negotiations('words'), tags: negotiations('tags') }),
      );
      expect(Object.keys(tests).length).toBe(4);
      expect(claimsFile('roundtable', tests).tests).toEqual(committedOf('roundtable', tests));
    },
  );

  it.skipIf(!isThorough || absent.length > 0)(
    `reference: the committed tests of S2-MAD come out again${seldom} (skipped where ${absent.join(', ') || 'a set'} is absent)`,
    { timeout: 300_000 },
    async () => {
      expect(claimsFile('s2mad', await recordedTests('s2mad')).tests).toEqual(committedTests('s2mad'));
    },
  );
});
