import {
  preferentialRule,
  type Profile,
  type RankingBallot,
  type RankingProfile,
  type RatingBallot,
  ratingRule,
  type Result,
  type VotingRule,
} from 'agora-voting';
import { resultByScore } from 'agora-voting/internal';

/**
 * Ranked pairs as in GEDI's published code (github.com/xiutian/GEDI, gedi.py at 0b13dc8). It differs from the paper's
 * definition, section 4.2, in three ways:
 *
 * - Consequences of a pair are added one step deep: from a before b and what is directly known of the two, not from the
 *   new facts. Cycles may remain.
 * - Consequences overwrite earlier entries, even stronger pairs that they contradict.
 * - The winner is the option with the largest row sum: the number of options that it precedes minus the number that
 *   precede it. That is the tally. Several options may share it.
 *
 * Pairs of equal margin are considered in their order on the first ballot, so the rule is not anonymous: if voters
 * trade ballots, the winner may change. Ties between options remain.
 *
 * `rankedPairsExample` shows a difference. The other rules on rankings in GEDI's code (plurality, borda, bucklin,
 * instant-runoff, minimax) agree with the paper, and with our defaults where the paper leaves a choice.
 * @example
 * papers.gedi.rankedPairsAsCoded.count(papers.gedi.rankedPairsExample).winners; // => ['B']
 */
export const rankedPairsAsCoded: VotingRule<'ranking'> = preferentialRule({
  name: 'gedi ranked pairs',
  source: 'GEDI, published code (gedi.py, ranked_pairs)',
  explanation:
    'Every agent ranks all proposals from best to worst. Each two proposals are compared by how many agents prefer the one. From the clearest comparison to the closest each is put down, with what follows from it in one step. The proposal that is put before most others, less those put before it, is selected.',
  meets: [],
  decide: rankedPairs,
});

/**
 * Five voters with A > D, D > C and C > B by margins of 3 and all other pairs by 1. Ranked pairs put A first and B
 * last; the code elects B (checked against gedi.py). No smaller profile with a unique winner of ranked pairs shows a
 * difference: all were tried with 4 options and up to 4 voters, and with 3 options and up to 5.
 * @example
 * voting.rankedPairs.count(papers.gedi.rankedPairsExample).winners; // => ['A']
 */
export const rankedPairsExample: Profile<RankingBallot> = Object.freeze({
  options: Object.freeze(['A', 'B', 'C', 'D']),
  ballots: Object.freeze(
    ['BADC', 'DCBA', 'CBAD', 'ADCB', 'ADCB'].map((ranking) =>
      Object.freeze({ kind: 'ranking' as const, ranking: Object.freeze([...ranking]) }),
    ),
  ),
  electorate: 5,
});

/**
 * All pairs, clearest first; of equal margin, in their order on the first ballot with a voter.
 */
function pairsOf(profile: RankingProfile): { over: number; under: number; margin: number }[] {
  const first = profile.rows.find(({ weight }) => weight > 0)?.order ?? [];
  const pairs = first.flatMap((a, place) =>
    first.slice(place + 1).flatMap((b) => {
      const margin = profile.margin(a, b);
      if (margin === 0) return [];
      return margin > 0 ? { over: a, under: b, margin } : { over: b, under: a, margin: -margin };
    }),
  );
  return pairs.sort((a, b) => b.margin - a.margin);
}

function rankedPairs(profile: RankingProfile): Result {
  const { options } = profile;
  // 1: the row's option comes before the column's, -1: after it, 0: nothing known
  const signs = options.map(() => options.map(() => 0));
  const sign = (a: number, b: number): number => signs[a]?.[b] ?? 0;
  const put = (before: number, after: number): void => {
    (signs[before] ?? [])[after] = 1;
    (signs[after] ?? [])[before] = -1;
  };
  for (const { over, under } of pairsOf(profile)) {
    if (sign(over, under) !== 0) continue;
    put(over, under);
    for (const c of options.keys()) {
      if (c === over || c === under) continue;
      if (sign(under, c) === 1) put(over, c);
      if (sign(c, over) === 1) put(c, under);
    }
  }
  return resultByScore(
    options,
    signs.map((row) => row.reduce((sum, each) => sum + each, 0)),
  );
}

/**
 * Range voting as in GEDI's code, which differs from the paper. A ballot there is a list of scores in the order in
 * which the voter saw the options. `check_ballot` sorts the list of options, and `cdm` then gives the first score to
 * the first option in SORTED order. If the options were shown in another order, an option gets the scores of the one
 * that was shown at its place. Source: gedi.py of github.com/xiutian/GEDI, commit 0b13dc8; kept for the audit only. The
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
 * The smallest profile with a wrong result: two options, shown in reverse order, and one voter.
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
