import type { Claim } from '../papers/claims';

/** What evidence says of a claim. */
export const VERDICTS = ['holds', 'reversed', 'not shown', 'cannot be tested here'] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * The verdict on a claim from the 95% interval of its effect: it holds where all of the interval lies on the claim's
 * side of its number (mostly 0), is reversed where all of it lies on the other side, and is not shown where the number
 * itself lies within.
 */
export function verdictOf(
  { holds }: Pick<Claim, 'holds'>,
  { low, high }: { readonly low: number; readonly high: number },
): Verdict {
  const [than, near, far] = 'above' in holds ? [holds.above, low, high] : [-holds.below, -high, -low];
  return near > than ? 'holds' : far < than ? 'reversed' : 'not shown';
}

/** Of several verdicts of one kind of evidence: what all of them say, else that nothing is shown. */
export function jointVerdict(verdicts: readonly Verdict[]): Verdict {
  const [first = 'cannot be tested here', ...others] = verdicts;
  return others.every((verdict) => verdict === first) ? first : 'not shown';
}
