import { expect, it } from 'vitest';
import { Random } from 'agora-voting';
import { powerLawFit, ordinaryLeastSquares } from './index';

const random = Random.from(3, 'exponent');
const points = Array.from({ length: 20 }, () => 10 ** random.normal(0, 0.05)).flatMap((size, question) =>
  [3, 4, 5, 6, 7, 8].map((x) => ({ x, y: size * x ** 1.7 * 10 ** random.normal(0, 0.02), question })),
);
const clusters = points.map(({ question }) => question);

it('reference: the slope of the logarithms, as ordinary least squares has it', () => {
  const logs = (of: 'x' | 'y') => points.map((point) => Math.log(point[of]));
  const { terms } = ordinaryLeastSquares(
    logs('x').map((value) => [value]),
    logs('y'),
  );
  expect(powerLawFit(points).value).toBeCloseTo(terms[1]!.coefficient, 10);
});

it('law: neither the unit of y nor the size of a cluster matters', () => {
  const { value, low, high, n, clusters: groups } = powerLawFit(points, { clusters });
  expect([n, groups]).toEqual([120, 20]);
  expect(low).toBeLessThan(value!);
  expect(high).toBeGreaterThan(value!);
  const thousands = points.map(({ x, y }) => ({ x, y: y / 1000 }));
  expect(powerLawFit(thousands, { clusters }).value).toBeCloseTo(value!, 10);
  const exact = points.map(({ x, question }) => ({ x, y: (1 + question) * x ** 1.7 }));
  for (const end of ['value', 'low', 'high'] as const)
    expect(powerLawFit(exact, { clusters })[end]).toBeCloseTo(1.7, 10);
});

it('contract: what has no logarithm is named', () => {
  expect(() => powerLawFit([{ x: 0, y: 1 }, ...points])).toThrow(
    'powerLawFit needs a number above 0 as points.0.x, got 0',
  );
});
