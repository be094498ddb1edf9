import { nameWith, type BallotForms } from '../more/ballot-forms';
import { eliminationSteps } from '../more/elimination';
import { resultByUniverses } from '../more/parallel-universes';
import { preferentialRule } from '../preferential-rule';
import { resultByScore, tallyOf } from '../result';
import type { RankingRule } from '../rule-types';
import { fewestFirstPlaces } from './fewest-first-places';
import { runoff } from './runoff';
import { ranksIn } from './tie-order';

/** What the name "instant-runoff" leaves open. */
export interface InstantRunoffSettings extends Pick<BallotForms, 'truncated'> {
  /**
   * Of several options with the fewest first places: all leave together; or one at a time, whichever comes last in an
   * order of the options (`agenda` for the profile's own); or one at a time, in a universe for each choice.
   */
  readonly ties?: 'together' | 'agenda' | readonly string[] | 'parallel universes';
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
 * outlasted, at best. A truncated ballot counts until all options it names are gone.
 * @throws AgoraError 'tie-policy' when an order lacks an option or names one twice; AgoraError 'too-many-options'
 */
export function instantRunoffMethod(settings: InstantRunoffSettings = {}): RankingRule {
  const { ties = 'together', truncated = false } = settings;
  const order = typeof ties === 'string' ? undefined : [...ties];
  const variant = order !== undefined ? 'stated order' : ties !== 'together' && (ties as string);
  const name = nameWith('instant-runoff', [variant, truncated && 'truncated']);
  const ranks = (options: readonly string[]): readonly number[] | undefined =>
    ties === 'together' ? undefined : ranksIn(name, options, order);
  const universes = ties === 'parallel universes';
  return preferentialRule({
    name,
    source: 'GEDI, section 4.2 (Freeman et al. 2014)',
    explanation:
      'Every agent ranks all proposals from best to worst. Round by round the proposal with the fewest first places leaves, and the agents who ranked it first are counted for the next proposal on their list that is still in the race. The last proposal left is selected.',
    meets:
      ties === 'together'
        ? ['majority', 'pareto']
        : [
            ...(['majority', 'majority loser', 'condorcet loser', 'pareto'] as const),
            ...(universes ? (['clone independence'] as const) : []),
          ],
    truncated,
    decide(profile) {
      if (universes) return resultByUniverses(name, profile, fewestFirstPlaces());
      const { votes, rounds } = runoff(profile, ranks(profile.options));
      // together, who leaves later has more votes when leaving; one at a time the rounds decide
      if (ties === 'together') return resultByScore(profile.options, votes);
      return { ...resultByScore(profile.options, rounds), tally: tallyOf(profile.options, votes) };
    },
    ...(!universes && {
      steps: (profile) => eliminationSteps(profile, fewestFirstPlaces(ranks(profile.options))),
    }),
  });
}

export const instantRunoff: RankingRule = instantRunoffMethod();
export const instantRunoffOneByOne: RankingRule = instantRunoffMethod({ ties: 'agenda' });
export const instantRunoffUniverses: RankingRule = instantRunoffMethod({ ties: 'parallel universes' });
