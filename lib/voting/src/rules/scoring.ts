import { check, listOf, number, settings, text } from '../check';
import { preferentialRule } from '../make-rule';
import { resultByScore, zeros } from '../result';
import type { VotingRule } from '../voting-rule';

/** Settings of a positional rule: the points of each place of a ranking. */
export interface ScoringSettings {
  /** Points of the first place, the second, and so on; later places earn nothing. They must not rise. */
  readonly points: readonly number[];
  /** Default: "scoring (2, 1)". */
  readonly name?: string;
}

const given = settings({
  points: listOf('points of the places, the first place first', number(-1e9, 1e9), 1).refine(
    (points) => (points as number[]).every((worth, place, all) => worth <= (all[place - 1] ?? worth)),
    'points that do not rise from place to place',
  ),
  name: text().optional(),
});

/**
 * A positional scoring rule of your own: each place of a ranking earns some points, and the highest total wins. Plurality
 * is `points: [1]`, Borda on three options `[2, 1]`. Source: Young (1975); pref_voting's `scoring_rule`. Ballots are
 * complete and strict. The tally is in points.
 * @example
 * const ballots = [['A', 'B', 'C'], ['B', 'C', 'A']].map((ranking) => ({ kind: 'ranking' as const, ranking }));
 * const rule = voting.scoringRule({ points: [3, 1] });
 * rule.count({ options: ['A', 'B', 'C'], ballots, electorate: 2 }).tally; // => { A: 3, B: 4, C: 1 }
 */
export function scoringRule(of: ScoringSettings): VotingRule<'ranking'> {
  check('scoringRule', given, of);
  const { points, name = `scoring (${of.points.join(', ')})` } = of;
  return preferentialRule({
    name: name,
    source: 'a positional scoring rule (Young 1975)',
    explanation: `Every agent ranks the proposals from best to worst. A proposal earns points for its place on each ranking: ${points.join(', ')}, and 0 for later places. The proposal with the most points is selected.`,
    meets: ['monotonicity', 'consistency', 'participation'],
    decide({ options, rows }) {
      const totals = zeros(options.length);
      for (const { tiers, weight } of rows)
        tiers.forEach((place, option) => {
          totals[option] = (totals[option] ?? 0) + weight * (points[place] ?? 0);
        });
      return resultByScore(options, totals);
    },
  });
}
