import { PowerRegression } from 'ml-regression';
import { check, listOf, object, positive, settings } from 'agora-voting/internal';
import { bootstrap } from './bootstrap';
import { clustersGiven, type ClusteredEstimate, type Clusters } from './estimate';

interface Point {
  readonly x: number;
  readonly y: number;
}

const given = object('arguments', {
  points: listOf('points', object('a point', { x: positive(), y: positive() }), 2),
  options: settings({ clusters: clustersGiven.optional() }),
});

/**
 * Fits a power law y = A x^B and returns the exponent B. ml-regression fits it by least squares of the logarithms. The
 * percentile interval comes from 2,000 bootstrap samples of the points, or of whole clusters.
 * @throws AgoraError 'setting' for values of 0 or below
 * @example
 * const points = [1, 2, 4].map((x) => ({ x: x, y: 3 * x ** 2 }));
 * statistics.powerLawFit(points).value.toFixed(6); // => '2.000000'
 */
export function powerLawFit(
  points: readonly Point[],
  options: { readonly clusters?: Clusters } = {},
): ClusteredEstimate {
  check('powerLawFit', given, { points, options });
  const ofSample = (sample: readonly Point[]): number =>
    new PowerRegression(
      sample.map(({ x }) => x),
      sample.map(({ y }) => y),
    ).B;
  return bootstrap(points, ofSample, options);
}
