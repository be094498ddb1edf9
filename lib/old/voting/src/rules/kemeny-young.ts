import {
  ballotForms,
  forms,
  nameWith,
  preferentialRule,
  withVariants,
  type BallotForms,
  type RuleWithVariants,
} from '../make-rule';
import type { RankingProfile } from '../ranking-profile';
import { resultByScore, zeros } from '../result';
import type { RuleStep, VotingRule } from '../voting-rule';
import { requireFewOptions } from './elimination';

/** With 18 options there are 262,144 subsets, and a count takes some tenths of a second. */
export const mostOptionsForKemeny = 18;

/** How many optimal orders the steps show. */
const shown = 10;

/** The orders that agree with the ballots on the most pairs. */
interface BestOrders {
  /** Pairs of voters and options on which an optimal order and the voter agree, summed up. */
  readonly agreement: number;
  /** Whether an optimal order of a set of options, a bit each, begins with this member of it. */
  readonly mayLead: (option: number, set: number) => boolean;
}

/**
 * All orders of highest Kemeny score, by dynamic programming over subsets: whichever options come last, the best
 * order of these does not depend on the order of those before them. 2^m x m^2 steps, 2^m numbers kept.
 * Source: the recurrence of Held and Karp (1962); Betzler et al. (2009) use it for Kemeny scores.
 */
function bestOrders(profile: RankingProfile): BestOrders {
  const m = profile.options.length;
  const all = 2 ** m - 1;
  const best = new Float64Array(all + 1);
  /** The agreement of the best order of a set that begins with an option: with its being first, and with the rest. */
  const score = (option: number, set: number): number => {
    const below = set ^ (1 << option);
    let sum = best[below] ?? 0;
    for (let other = 0; other < m; other++) if ((below >> other) & 1) sum += profile.preferred(option, other);
    return sum;
  };
  for (let set = 1; set <= all; set++) {
    let most = 0;
    for (let option = 0; option < m; option++)
      if ((set >> option) & 1) most = Math.max(most, score(option, set));
    best[set] = most;
  }
  return {
    agreement: best[all] ?? 0,
    mayLead: (option, set) => ((set >> option) & 1) === 1 && score(option, set) === best[set],
  };
}

/** Each option's best place in any optimal order: every set that is the tail of one is looked at once. */
function bestPlaces(m: number, { mayLead }: BestOrders): number[] {
  const places = zeros(m).fill(Infinity);
  let tails = new Set([2 ** m - 1]);
  for (let place = 0; place < m; place++) {
    const shorter = new Set<number>();
    for (const set of tails)
      for (let option = 0; option < m; option++) {
        if (!mayLead(option, set)) continue;
        places[option] = Math.min(places[option] ?? Infinity, place);
        shorter.add(set ^ (1 << option));
      }
    tails = shorter;
  }
  return places;
}

function firstOrders(m: number, { mayLead }: BestOrders, most: number): number[][] {
  const orders: number[][] = [];
  const extend = (order: number[], set: number): void => {
    if (orders.length >= most) return;
    if (set === 0) orders.push(order);
    for (let option = 0; option < m; option++)
      if (mayLead(option, set)) extend([...order, option], set ^ (1 << option));
  };
  extend([], 2 ** m - 1);
  return orders;
}

function kemenyYoungVoting(settings: BallotForms): VotingRule<'ranking'> {
  const name = nameWith('kemeny-young', [], settings);
  return preferentialRule({
    name,
    source: 'Kemeny 1959; Young and Levenglick 1978',
    explanation:
      'Every agent ranks the proposals from best to worst. The order that agrees with the agents on the most pairs of proposals becomes the order of all. Its first proposal is selected.',
    meets: [
      'majority',
      'majority loser',
      'monotonicity',
      'condorcet',
      'condorcet loser',
      'smith',
      'reversal symmetry',
      'pareto',
    ],
    ...forms(settings),
    decide(profile) {
      const { options } = profile;
      requireFewOptions(name, options.length, mostOptionsForKemeny);
      const places = bestPlaces(options.length, bestOrders(profile));
      return resultByScore(
        options,
        places.map((place) => options.length - 1 - place),
      );
    },
    steps(profile) {
      const { options } = profile;
      requireFewOptions(name, options.length, mostOptionsForKemeny);
      const best = bestOrders(profile);
      const orders = firstOrders(options.length, best, shown + 1);
      const taken = orders.slice(0, shown).map((order): RuleStep => {
        const text = order.map((option) => options[option]).join(' > ');
        return { kind: 'remark', text: `optimal order, agreement ${best.agreement}: ${text}` };
      });
      if (orders.length > shown)
        taken.push({ kind: 'remark', text: `more than ${shown} orders are optimal` });
      return taken;
    },
  });
}

/**
 * Kemeny-Young: finds the orders of the options that agree with the voters on the most pairs. The options that come
 * first in one of these orders win. Source: Kemeny (1959); Young and Levenglick (1978); pref_voting's `kemeny_young`.
 * Exact. Where ballots are weak or truncated, a voter who puts two options level agrees with neither order of them.
 *
 * Several orders may be optimal, and all count. The collective order sorts options by their best place in any of them;
 * the tally is the number of options below that place.
 * @throws AgoraError 'too-many-options' (when counting) above 18 options
 * @example
 * const ballots = ['ABC', 'ABC', 'BCA'].map((ranking) => ({ kind: 'ranking' as const, ranking: [...ranking] }));
 * voting.kemenyYoung.count({ options: ['A', 'B', 'C'], ballots, electorate: 3 }).order; // => [['A'], ['B'], ['C']]
 */
export const kemenyYoung: RuleWithVariants<BallotForms> = withVariants(
  'kemenyYoung',
  ballotForms,
  kemenyYoungVoting,
  kemenyYoungVoting({}),
);
