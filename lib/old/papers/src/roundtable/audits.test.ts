import { describe, expect, it } from 'vitest';
import type { Finding } from '../finding';
import { roundtable } from './index';
import { errorCounts } from './recommendation-audit';

const verdict = (findings: readonly Finding[], which: boolean | null): string[] =>
  findings.filter(({ agrees }) => agrees === which).map(({ claim }) => claim);
const find = (findings: readonly Finding[], claim: RegExp): Finding => {
  const found = findings.filter((one) => claim.test(one.claim));
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} findings match ${claim}`);
  return found[0];
};

describe('errorCounts', () => {
  it('known: counts by hand', () => {
    // Four examples, errors 0, 1, 1, 2: sum 4, squares 6; MAE 1.00, RMSE sqrt(1.5) = 1.22.
    expect(errorCounts(1, 1.22, 4)).toEqual({ 0: 1, 1: 2, 2: 1, 3: 0, 4: 0 });
    expect(errorCounts(0, 0, 100)).toEqual({ 0: 100, 1: 0, 2: 0, 3: 0, 4: 0 });
    // Whole errors have squares at least as large as themselves: MAE 0.50 needs RMSE >= sqrt(0.5) = 0.71.
    expect(errorCounts(0.5, 0.6, 100)).toBeNull();
    // Errors of at most 4: sum of squares at most 4 x sum, so MAE 0.50 allows RMSE up to sqrt(2) = 1.41.
    expect(errorCounts(0.5, 1.5, 100)).toBeNull();
    expect(errorCounts(4.5, 4.5, 10)).toBeNull();
  });

  it('law: what it returns has the printed mean and root mean square', () => {
    for (const [mae, rmse] of [
      [0.85, 1.03],
      [0.75, 0.97],
      [0.9, 1.2],
    ] as const) {
      const counts = errorCounts(mae, rmse, 100);
      if (!counts) throw new Error(`none for ${mae}, ${rmse}`);
      const errors = Object.entries(counts).flatMap(([error, times]: [string, number]) =>
        Array<number>(times).fill(Number(error)),
      );
      expect(errors).toHaveLength(100);
      expect(Math.abs(errors.reduce((sum, one) => sum + one, 0) / 100 - mae)).toBeLessThan(0.005 + 1e-9);
      expect(Math.abs(Math.sqrt(errors.reduce((sum, one) => sum + one * one, 0) / 100) - rmse)).toBeLessThan(
        0.005 + 1e-9,
      );
    }
  });
});

describe('the audit of the recommendation system', () => {
  it('known: its verdicts', () => {
    expect(roundtable.auditRecommendation()).toHaveLength(7);
    expect(verdict(roundtable.auditRecommendation(), false)).toEqual([
      'reading: "consistent improvement over time" means from each round to the next',
    ]);
  });

  it('known: changes from round 1 to 10', () => {
    // Discrete, MAE: 0.88 - 0.85, 0.86 - 0.81, 0.84 - 0.81; RMSE of majority 1.06 - 1.08.
    const { recomputed } = find(roundtable.auditRecommendation(), /^discrete/);
    expect(recomputed).toContain('MAE: unanimous +0.03, majority +0.05, plurality +0.03;');
    expect(recomputed).toContain('majority -0.02');
  });
});

describe('the audit of language', () => {
  it('known: its verdicts', () => {
    expect(roundtable.auditLanguage()).toHaveLength(20);
    expect(verdict(roundtable.auditLanguage(), null)).toEqual([
      "reading: the ratio is a share of a round's messages (300), or of its collaborations (100)",
    ]);
    expect(verdict(roundtable.auditLanguage(), false)).toEqual([
      'reading: message length grows by what the mean message of Figure 5 grows from round 1 to 10',
      'message length rises over time, to the last round',
      'reading: complexity in the recommendation system rises or stays level from each round to the next',
      'information distance decreases steadily',
      'Inform and Request are the most frequent acts in both environments',
      'Confirm rises sharply after round 3 in the recommendation system, more gradually in the exchange economy',
      'Evaluate is high in all rounds',
      'Compromise, Defend, Accept and Decline are rare',
      "reading: the ratio is an act's share of all labels given in a round",
    ]);
  });

  it('known: the growth of message length by two readings', () => {
    // Economy 549 / 258 = 2.1279, recommendation 627 / 404 = 1.5520, both 1176 / 662 = 1.7764.
    expect(find(roundtable.auditLanguage(), /mean message of Figure 5/).recomputed).toBe(
      '112.79% in the exchange economy, 55.20% in the recommendation system, 77.64% of both together',
    );
    // 94/46 + 91/43 + 90/42 + 93/42 + 90/43 + 91/42 = 12.7766; 104/68 + 105/67 + 106/67 + 105/67 + 104/67 + 103/68
    // = 9.3128; (12.7766 + 9.3128) / 12 = 1.8408.
    expect(find(roundtable.auditLanguage(), /by the mean, over 12/)).toMatchObject({
      recomputed: '84.08%',
      agrees: true,
    });
  });

  it('known: similarity in round 10', () => {
    // Distances sum to 0.63 (economy) and 0.54 (recommendation): 1 - 1.17 / 12 = 0.9025.
    expect(find(roundtable.auditLanguage(), /^similarity/).recomputed).toContain('90.25%');
  });
});

describe('the audit of early stopping', () => {
  it('known: its verdicts', () => {
    expect(roundtable.auditStopping()).toHaveLength(18);
    expect(verdict(roundtable.auditStopping(), null)).toEqual([
      'Information Distance closes this share of the gap to the oracle',
    ]);
    expect(verdict(roundtable.auditStopping(), false)).toEqual([
      'where every collaboration agrees in round 1, First Agreement has the error of round 1',
      'a method that never applies has no stopped round',
      'reading: the stopped round is the mean over all collaborations in which the method applied',
      'reading: Table 11 counts the rounds of Validation Checkpoint from 1',
      'almost all early stopping methods outperform never stopping',
      'reading: language-based stopping improves performance itself by this much',
      'reading: rounds are saved over all collaborations, those that are never stopped running to round 10',
    ]);
  });

  it('known: the share of the gap that is closed', () => {
    // Information Distance: economy (4.44 - 4.41) / (4.65 - 4.41) = 12.5%; recommendation (4.97 - 4.87) / (4.97 - 3.93) = 9.6%.
    expect(find(roundtable.auditStopping(), /^Information Distance closes/).recomputed).toContain(
      '12.5% in the exchange economy, 9.6% in the recommendation system, mean 11.1%',
    );
    // Dialogue Act: 0.05 / 0.24 = 20.8% and 0.09 / 1.04 = 8.7%; both methods: (11.06 + 14.74) / 2 = 12.9%.
    expect(find(roundtable.auditStopping(), /closer to the oracle/).recomputed).toContain('12.9%');
  });

  it('known: rounds saved', () => {
    // (3.3117 + 7.0267 + 3.6500 + 6.2833) / 4 = 5.0679 of 10 rounds.
    expect(find(roundtable.auditStopping(), /where a language-based/).recomputed).toBe(
      '49.3%: the stopped rounds of Table 11 average 5.07',
    );
  });

  it('known: which round Validation Checkpoint means', () => {
    const fromZero = find(roundtable.auditStopping(), /from 0$/);
    expect(fromZero.agrees).toBe(true);
    // Majority: 2.80 + 1 = 3.80, 0.19 from 3.61; as printed it is 0.81 away.
    expect(fromZero.recomputed).toContain('in 12 of 12 cells: 3.60 for 3.50, 3.80 for 3.61');
    expect(find(roundtable.auditStopping(), /from 1$/).recomputed).toContain('in 0 of 12 cells');
    // Rated: 5 x 76.83 - 3 x 74.02 - 80.85 = 81.24 in round 4; plurality 351.70 - 192.51 - 79.42 = 79.77.
    expect(find(roundtable.auditStopping(), /fourth round/).recomputed).toContain(
      'round 4: plurality 0.7977, rated 0.8124, cumulative 0.8125',
    );
  });

  it('known: cells better, equal and worse than never stopping', () => {
    // Economy by method 0/1/5, 1/5/0, 5/0/1, 5/0/1, 5/0/1; recommendation 3/0/3, 4/1/1, 4/0/2, 3/1/2, 4/0/2.
    expect(find(roundtable.auditStopping(), /^almost all/).recomputed).toBe(
      'of 60 cells 34 are better than @10, 8 equal, 18 worse',
    );
  });
});
