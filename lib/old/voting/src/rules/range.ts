import { scaleSetting } from '../ballots';
import { nameWith, ratingRule, withVariants, type RuleWithVariants } from '../make-rule';
import type { RatingProfile } from '../rating-profile';
import { resultByScore, resultByTiers, tallyOf } from '../result';
import type { RatingScale, RuleStep, VotingRule } from '../voting-rule';

/** The scale of a rule on ratings. */
export interface ScaleSettings {
  readonly scale?: RatingScale;
}

/** "range (0 to 4)": the name includes the scale if it is not the usual one. */
export function nameOn(name: string, { lowest, highest }: RatingScale, usual: RatingScale): string {
  const isUsual = lowest === usual.lowest && highest === usual.highest;
  return nameWith(name, [!isUsual && `${lowest} to ${highest}`]);
}

const rangeScale: RatingScale = Object.freeze({ lowest: 0, highest: 9 });

function rangeVoting({ scale = rangeScale }: ScaleSettings): VotingRule<'rating'> {
  const { lowest, highest } = scale;
  const isRated = lowest === 1 && highest === 5;
  return ratingRule({
    name: isRated ? 'rated' : nameOn('range', scale, rangeScale),
    source: isRated ? 'RoundTable, Appendix C (Baujard et al. 2018)' : 'GEDI, section 4.2 (Menton 2013)',
    explanation: `Every agent rates each proposal with a whole number from ${lowest} (worst) to ${highest} (best). The proposal with the highest sum of ratings is selected.`,
    meets: [
      'monotonicity',
      'consistency',
      'independence of irrelevant alternatives',
      'participation',
      'reversal symmetry',
      'pareto',
    ],
    scale,
    decide: ({ options, sums }) => resultByScore(options, sums),
  });
}

/**
 * Range voting, or score voting: every ballot rates every option with a whole number on a scale, and the highest sum
 * wins, `argmax_c sum_i s_ic`. The tally is in points; an abstainer adds none to any option.
 * Source: GEDI, section 4.2 (Menton 2013), whose code rates from 0 to 9, the default. On the scale 1 to 5 it is
 * RoundTable's rated voting (Appendix C and Figure 13, after Baujard et al. 2018), and called "rated".
 * @example
 * const ballots = [{ kind: 'rating' as const, ratings: { A: 5, B: 3 } }];
 * const rated = voting.range({ scale: { lowest: 1, highest: 5 } });
 * rated.count({ options: ['A', 'B'], ballots, electorate: 1 }).winners; // => ['A']
 */
export const range: RuleWithVariants<ScaleSettings, 'rating'> = withVariants(
  'range',
  { scale: scaleSetting.optional() },
  rangeVoting,
  rangeVoting({}),
);

const starScale: RatingScale = Object.freeze({ lowest: 0, highest: 5 });

function starVoting({ scale = starScale }: ScaleSettings): VotingRule<'rating'> {
  const { lowest, highest } = scale;
  return ratingRule({
    name: nameOn('star', scale, starScale),
    source: 'Frohnmayer 2014, starvoting.org',
    explanation: `Every agent rates each proposal with a whole number from ${lowest} (worst) to ${highest} (best). Of the two proposals with the highest sums, the one that more agents rate above the other is selected.`,
    meets: ['majority loser', 'monotonicity', 'condorcet loser', 'pareto'],
    scale,
    decide(profile) {
      const { options, sums } = profile;
      const pairs = finalists(sums);
      const winners = new Set(pairs.length === 0 ? options.keys() : []);
      for (const [a, b] of pairs) {
        const margin = ahead(profile, a, b) - ahead(profile, b, a);
        if (margin >= 0) winners.add(a);
        if (margin <= 0) winners.add(b);
      }
      const others = new Set(pairs.flat().filter((option) => !winners.has(option)));
      const rest = [...options.keys()].filter((option) => !winners.has(option) && !others.has(option));
      return resultByTiers(options, sums, [[...winners], ...level([...others], sums), ...level(rest, sums)]);
    },
    steps,
  });
}

/** All pairs that may meet: of those tied for the first place, or of the first and those tied for the second. */
function finalists(totals: readonly number[]): [number, number][] {
  const [first, second] = [...totals].sort((a, b) => b - a);
  return totals.flatMap((_, a) =>
    totals.slice(0, a).flatMap((__, b): [number, number][] => {
      const [high, low] = (totals[a] ?? 0) >= (totals[b] ?? 0) ? [a, b] : [b, a];
      return totals[high] === first && totals[low] === second ? [[high, low]] : [];
    }),
  );
}

/** How many voters rate a above b. */
function ahead({ rows }: RatingProfile, a: number, b: number): number {
  return rows.reduce(
    (sum, { ratings, weight }) => ((ratings[a] ?? 0) > (ratings[b] ?? 0) ? sum + weight : sum),
    0,
  );
}

/** Options by their points, those on the same together. */
function level(some: readonly number[], totals: readonly number[]): number[][] {
  const points = [...new Set(some.map((option) => totals[option] ?? 0))].sort((a, b) => b - a);
  return points.map((each) => some.filter((option) => totals[option] === each));
}

function steps(profile: RatingProfile): RuleStep[] {
  const { options, sums } = profile;
  const name = (option: number): string => options[option] ?? '';
  return [
    { kind: 'count', label: 'sums of ratings', tally: tallyOf(options, sums) },
    ...finalists(sums).map(([a, b]) => ({
      kind: 'count' as const,
      label: `runoff between ${name(a)} and ${name(b)}`,
      tally: tallyOf([name(a), name(b)], [ahead(profile, a, b), ahead(profile, b, a)]),
    })),
  ];
}

/**
 * STAR, score then automatic runoff: the two options with the highest sums of ratings meet in a runoff, which the one
 * wins that more voters rate above the other. Source: Frohnmayer (2014), starvoting.org; pref_voting's `star`. Scale 0
 * to 5 by default. The tally is in points.
 *
 * Nothing is drawn: where options are tied for the first or the second place, every possible pair of finalists meets
 * and every winner of a runoff is a winner (parallel universes, as in pref_voting); in a level runoff both win. The
 * official protocol has further steps to break such ties; here a tie policy does. The order: winners, then the other
 * finalists, then the rest, the latter two by points.
 * @example
 * voting.star.count(voting.RatingProfile.ofRows(['A', 'B'], [[3, 2], [3, 2], [0, 5]])).winners; // => ['A']
 */
export const star: RuleWithVariants<ScaleSettings, 'rating'> = withVariants(
  'star',
  { scale: scaleSetting.optional() },
  starVoting,
  starVoting({}),
);
