import { describe, expect, it } from 'vitest';
import { claimRows } from './claim-rows';
import { verdictCounts } from './verdicts';

describe('claimRows', () => {
  it('known: one row of GEDI', () => {
    expect(claimRows('gedi').find(({ claim }) => claim === 'gedi.votingNeverLoses')).toMatchObject({
      paper: 'GEDI',
      verdict: 'holds',
      bound: 'above -0.5',
      clusters: 2886,
      printed: 'inconsistent',
    });
  });

  it('law: as many rows as claims, and each verdict as often as it is counted', () => {
    const rows = claimRows();
    for (const { claims, recorded } of verdictCounts().filter(({ paper }) => paper === 'gedi')) {
      const own = rows.filter(({ claim }) => claim.startsWith('gedi.'));
      expect(own).toHaveLength(claims);
      expect(own.filter(({ verdict }) => verdict === 'holds')).toHaveLength(recorded.holds);
    }
    expect(
      rows.every(
        ({ effect, distance, why }) =>
          (effect === null) === (why !== '') && (effect === null) === (distance === null),
      ),
    ).toBe(true);
  });

  it('contract: a paper that there is not is named', () => {
    expect(() => claimRows('typo' as never)).toThrow('claimRows needs');
  });
});
