import { describe, expect, it } from 'vitest';
import { casesOfGains, tryClaim } from './try-claim';
import { verdictOn } from './verdicts';

const id = 'gedi.votingNeverLoses';

describe('tryClaim', () => {
  const cases = casesOfGains();

  it('known: as specified it finds what is committed', () => {
    const { verdict, found, corrected } = verdictOn(id).recorded;
    const tried = tryClaim(id, cases);
    expect(tried.verdict).toBe(verdict);
    expect(tried.effect).toBeCloseTo(found?.effect ?? NaN, 6);
    expect(tried.low).toBeCloseTo(found?.low ?? NaN, 6);
    expect(tried.corrected).toBeCloseTo(corrected ?? NaN, 7);
  });

  it('known: without the margin the same numbers do not hold', () => {
    // The weakest rule gains 0.519 [-0.047, 1.085]: all above -0.5, not all above 0, and far below 2.
    const verdictAt = (bound: number) => tryClaim(id, cases, { bound: bound }).verdict;
    expect([-0.5, 0, 2].map(verdictAt)).toEqual(['holds', 'not shown', 'reversed']);
  });

  it('contract: no such claim, one without a recorded test, too few cases and a wrong bound are named', () => {
    expect(() => tryClaim('gedi.votingNeverLosses', cases)).toThrow('did you mean "gedi.votingNeverLoses"?');
    expect(() => tryClaim('deliberation.toolsHelpInMost', cases)).toThrow('has no test on recorded evidence');
    expect(() => tryClaim(id, cases.slice(0, 12))).toThrow('cannot be tested on these cases: 2 clusters');
    expect(() => tryClaim(id, cases, { bound: NaN })).toThrow('needs a number as change.bound');
  });
});
