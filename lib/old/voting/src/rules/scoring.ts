import { check, flag, listOf, number, settings, text } from '../check';
import { nameWith, preferentialRule } from '../make-rule';
import { add, resultByScore, zeros } from '../result';
import type { VotingRule } from '../voting-rule';

/** Settings of a positional rule: the points of each place of a ranking. */
export interface ScoringSettings {
  /** Points of the first place, the second, and so on; later places earn nothing. They must not rise. */
  readonly points: readonly number[];
  /** Default: "scoring (2, 1)". */
  readonly name?: string;
  /** Whether several options may share a tier; they share the average points of its places. Default false. */
  readonly weak?: boolean;
}

const given = settings({
  points: listOf('points of the places, the first place first', number(-1e9, 1e9), 1).refine(
    (points) => (points as number[]).every((worth, place, all) => worth <= (all[place - 1] ?? worth)),
    'points that do not rise from place to place',
  ),
  name: text().optional(),
  weak: flag.optional(),
});

/**
 * A positional scoring rule of your own: each place of a ranking earns some points, and the highest total wins. Plurality
 * is `points: [1]`, Borda on three options `[2, 1]`. Source: Young (1975); pref_voting's `scoring_rule`. Ballots are
 * complete, and strict unless `weak` is set. The tally is in points.
 * @example
 * const ballots = [['A', 'B', 'C'], ['B', 'C', 'A']].map((ranking) => ({ kind: 'ranking' as const, ranking }));
 * const rule = voting.scoringRule({ points: [3, 1] });
 * rule.count({ options: ['A', 'B', 'C'], ballots, electorate: 2 }).tally; // => { A: 3, B: 4, C: 1 }
 */
export function scoringRule(of: ScoringSettings): VotingRule<'ranking'> {
  check('scoringRule', given, of);
  const { points, weak = false } = of;
  const name = of.name ?? nameWith('scoring', [points.join(', ')], { weak: weak });
  return preferentialRule({
    name: name,
    source: 'a positional scoring rule (Young 1975)',
    explanation: `Every agent ranks the proposals from best to worst. A proposal earns points for its place on each ranking: ${points.join(', ')}, and 0 for later places. The proposal with the most points is selected.`,
    meets: ['monotonicity', 'consistency', 'participation'],
    weak: weak,
    decide({ options, rows, isWeak }) {
      const totals = zeros(options.length);
      for (const { tiers, weight } of rows) {
        const worth = isWeak ? worthOfTiers(points, tiers) : points;
        tiers.forEach((tier, option) => add(totals, option, weight * (worth[tier] ?? 0)));
      }
      return resultByScore(options, totals);
    },
  });
}

/** What each option of a tier earns: the average points of the tier's places. */
function worthOfTiers(points: readonly number[], tiers: readonly number[]): number[] {
  const inTier = zeros(Math.max(...tiers) + 1);
  for (const tier of tiers) add(inTier, tier, 1);
  let above = 0;
  return inTier.map((size) => {
    const places = Array.from({ length: size }, (_, place) => points[above + place] ?? 0);
    above += size;
    return places.reduce((sum, worth) => sum + worth, 0) / Math.max(1, size);
  });
}
