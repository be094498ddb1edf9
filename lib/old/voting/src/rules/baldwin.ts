import { oneOf } from '../check';
import { nameWith, preferentialRule, withVariants, type RuleWithVariants } from '../make-rule';
import { zeros } from '../result';
import type { VotingRule } from '../voting-rule';
import { eliminationSteps, lowest, resultByRounds, resultByUniverses, type Elimination } from './elimination';

/** Borda scores among those standing: a point per voter and option beneath. */
const byBorda: Elimination['score'] = (profile, standing) => {
  const scores = zeros(profile.options.length);
  for (const a of standing)
    scores[a] = standing.reduce((sum, b) => sum + (a === b ? 0 : profile.preferred(a, b)), 0);
  return scores;
};

/** How Baldwin's rule breaks ties for the last place. */
export interface BaldwinSettings {
  /** All on the lowest count leave together (default), or one at a time in a universe each. */
  readonly ties?: 'together' | 'parallel universes';
}

function baldwinVoting({ ties = 'together' }: BaldwinSettings): VotingRule<'ranking'> {
  const universes = ties === 'parallel universes';
  const name = nameWith('baldwin', [universes && ties]);
  const lowestLeaves: Elimination = { score: byBorda, leave: lowest };
  return preferentialRule({
    name,
    source: universes ? 'Baldwin 1926; Conitzer et al. 2009' : 'Baldwin 1926',
    explanation:
      'Every agent ranks all proposals from best to worst. A proposal earns a point for every proposal ranked beneath it; the one with the fewest points leaves, and the points are counted anew among the others. The last proposal left is selected.',
    meets: ['majority', 'majority loser', 'condorcet', 'condorcet loser', 'smith', 'pareto'],
    decide: (profile) =>
      universes ? resultByUniverses(name, profile, lowestLeaves) : resultByRounds(profile, lowestLeaves),
    ...(!universes && { steps: (profile) => eliminationSteps(profile, lowestLeaves) }),
  });
}

/**
 * Baldwin: rounds of Borda counts among the remaining options. All options with the lowest count leave together. If all
 * remaining options are level, they all win. Source: Baldwin (1926); pref_voting's `baldwin`, and `baldwin_put` for
 * parallel universes. Complete, strict rankings. Options that leave together are tied in the order; the tally is the
 * number of rounds survived (in parallel universes the number of options outlasted, at best), the points are in the
 * steps.
 * @throws AgoraError 'too-many-options' in parallel universes above 20 options
 * @example
 * const ballots = ['ABC', 'BAC', 'BCA'].map((ranking) => ({ kind: 'ranking' as const, ranking: [...ranking] }));
 * voting.baldwin.count({ options: ['A', 'B', 'C'], ballots, electorate: 3 }).order; // => [['B'], ['A'], ['C']]
 */
export const baldwin: RuleWithVariants<BaldwinSettings> = withVariants(
  'baldwin',
  { ties: oneOf('together', 'parallel universes').optional() },
  baldwinVoting,
  baldwinVoting({}),
);

/** Which options leave a round of Nanson's rule. */
export interface NansonSettings {
  /** Those below the average (strict, the default), or also those on it (weak). */
  readonly leave?: 'below average' | 'up to average';
}

function nansonVoting({ leave = 'below average' }: NansonSettings): VotingRule<'ranking'> {
  const weak = leave === 'up to average';
  const elimination: Elimination = {
    score: byBorda,
    leave(standing, scores, { voters }) {
      // Half the voters prefer an option to another on average, so the average is voters x (options left - 1) / 2.
      const twiceAverage = voters * (standing.length - 1);
      return standing.filter((option) => {
        const twice = 2 * (scores[option] ?? 0);
        return twice < twiceAverage || (weak && twice === twiceAverage);
      });
    },
  };
  return preferentialRule({
    name: nameWith('nanson', [weak && 'weak']),
    source: 'Nanson 1883; Niou 1987',
    explanation: `Every agent ranks all proposals from best to worst. A proposal earns a point for every proposal ranked beneath it; those ${weak ? 'with no more than' : 'with less than'} the average leave, and the points are counted anew among the others. The last proposal left is selected.`,
    meets: [
      'majority',
      'majority loser',
      'condorcet',
      'condorcet loser',
      'smith',
      'pareto',
      ...(weak ? (['reversal symmetry'] as const) : []),
    ],
    decide: (profile) => resultByRounds(profile, elimination),
    steps: (profile) => eliminationSteps(profile, elimination),
  });
}

/**
 * Nanson: rounds of Borda counts among the remaining options. Options below the average leave; in the weak variant,
 * also those at the average. If all remaining options are level, they all win. Source: Nanson (1883), as reported by
 * Niou (1987); pref_voting's `strict_nanson` and `weak_nanson`. Authors differ on options that are exactly average:
 * both readings are here by name. Complete, strict rankings. The tally is the number of rounds survived, the points are
 * in the steps.
 * @example
 * const ballots = ['ABC', 'BAC', 'BCA'].map((ranking) => ({ kind: 'ranking' as const, ranking: [...ranking] }));
 * voting.nanson.count({ options: ['A', 'B', 'C'], ballots, electorate: 3 }).winners; // => ['B']
 */
export const nanson: RuleWithVariants<NansonSettings> = withVariants(
  'nanson',
  { leave: oneOf('below average', 'up to average').optional() },
  nansonVoting,
  nansonVoting({}),
);
