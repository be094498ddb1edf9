import cdf from '@stdlib/stats-base-dists-t-cdf';
import quantile from '@stdlib/stats-base-dists-t-quantile';
import type { Claim } from './published/claims';

/** The verdicts on a claim. */
export const VERDICTS = ['holds', 'reversed', 'not shown', 'cannot be tested here'] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * The verdict on a claim from the 95% interval of its effect. It holds if the whole interval is on the claim's side of
 * its number (mostly 0). It is reversed if the whole interval is on the other side. It is not shown if the number is
 * within the interval.
 */
export function verdictOf(
  { holds }: Pick<Claim, 'holds'>,
  { low, high }: { readonly low: number; readonly high: number },
): Verdict {
  const [than, near, far] = 'above' in holds ? [holds.above, low, high] : [-holds.below, -high, -low];
  return near > than ? 'holds' : far < than ? 'reversed' : 'not shown';
}

/**
 * The two-sided p value of a claim's number, by the 95% interval of its effect, which is read as `statistics.estimate`,
 * `contrast` and `ratio` make it: Student's t with (number of clusters - 1) degrees of freedom. It is below 0.05
 * exactly if the number is outside the interval. For an asymmetric interval (from bootstrap samples) the side towards
 * the number is used.
 */
export function pValueOf(
  { holds }: Pick<Claim, 'holds'>,
  test: Readonly<Record<'effect' | 'low' | 'high' | 'clusters', number>>,
): number {
  const far = test.effect - ('above' in holds ? holds.above : holds.below);
  const reach = far > 0 ? test.effect - test.low : test.high - test.effect;
  if (far === 0 || reach === 0) return far === 0 ? 1 : 0;
  const freedom = Math.max(1, test.clusters - 1);
  return 2 * cdf((-quantile(0.975, freedom) * Math.abs(far)) / reach, freedom);
}

/** The common verdict of several tests by one kind of evidence: their verdict if they agree, else not shown. */
export function jointVerdict(verdicts: readonly Verdict[]): Verdict {
  const [first = 'cannot be tested here', ...others] = verdicts;
  return others.every((verdict) => verdict === first) ? first : 'not shown';
}
