import { flag, oneOf } from '../check';
import { nameWith, preferentialRule, withVariants, type RuleWithVariants } from '../make-rule';
import type { VotingRule } from '../voting-rule';
import {
  eliminationSteps,
  lowest,
  placesAmong,
  resultByRounds,
  resultByUniverses,
  type Elimination,
} from './elimination';

/** Options that give variants of Coombs. */
export interface CoombsSettings {
  /** Whether an option wins as soon as more than half of the voters put it first. Default true. */
  readonly majorityStop?: boolean;
  /**
   * Several options with the most last places leave together, or one at a time in a universe each. Default together.
   */
  readonly ties?: 'together' | 'parallel universes';
}

function coombsVoting({ majorityStop = true, ties = 'together' }: CoombsSettings): VotingRule<'ranking'> {
  const universes = ties === 'parallel universes';
  const name = nameWith('coombs', [!majorityStop && 'no majority stop', universes && 'parallel universes']);
  const mostLastPlaces: Elimination = {
    score: (profile, standing) => placesAmong(profile, standing, 'last'),
    leave: (standing, scores) =>
      lowest(
        standing,
        scores.map((score) => -score),
      ),
    ...(majorityStop && {
      wonEarly: (profile, standing) => {
        const firsts = placesAmong(profile, standing, 'first');
        return standing.find((option) => 2 * (firsts[option] ?? 0) > profile.voters);
      },
    }),
  };
  return preferentialRule({
    name,
    source: universes ? 'Coombs 1964; Conitzer et al. 2009' : 'Coombs 1964',
    explanation: `Every agent ranks all proposals from best to worst. ${majorityStop ? 'A proposal that more than half of the agents rank first is selected. Until there is one, the' : 'The'} proposal that most agents rank last leaves, and the others move together.${majorityStop ? '' : ' The last proposal left is selected.'}`,
    meets: [
      ...(majorityStop ? (['majority'] as const) : []),
      'majority loser',
      ...(universes ? (['condorcet loser'] as const) : []),
      'pareto',
    ],
    decide: (profile) =>
      universes ? resultByUniverses(name, profile, mostLastPlaces) : resultByRounds(profile, mostLastPlaces),
    ...(!universes && { steps: (profile) => eliminationSteps(profile, mostLastPlaces) }),
  });
}

/**
 * Coombs: rounds in which the options that most voters put last leave the race, until one has the first places of more
 * than half of the voters. If all remaining options have equally many last places, they all win. Source: Coombs (1964);
 * pref_voting's `coombs`, and `coombs_put` for parallel universes. Authors differ on the majority stop: without it, the
 * count goes on until one option is left. Complete, strict rankings.
 *
 * The tally is the number of rounds survived, a majority counting as one more (in parallel universes the number of
 * options outlasted, at best); so the other options are tied when there is a majority winner. The last places are in
 * the steps.
 * @throws AgoraError 'too-many-options' in parallel universes above 20 options
 * @example
 * const ballots = ['ABC', 'BAC', 'CBA'].map((ranking) => ({ kind: 'ranking' as const, ranking: [...ranking] }));
 * voting.coombs.count({ options: ['A', 'B', 'C'], ballots, electorate: 3 }).winners; // => ['B']
 */
export const coombs: RuleWithVariants<CoombsSettings> = withVariants(
  'coombs',
  { majorityStop: flag.optional(), ties: oneOf('together', 'parallel universes').optional() },
  coombsVoting,
  coombsVoting({}),
);
