import { preferentialRule } from '../preferential-rule';
import { resultByScore } from '../result';
import type { RankingRule } from '../rule-types';
import { formNames, nameWith, type BallotForms } from './ballot-forms';
import { bestOrders } from './best-orders';
import { requireFewOptions } from './rule-errors';

/** With 18 options there are 262,144 subsets, and a count takes some tenths of a second. */
export const mostOptionsForKemeny = 18;

/** How many optimal orders the steps show. */
const shown = 10;

/**
 * Kemeny-Young: of all orders of the options, those agree best with the ballots on whose pairs most voters agree;
 * the options that stand first in one of them win.
 * Source: Kemeny (1959); Young and Levenglick (1978); pref_voting's `kemeny_young`. Exact. Where ballots are weak or
 * truncated, a voter who puts two options level agrees with neither order of them.
 *
 * Several orders may be optimal, and all count: the collective order is by an option's best place in any of them, and
 * the tally says how many options stand below it there.
 * @throws AgoraError 'too-many-options' (when counting) above 18 options
 */
export function kemenyYoungMethod(forms: BallotForms = {}): RankingRule {
  const { truncated = false, weak = false } = forms;
  const name = nameWith('kemeny-young', formNames(forms));
  return preferentialRule({
    name,
    source: 'Kemeny 1959; Young and Levenglick 1978',
    explanation:
      'Every agent ranks the proposals from best to worst. The order that agrees with the agents on the most pairs of proposals becomes the order of all. Its first proposal is selected.',
    meets: [
      ...(['majority', 'majority loser', 'monotonicity', 'condorcet', 'condorcet loser', 'smith'] as const),
      ...(['reversal symmetry', 'pareto'] as const),
    ],
    truncated,
    weak,
    decide: (profile) => {
      const { options } = profile;
      requireFewOptions(name, options.length, mostOptionsForKemeny);
      const { places } = bestOrders(profile);
      return resultByScore(
        options,
        places.map((place) => options.length - 1 - place),
      );
    },
    steps: (profile) => {
      const { options } = profile;
      requireFewOptions(name, options.length, mostOptionsForKemeny);
      const best = bestOrders(profile);
      const orders = best.list(shown + 1);
      return [
        ...orders.slice(0, shown).map((order) => ({
          kind: 'remark' as const,
          text: `optimal order, agreement ${best.agreement}: ${order.map((option) => options[option]).join(' > ')}`,
        })),
        ...(orders.length > shown
          ? [{ kind: 'remark' as const, text: `more than ${shown} orders are optimal` }]
          : []),
      ];
    },
  });
}

export const kemenyYoung: RankingRule = kemenyYoungMethod();
