import { check, object, oneOf } from 'agora-voting/internal';
import { claimSpecs, type ClaimTest } from '../claim-spec';
import type { PaperName } from './committed-tests';
import { paperNames, verdicts, type ClaimRow, type ClaimVerdict } from './verdicts';

/** A claim in one flat row: what recorded evidence says of it, and whether its paper's printed numbers agree with it. */
export interface TidyClaim {
  readonly paper: string;
  /** "gedi.votingNeverLoses" */
  readonly claim: string;
  readonly says: string;
  readonly verdict: ClaimVerdict['verdict'];
  /** Why it was not tested; empty if it was. */
  readonly why: string;
  readonly effect: number | null;
  /** The 95% interval. */
  readonly low: number | null;
  readonly high: number | null;
  /** "above 0" */
  readonly bound: string;
  readonly unit: string;
  readonly pAfterHolm: number | null;
  readonly clusters: number | null;
  /**
   * How far the effect is on the claim's side of the bound, in half-lengths of its interval: above 1 the interval
   * excludes the bound. Below 0 the evidence leans against the claim.
   */
  readonly distance: number | null;
  /** Of the paper's printed numbers. */
  readonly printed: 'consistent' | 'inconsistent' | 'cannot be checked';
}

const given = object('arguments', { paper: oneOf(...paperNames).optional() });

/**
 * All claims of a paper or of all five, one row each.
 * @example
 * papers.claimRows('gedi').filter(({ verdict }) => verdict === 'holds').length; // => 3
 */
export function claimRows(paper?: PaperName): TidyClaim[] {
  check('claimRows', given, { paper });
  return (paper === undefined ? paperNames : [paper]).flatMap((name) => verdicts(name).map(tidy));
}

function tidy({ paper, claim, printed, recorded }: ClaimRow): TidyClaim {
  const { test, found, verdict, why, corrected } = recorded;
  return {
    paper: claimSpecs()[paper].paper,
    claim: claim.id,
    says: claim.says,
    verdict: verdict,
    why: why ?? '',
    effect: found?.effect ?? null,
    low: found?.low ?? null,
    high: found?.high ?? null,
    bound: test === null ? '' : `${test.side} ${test.bound}`,
    unit: test?.unit ?? '',
    pAfterHolm: corrected,
    clusters: found?.clusters ?? null,
    distance: test === null || found === null ? null : distanceIn(test, found)(found.effect),
    printed: printed.verdict,
  };
}

/** From a claim's unit to half-lengths of its interval: 0 at the bound, above it on the claim's side. */
function distanceIn(
  test: ClaimTest,
  {
    effect,
    low,
    high,
  }: { readonly effect: number; readonly low: number | null; readonly high: number | null },
): (value: number) => number {
  const half = ((high ?? effect) - (low ?? effect)) / 2 || 1;
  return (value) => inside(test, value) / half;
}

/** How far a value is on the claim's side of its bound. */
function inside({ side, bound }: ClaimTest, value: number): number {
  if (side === 'above') return value - bound;
  if (side === 'below') return bound - value;
  return side === 'within' ? bound - Math.abs(value) : Math.abs(value - bound);
}
