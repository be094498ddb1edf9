import { oneOf } from '../check';
import {
  ballotForms,
  forms,
  nameWith,
  preferentialRule,
  withVariants,
  type BallotForms,
  type RuleWithVariants,
} from '../make-rule';
import { resultByScore } from '../result';
import type { VotingRule } from '../voting-rule';

/** Options that give variants of minimax. */
export interface MinimaxSettings extends BallotForms {
  /** How a loss of an option against another one is measured. Default margins. */
  readonly by?: 'margins' | 'winning votes' | 'opposition';
}

function minimaxVoting(settings: MinimaxSettings): VotingRule<'ranking'> {
  const { by = 'margins', truncated = false, weak = false } = settings;
  return preferentialRule({
    name: nameWith('minimax', [by !== 'margins' && by], settings),
    source: 'GEDI, section 4.2 (Brams et al. 2007)',
    explanation:
      'Every agent ranks the proposals from best to worst. Each two proposals are compared by how many agents prefer the one. The proposal whose worst comparison is the least bad is selected.',
    meets:
      by === 'opposition' && (truncated || weak)
        ? ['monotonicity']
        : ['majority', 'monotonicity', 'condorcet', 'pareto'],
    ...forms(settings),
    decide(profile) {
      const worst = profile.options.map((_, a) => {
        const disfavours = profile.options.flatMap((__, b) => {
          if (a === b) return [];
          const margin = profile.margin(b, a);
          if (by === 'margins') return margin;
          return by === 'opposition' || margin > 0 ? profile.preferred(b, a) : 0;
        });
        return disfavours.length === 0 ? 0 : Math.max(...disfavours);
      });
      return resultByScore(profile.options, worst, 'lowest');
    },
  });
}

/**
 * Minimax (Simpson-Kramer): the option whose worst comparison with another is least bad wins. Source: GEDI, section 4.2
 * (Brams et al. 2007). The tally is the worst comparison; the lowest comes first.
 *
 * - margins (default): how many more voters prefer the other one; below zero if every comparison is won. The paper's
 *   f(b, a) is described both as a number of wins and as possibly negative: the margin is meant, and GEDI's code takes
 *   it, as pref_voting's `minimax` does (both stop at zero, which changes neither winners nor order).
 * - winning votes: the voters for the other one where these outnumber those against, else 0: pref_voting's
 *   `minimax_support`.
 * - opposition: the voters for the other one, winning or not.
 *
 * On complete, strict rankings all three order the options alike.
 * @example
 * const ballots = ['ABC', 'BCA', 'BAC'].map((ranking) => ({ kind: 'ranking' as const, ranking: [...ranking] }));
 * voting.minimax.count({ options: ['A', 'B', 'C'], ballots, electorate: 3 }).tally; // => { A: 1, B: -1, C: 3 }
 */
export const minimax: RuleWithVariants<MinimaxSettings> = withVariants(
  'minimax',
  { by: oneOf('margins', 'winning votes', 'opposition').optional(), ...ballotForms },
  minimaxVoting,
  minimaxVoting({}),
);
