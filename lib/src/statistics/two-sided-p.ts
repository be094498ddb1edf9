import cdf from '@stdlib/stats-base-dists-t-cdf';

/**
 * The probability that Student's t is at least this far from zero, on either side.
 * Twice the lower tail, since one minus the upper one would lose every digit below 1e-16.
 */
export function twoSidedP(t: number, degreesOfFreedom: number): number {
  return Math.min(1, 2 * cdf(-Math.abs(t), degreesOfFreedom));
}
