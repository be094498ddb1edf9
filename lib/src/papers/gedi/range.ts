import { ratingRule, type Profile, type RatingBallot, type VotingRule } from '../../voting';
import { resultByScore } from '../../voting/result';

/**
 * Range voting as GEDI's code counts it, which is not what the paper says. There a ballot is a list of scores, in
 * the order in which the voter saw the options; `check_ballot` sorts the list of options, and `cdm` then gives the
 * first score to the first option in SORTED order. Where the options were shown in another order, an option gets the
 * scores of the one that was shown at its place.
 * Source: gedi.py of github.com/xiutian/GEDI, commit 0b13dc8; kept for the audit only. The
 * order shown is the order of the profile's options; names are sorted by code points, as Python does. Scale 0 to 9.
 *
 * `rangeExample` shows the difference: it elects "a", which its only voter rates 0.
 * @example
 * papers.gedi.rangeAsCoded.count(papers.gedi.rangeExample).winners; // => ['a']
 */
export const rangeAsCoded: VotingRule<'rating'> = ratingRule({
  name: 'gedi range',
  source: "GEDI's code, gedi.py, cdm('range_voting')",
  explanation:
    'Every agent rates each proposal with a whole number from 0 (worst) to 9 (best). The ratings are given, in the order in which they were handed in, to the proposals in alphabetical order. The proposal with the highest sum is selected.',
  meets: ['consistency'],
  scale: { lowest: 0, highest: 9 },
  decide({ options, sums }) {
    const sorted = [...options].sort(byCodePoints);
    return resultByScore(
      options,
      options.map((option) => sums[sorted.indexOf(option)] ?? 0),
    );
  },
});

/**
 * The smallest profile on which it goes wrong: two options, shown in reverse order, and one voter.
 * @example
 * voting.range.count(papers.gedi.rangeExample).winners; // => ['b']
 */
export const rangeExample: Profile<RatingBallot> = Object.freeze({
  options: Object.freeze(['b', 'a']),
  ballots: Object.freeze([
    Object.freeze({ kind: 'rating' as const, ratings: Object.freeze({ b: 1, a: 0 }) }),
  ]),
  electorate: 1,
});

/** JavaScript would compare 16-bit units, which differs beyond the basic plane. */
function byCodePoints(one: string, other: string): number {
  const [a, b] = [Array.from(one), Array.from(other)];
  const place = a.findIndex((character, at) => character !== b[at]);
  if (place < 0) return a.length - b.length;
  return (a[place]?.codePointAt(0) ?? 0) - (b[place]?.codePointAt(0) ?? -1);
}
