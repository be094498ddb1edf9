import { describe, expect, it } from 'vitest';
import { claimCuts, claimTests, testsOf, untestedClaims } from './claim-tests';
import { verdictOn, verdicts } from './verdicts';

describe('claimTests', () => {
  it('known: one test of GEDI in a row', () => {
    expect(claimTests('gedi').find(({ claim }) => claim === 'gedi.votingNeverLoses')).toMatchObject({
      paper: 'GEDI',
      evidence: 'recorded',
      decides: 'plurality',
      found: '0.52 [-0.047, 1.09] percentage points',
      bound: 'above -0.5 percentage points (margin)',
      verdict: 'holds',
      turned: false,
      computed: true,
    });
  });

  it('known: a claim that holds since its test was changed is marked', () => {
    const saves = claimTests('s2mad').find(({ claim }) => claim === 's2mad.savesUpTo94');
    expect(saves).toMatchObject({ verdict: 'holds', turned: true });
  });

  it('known: a live test is a row after the recorded one, and a change of the recorded test does not mark it', () => {
    const row = verdictOn('s2mad.savesUpTo94');
    const tests = testsOf({ ...row, live: { ...row.recorded, verdict: 'not shown' }, second: null });
    expect(tests.map(({ evidence, verdict, turned }) => [evidence, verdict, turned])).toEqual([
      ['recorded', 'holds', true],
      ['live', 'not shown', false],
    ]);
  });

  it('law: every claim is tested or not tested, by each kind of evidence', () => {
    for (const evidence of ['recorded', 'live'] as const) {
      const untested = untestedClaims('s2mad').filter((one) => one.evidence === evidence);
      const tested = claimTests('s2mad').filter((one) => one.evidence === evidence);
      expect(tested.length + untested.reduce((sum, { claims }) => sum + claims, 0)).toBe(
        verdicts('s2mad').length,
      );
    }
  });

  it('contract: a paper that there is not is named', () => {
    for (const called of [claimTests, claimCuts, untestedClaims])
      expect(() => called('typo' as never)).toThrow(`${called.name} needs`);
  });
});

describe('claimCuts', () => {
  it('known: cuts with numbers, in words alone, and not computed', () => {
    const of = (claim: string) => claimCuts().filter((one) => one.claim === claim);
    expect(of('roundtable.messagesGrow').map(({ found }) => found)).toEqual([
      '8.90 [3.36, 22.10]',
      '7.55 [1.74, 13.71]',
      'not computed',
    ]);
    expect(of('gedi.votingNeverLoses')[0]).toMatchObject({ effect: null, found: '' });
  });
});

describe('untestedClaims', () => {
  it('known: on nearly all claims of Deliberation nothing recorded bears, for one reason', () => {
    const [first] = untestedClaims('deliberation');
    expect(first).toMatchObject({ paper: 'Deliberation', evidence: 'recorded', claims: 16 });
    expect(first?.why).toMatch(/^No recorded set/);
  });

  it('law: for each kind of evidence the most frequent reason comes first', () => {
    const counts = untestedClaims('strategies').filter(({ evidence }) => evidence === 'recorded');
    expect(counts.map(({ claims }) => claims)).toEqual(
      counts.map(({ claims }) => claims).sort((one, other) => other - one),
    );
  });
});
