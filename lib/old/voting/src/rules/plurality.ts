import { oneOf } from '../check';
import { checkProfile } from '../check-profile';
import {
  ballotForms,
  forms,
  nameWith,
  preferentialRule,
  withVariants,
  type BallotForms,
  type RuleWithVariants,
} from '../make-rule';
import { add, resultByScore, resultByTotal, zeros } from '../result';
import type { ChoiceBallot, Profile, VotingRule } from '../voting-rule';
import { votesIn } from './majority';

const meets = ['majority', 'monotonicity', 'consistency', 'participation', 'pareto'] as const;

const onChoices: VotingRule<'choice'> = Object.freeze({
  name: 'plurality',
  ballot: 'choice',
  source: 'RoundTable, Appendix C (Arrow 2012)',
  explanation: 'The proposal with more votes than any other is selected.',
  meets,
  count(profile: Profile<ChoiceBallot>) {
    checkProfile('plurality', 'choice', profile);
    return resultByTotal(profile.options, votesIn(profile));
  },
});

function onRankings(settings: PluralityOnRankings): VotingRule<'ranking'> {
  return preferentialRule({
    ...forms(settings),
    name: nameWith('first-preference plurality', [], settings),
    source: 'GEDI, section 4.2',
    explanation:
      'Every agent ranks all proposals from best to worst. The proposal with more first places than any other is selected.',
    meets,
    decide({ options, rows }) {
      const votes = zeros(options.length);
      for (const { order, tiers, weight } of rows) {
        const favourites = order.filter((option) => tiers[option] === 0);
        for (const option of favourites) add(votes, option, weight / favourites.length);
      }
      return resultByScore(options, votes);
    },
  });
}

/** Plurality on rankings, and which of them it takes. */
export interface PluralityOnRankings extends BallotForms {
  readonly on: 'rankings';
}

/**
 * Plurality voting: the option with the most votes wins, `argmax_c sum_i v_ic`. The tally is in votes.
 *
 * A ballot names one option (RoundTable, Appendix C and Figure 12, after Arrow 2012); all options with the highest
 * count win, and none wins if everybody abstains. `{ on: 'rankings' }` is first-preference plurality (GEDI, section
 * 4.2; pref_voting's `plurality`): a ballot votes for its first place. Truncated ballots count as others do, and
 * several favourites in one tier share their ballot's vote equally.
 * @example
 * const ballots = [['B', 'A'], ['A', 'B'], ['B', 'A']].map((ranking) => ({ kind: 'ranking' as const, ranking }));
 * voting.plurality({ on: 'rankings' }).count({ options: ['A', 'B'], ballots, electorate: 3 }).winners; // => ['B']
 */
export const plurality: RuleWithVariants<PluralityOnRankings, 'choice', 'ranking'> = withVariants(
  'plurality',
  { on: oneOf('rankings'), ...ballotForms },
  onRankings,
  onChoices,
);
