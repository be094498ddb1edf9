import { recorded } from 'agora-core/transcripts';
import { AgoraError } from 'agora-voting';
import { check, listOf, number, object, oneOf, settings, text } from 'agora-voting/internal';
import { testOf } from '../claim-spec';
import { committedTests } from './committed-tests';
import { evaluate, type ClaimCase } from './evaluate';
import { sixRules } from './four-options';
import { rateByAll } from './gedi-raters';
import { recordedVerdict, verdictOn, type ClaimVerdict } from './verdicts';

/** What a recorded test finds, perhaps with another bound than the one that was specified. */
export interface TriedClaim {
  readonly claim: string;
  readonly side: 'above' | 'below';
  readonly bound: number;
  readonly unit: string;
  readonly effect: number;
  /** The 95% interval. */
  readonly low: number | null;
  readonly high: number | null;
  readonly p: number;
  /** After Holm's correction, with the paper's other tests as they are committed. */
  readonly corrected: number;
  readonly verdict: ClaimVerdict['verdict'];
}

const given = object('arguments', {
  id: text(),
  cases: listOf(
    'cases',
    object('a case', {
      cluster: text(),
      model: text(),
      set: text().optional(),
      part: text().optional(),
      numerator: number(),
      denominator: number().optional(),
    }),
    1,
  ),
  change: settings({ bound: number().optional(), side: oneOf('above', 'below').optional() }),
});

/**
 * Tests a claim on cases of your own, or with another bound, to see what its verdict depends on. The official verdict is
 * by the bound that was written down first: see `verdictOn`.
 * @throws AgoraError 'claim' where the claim has no test on recorded evidence, or the cases are too few
 * @example
 * papers.tryClaim('gedi.votingNeverLoses', papers.casesOfGains(), { bound: 0 }).verdict; // => 'not shown'
 */
export function tryClaim(
  id: string,
  cases: readonly ClaimCase[],
  change: { readonly bound?: number; readonly side?: 'above' | 'below' } = {},
): TriedClaim {
  check('tryClaim', given, { id, cases, change });
  const { paper, claim } = verdictOn(id);
  const specified = testOf(claim, 'recorded');
  if (specified === null) throw new AgoraError('claim', `${id} has no test on recorded evidence`);
  const test = { ...specified, ...change };
  const found = evaluate(id, test, { cases: cases, alike: 'clusters' });
  if ('notTested' in found)
    throw new AgoraError('claim', `${id} cannot be tested on these cases: ${found.notTested}`);
  const { verdict, corrected } = recordedVerdict(paper, id, { ...committedTests(paper), [id]: found });
  return {
    claim: id,
    side: test.side === 'below' ? 'below' : 'above',
    bound: test.bound,
    unit: test.unit,
    effect: found.effect,
    low: found.low,
    high: found.high,
    p: found.p,
    corrected: corrected ?? 1,
    verdict: verdict,
  };
}

/**
 * The gain of ten raters over one under six voting rules, in points, on each of 2,886 questions of MMLU (ten prompts of
 * LLaMA-13B, which are shipped): the cases of gedi.votingNeverLoses.
 * @returns a row for each question and rule (`part`)
 * @example
 * papers.casesOfGains().length; // => 17316
 */
export function casesOfGains(): ClaimCase[] {
  return [...recorded('mmlu-rater-probabilities')].map(rateByAll).flatMap(({ id, subject, hits, single }) =>
    sixRules.map((rule, place) => ({
      cluster: id,
      model: 'LLaMA-13B',
      set: subject,
      part: rule,
      numerator: (hits[0]?.[place] ?? NaN) - (single[0] ?? NaN),
    })),
  );
}
