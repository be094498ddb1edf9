import { describe, expect, it } from 'vitest';
import { Random } from '../random';
import { leaveGroupOut, ordinaryLeastSquares, type Regression } from './index';

const rows = 60;
const groupOf = Array.from({ length: rows }, (_, row) => (row * 7) % 5);

/** Column 3 is column 0 + column 1, and column 4 is nothing but zeros without group 2. */
function hotRows(random: Random): number[][] {
  return groupOf.map((group) => {
    const [a, b, c] = [random.below(2), random.below(2), random.below(3)] as const;
    return [a, b, c, a + b, group === 2 ? random.below(2) : 0];
  });
}

const responsesOf = (random: Random) => Array.from({ length: rows }, () => random.normal());

/** The same but for the last digits: the sums behind them are added up in another order. */
function expectSame(ours: Regression, theirs: Regression) {
  const numbersOf = ({ terms, rSquared, residualVariance, residuals }: Regression) => [
    ...terms.flatMap(({ coefficient, standardError, t, pValue }) => [coefficient, standardError, t, pValue]),
    rSquared,
    residualVariance,
    ...residuals,
  ];
  expect([ours.rank, ours.observations]).toEqual([theirs.rank, theirs.observations]);
  expect(ours.terms.map(({ name }) => name)).toEqual(theirs.terms.map(({ name }) => name));
  const expected = numbersOf(theirs);
  for (const [place, number] of numbersOf(ours).entries())
    if (number === null) expect(expected[place]).toBeNull();
    else expect(Math.abs(number - (expected[place] ?? NaN))).toBeLessThan(1e-11);
}

describe('leaveGroupOut', () => {
  it('law: it is ordinaryLeastSquares on the other rows, whole numbers or not', () => {
    const random = Random.from(5, 'leave group out');
    for (const scale of [1, 0.37])
      for (const intercept of [true, false]) {
        const design = hotRows(random).map((row) => row.map((entry) => entry * scale));
        const response = responsesOf(random);
        const without = leaveGroupOut(design, response, groupOf, { intercept });
        for (const group of [0, 1, 2, 3, 4]) {
          const others = <T>(values: readonly T[]) => values.filter((_, row) => groupOf[row] !== group);
          expectSame(without(group), ordinaryLeastSquares(others(design), others(response), { intercept }));
        }
        expectSame(without(null), ordinaryLeastSquares(design, response, { intercept }));
      }
  });

  it('known: three groups of one row each, by hand', () => {
    const without = leaveGroupOut([[], [], []], [1, 2, 6], [7, 8, 9]);
    const meansOfTwo = [4, 3.5, 1.5];
    for (const [place, mean] of meansOfTwo.entries())
      expect(without(place + 7).terms[0]?.coefficient).toBeCloseTo(mean, 12);
  });

  it('contract: a group that is not there leaves out nothing', () => {
    expect(leaveGroupOut([[1], [2], [4]], [1, 2, 3], [0, 0, 1])(5).observations).toBe(3);
  });

  it('contract: no rows left, and groups that do not fit the rows', () => {
    const alone = leaveGroupOut([[1], [2]], [1, 2], [3, 3]);
    expect(() => alone(3)).toThrow(expect.objectContaining({ code: 'invalid-regression' }));
    expect(() => alone(3)).toThrow(/without group 3 the regression has no rows left/);
    expect(() => leaveGroupOut([[1], [2]], [1, 2], [3])).toThrow(/2 rows need 2 groups, got 1/);
  });
});
