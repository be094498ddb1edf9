import { describe, expect, it } from 'vitest';
import { cohensKappa } from './cohens-kappa';

const repeated = (label: string, times: number): string[] => Array.from({ length: times }, () => label);

describe('cohensKappa', () => {
  it('known: 20 both yes, 15 both no, 5 and 10 apart: agreement 0.7, expected 0.5', () => {
    // first: 25 yes of 50; second: 30 yes. 0.5 x 0.6 + 0.5 x 0.4 = 0.5; kappa = 0.2 / 0.5 = 0.4
    const first = [
      ...repeated('yes', 20),
      ...repeated('yes', 5),
      ...repeated('no', 10),
      ...repeated('no', 15),
    ];
    const second = [
      ...repeated('yes', 20),
      ...repeated('no', 5),
      ...repeated('yes', 10),
      ...repeated('no', 15),
    ];
    const { kappa, agreement, expected, standardError, n } = cohensKappa(first, second);
    expect([kappa, agreement, expected, n]).toEqual([expect.closeTo(0.4, 12), 0.7, 0.5, 50]);
    expect(standardError).toBeCloseTo(Math.sqrt((0.7 * 0.3) / (50 * 0.25)), 12);
  });

  it('law: it is the same whoever comes first and whatever labels are called; 1 for the same, null for one label alone', () => {
    const [a, b] = [
      ['x', 'y', 'z', 'x', 'y'],
      ['x', 'z', 'z', 'y', 'y'],
    ];
    expect(cohensKappa(a, b)).toEqual(cohensKappa(b, a));
    const renamed = (list: string[]) => list.map((label) => `${label}!`);
    expect(cohensKappa(renamed(a), renamed(b))).toEqual(cohensKappa(a, b));
    expect(cohensKappa(a, a).kappa).toBe(1);
    expect(cohensKappa(['x', 'x'], ['x', 'x']).kappa).toBeNull();
  });

  it('contract: lists of different length, and none, are refused', () => {
    expect(() => cohensKappa(['x'], ['x', 'y'])).toThrow('as many labels of both readers, got 1 and 2');
    expect(() => cohensKappa([], [])).toThrow('cohensKappa needs');
  });
});
