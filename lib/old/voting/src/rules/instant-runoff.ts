import { AgoraError } from '../agora-error';
import { either, flag, listOf, oneOf, text } from '../check';
import { nameWith, preferentialRule, withVariants, type RuleWithVariants } from '../make-rule';
import { resultByScore, tallyOf } from '../result';
import type { VotingRule } from '../voting-rule';
import {
  eliminationSteps,
  lastScores,
  lowest,
  placesAmong,
  resultByRounds,
  resultByUniverses,
  type Elimination,
} from './elimination';

/** Options that give variants of instant-runoff. */
export interface InstantRunoffSettings {
  /**
   * Of several options with the fewest first places: all leave together; or one at a time, whichever comes last in an
   * order of the options (`agenda` for the profile's own); or one at a time, in a universe for each choice.
   */
  readonly ties?: 'together' | 'agenda' | readonly string[] | 'parallel universes';
  /**
   * Ballots may omit their last options. Such a ballot counts until all options that it names have left. Default false.
   */
  readonly truncated?: boolean;
}

function instantRunoffVoting(settings: InstantRunoffSettings): VotingRule<'ranking'> {
  const { ties = 'together', truncated = false } = settings;
  const isOrder = typeof ties !== 'string';
  const name = nameWith('instant-runoff', [isOrder ? 'stated order' : ties !== 'together' && ties], {
    truncated,
  });
  const fewestFirstPlaces: Elimination = {
    score: (profile, standing) => placesAmong(profile, standing, 'first'),
    leave: lowest,
  };
  const oneByOne = (options: readonly string[]): Elimination => {
    const ranks = ranksIn(name, options, isOrder ? ties : options);
    const rank = (option: number): number => ranks[option] ?? 0;
    return {
      ...fewestFirstPlaces,
      leave: (standing, scores) =>
        lowest(standing, scores)
          .sort((a, b) => rank(b) - rank(a))
          .slice(0, 1),
    };
  };
  const elimination = (options: readonly string[]): Elimination =>
    ties === 'together' ? fewestFirstPlaces : oneByOne(options);
  return preferentialRule({
    name,
    source: 'GEDI, section 4.2 (Freeman et al. 2014)',
    explanation:
      'Every agent ranks all proposals from best to worst. Round by round the proposal with the fewest first places leaves, and the agents who ranked it first are counted for the next proposal on their list that is still in the race. The last proposal left is selected.',
    meets:
      ties === 'together'
        ? ['majority', 'pareto']
        : [
            'majority',
            'majority loser',
            'condorcet loser',
            'pareto',
            ...(ties === 'parallel universes' ? (['clone independence'] as const) : []),
          ],
    truncated,
    decide(profile) {
      const { options } = profile;
      if (ties === 'parallel universes') return resultByUniverses(name, profile, fewestFirstPlaces);
      const votes = lastScores(profile, elimination(options));
      // together, who leaves later has more votes when leaving; one at a time the rounds decide
      if (ties === 'together') return resultByScore(options, votes);
      return { ...resultByRounds(profile, elimination(options)), tally: tallyOf(options, votes) };
    },
    ...(ties !== 'parallel universes' && {
      steps: (profile) => eliminationSteps(profile, elimination(profile.options)),
    }),
  });
}

/**
 * Each option's place in an order that settles ties.
 * @throws AgoraError 'tie-policy' when the order lacks an option or names one twice; other names are ignored
 */
function ranksIn(rule: string, options: readonly string[], order: readonly string[]): readonly number[] {
  return options.map((option) => {
    const rank = order.indexOf(option);
    if (rank < 0 || order.includes(option, rank + 1))
      throw new AgoraError(
        'tie-policy',
        `${rule} needs an order with every option once to settle ties: ${JSON.stringify(option)} is ${rank < 0 ? 'missing' : 'twice'} in ${JSON.stringify(order)}`,
      );
    return rank;
  });
}

/**
 * Instant-runoff voting: the option with the fewest first places leaves, its ballots move on to the next option still
 * in the race, and so on until one is left. The order is the reverse of leaving.
 * Source: GEDI, section 4.2 (Freeman et al. 2014), which counts to the end, without an early exit: this changes the
 * order, never the winner. The paper speaks of one option with the fewest votes, and not of ties.
 *
 * - together (default): GEDI's code, and pref_voting's `instant_runoff` without `exit_on_majority`. Options that leave
 *   together are tied, and where all that are left are level they win together. With its early exit pref_voting elects
 *   the same.
 * - an order: pref_voting's `instant_runoff_tb`, whose tie_breaker is our order read backwards: there the first leaves.
 * - parallel universes: pref_voting's `instant_runoff_put`. Who wins for some choice wins; the order is by the best
 *   place an option takes in any universe. At most 20 options.
 *
 * The tally is an option's votes in the last count that it was part of; in parallel universes the number of options
 * outlasted, at best.
 * @throws AgoraError 'tie-policy' when an order lacks an option or names one twice; AgoraError 'too-many-options'
 * @example
 * const ballots = ['ABC', 'ABC', 'BCA', 'CBA'].map((ranking) => ({ kind: 'ranking' as const, ranking: [...ranking] }));
 * const profile = { options: ['A', 'B', 'C'], ballots, electorate: 4 };
 * voting.instantRunoff.count(profile).winners; // => ['A']
 * voting.instantRunoff({ ties: 'parallel universes' }).count(profile).winners; // => ['A', 'B', 'C']
 */
export const instantRunoff: RuleWithVariants<InstantRunoffSettings> = withVariants(
  'instantRunoff',
  {
    ties: either(
      '"together", "agenda", "parallel universes" or an order of the options',
      oneOf('together', 'agenda', 'parallel universes'),
      listOf('options', text()),
    ).optional(),
    truncated: flag.optional(),
  },
  instantRunoffVoting,
  instantRunoffVoting({}),
);
