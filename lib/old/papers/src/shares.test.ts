import { describe, expect, it } from 'vitest';
import type { Row } from 'agora-core/metrics';
import { averageShares, withShareLimits } from './shares';

const row = { standardError: null, low: null, high: null, n: 1, evidence: 'live' } as const;
const of = (column: string, values: readonly (number | null)[]): Row[] =>
  values.map((value, place) => ({ ...row, column: column, collaboration: place, value: value }));
const isAccuracy = ({ column }: Row): boolean => column === 'accuracy';
const limits = (rows: readonly Row[]) => rows.map(({ low, high }) => [low, high]);

describe('averageShares', () => {
  it('reference: Wilson of 8 of 10 is 49.0 to 94.3, of 10 of 10 it is 72.2 to 100, as statsmodels has them', () => {
    // proportion_confint(8, 10, method='wilson') and (10, 10): 0.4902, 0.9433 and 0.7225, 1.
    const [eight] = averageShares(
      of('accuracy', [100, 100, 0, 0, ...Array<number>(6).fill(100)]),
      isAccuracy,
      'collaboration',
    );
    expect(eight).toMatchObject({ value: 80, n: 10 });
    expect(eight?.low).toBeCloseTo(49.02, 1);
    expect(eight?.high).toBeCloseTo(94.33, 1);
    const [all] = averageShares(of('accuracy', Array<number>(10).fill(100)), isAccuracy, 'collaboration');
    expect(all).toMatchObject({ value: 100, standardError: 0 });
    expect(all?.low).toBeCloseTo(72.25, 1);
    expect(all?.high).toBeCloseTo(100, 9);
  });

  it('known: what is no share keeps its interval by Student, and one case has none', () => {
    const [tokens] = averageShares(of('tokens', [10, 110]), isAccuracy, 'collaboration');
    // 60 with an error of 50; t(0.975, 1) = 12.706.
    expect(tokens?.low).toBeCloseTo(60 - 12.706 * 50, 1);
    expect(limits(averageShares(of('accuracy', [100, null]), isAccuracy, 'collaboration'))).toEqual([
      [null, null],
    ]);
  });

  it('law: no limit is beyond 0 or 100, also where cases are partly right', () => {
    const samples = [
      [0, 0, 0],
      [100, 100],
      [90, 95, 100],
      [0, 1, 0],
      [0, 100, 50],
      [99.9, 100, 100],
    ];
    for (const values of samples)
      for (const { low, high } of averageShares(of('accuracy', values), isAccuracy, 'collaboration')) {
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(100);
        expect(low).toBeLessThan(high as number);
      }
  });

  it('known: limits that come from clusters are cut', () => {
    const clustered = { ...row, column: 'VR', value: 97, standardError: 4, low: 80, high: 114 } as Row;
    expect(limits([withShareLimits(clustered)])).toEqual([[80, 100]]);
  });
});
