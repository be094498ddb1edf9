import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { correlation, ordinaryLeastSquares } from './index';

interface Case {
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly pearson: readonly [number, number];
  readonly spearman: readonly [number, number];
  readonly line: readonly [number, number, number];
}
/** scipy, by testing/correlation-reference.py. */
const { cases } = JSON.parse(readFileSync(join(__dirname, 'testing/correlation-reference.json'), 'utf8')) as {
  readonly cases: readonly Case[];
};

describe('correlation', () => {
  it.each(cases)('reference: scipy, with and without ties, and a line through them', (one) => {
    const points = one.x.map((x, place) => ({ x, y: one.y[place] as number }));
    for (const [method, reference] of [
      ['pearson', one.pearson],
      ['spearman', one.spearman],
    ] as const) {
      const { r, pValue, n } = correlation(points, { method });
      expect(r).toBeCloseTo(reference[0], 12);
      expect(pValue).toBeCloseTo(reference[1], 12);
      expect(n).toBe(points.length);
    }
    const { terms, rSquared } = ordinaryLeastSquares(
      points.map(({ x }) => [x]),
      one.y,
    );
    expect(terms[1]?.coefficient).toBeCloseTo(one.line[0], 10);
    expect(rSquared).toBeCloseTo(one.line[1], 12);
    expect(terms[1]?.pValue).toBeCloseTo(one.line[2], 12);
  });

  it('contract: two points, points on a line, and what does not vary', () => {
    const line = [1, 2, 3].map((x) => ({ x, y: -x }));
    expect(correlation(line)).toEqual({ r: -1, pValue: 0, n: 3 });
    expect(correlation(line.slice(1))).toEqual({ r: expect.closeTo(-1, 12) as number, pValue: null, n: 2 });
    expect(correlation(line.map(({ x }) => ({ x, y: 4 })))).toEqual({ r: null, pValue: null, n: 3 });
    expect(() => correlation([])).toThrow('correlation needs a list of at least 2 points as points');
    expect(() => correlation(line, { method: 'spearmann' as never })).toThrow('did you mean "spearman"');
  });
});
