import { flag, oneOf } from '../check';
import { nameWith, preferentialRule, withVariants, type RuleWithVariants } from '../make-rule';
import { add, resultByScore, zeros } from '../result';
import type { VotingRule } from '../voting-rule';

/** How the Borda count treats ballots that are not complete, strict rankings. */
export interface BordaSettings {
  /**
   * The points of options that a ballot omits: none, or the average of the remaining places. Default: ballots must be
   * complete. (Emerson 2013 discusses the choice: `none` rewards ranking few options.)
   */
  readonly leftOut?: 'none' | 'average';
  /** Whether several options may share a tier; they share the average of its places. Default false. */
  readonly weak?: boolean;
}

function bordaCount({ leftOut, weak = false }: BordaSettings): VotingRule<'ranking'> {
  return preferentialRule({
    name: nameWith('borda', [
      leftOut === 'none' && 'truncated',
      leftOut === 'average' && 'truncated, averaged',
      weak && 'weak',
    ]),
    source: 'GEDI, section 4.2 (Borda 1781)',
    explanation:
      'Every agent ranks the proposals from best to worst. A proposal earns one point for every proposal ranked beneath it. The proposal with the most points is selected.',
    meets: [
      'majority loser',
      'monotonicity',
      'consistency',
      'condorcet loser',
      'participation',
      'reversal symmetry',
      'pareto',
    ],
    truncated: leftOut !== undefined,
    weak,
    decide({ options, rows, isTruncated, isWeak }) {
      const m = options.length;
      const points = zeros(m);
      const strict = options.map((_, place) => m - 1 - place);
      for (const { tiers, weight } of rows) {
        const worth = isTruncated || isWeak ? worthOfTiers(tiers) : strict;
        tiers.forEach((tier, option) => {
          if (tier < m || leftOut === 'average') add(points, option, weight * (worth[tier] ?? 0));
        });
      }
      return resultByScore(options, points);
    },
  });
}

/** A tier's average place earns a point for every option beneath it, and half a point for every other one in it. */
function worthOfTiers(tiers: readonly number[]): number[] {
  const inTier = zeros(tiers.length + 1);
  for (const tier of tiers) add(inTier, tier, 1);
  let above = 0;
  return inTier.map((size) => {
    above += size;
    return tiers.length - above + (size - 1) / 2;
  });
}

/**
 * Borda count: of m options, the i-th place on a ballot earns m - i points, and the highest total wins.
 * Source: Borda (1781); GEDI, section 4.2; pref_voting's `borda`. The tally is in points.
 * @example
 * const ballots = [['A', 'B', 'C'], ['B', 'A', 'C']].map((ranking) => ({ kind: 'ranking' as const, ranking }));
 * voting.borda.count({ options: ['A', 'B', 'C'], ballots, electorate: 2 }).tally; // => { A: 3, B: 3, C: 0 }
 */
export const borda: RuleWithVariants<BordaSettings> = withVariants(
  'borda',
  { leftOut: oneOf('none', 'average').optional(), weak: flag.optional() },
  bordaCount,
  bordaCount({}),
);
