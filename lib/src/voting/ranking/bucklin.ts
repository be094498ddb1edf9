import { nameWith, type BallotForms } from '../more/ballot-forms';
import { preferentialRule } from '../preferential-rule';
import { resultByScore, tallyOf } from '../result';
import type { RankingRule } from '../rule-types';
import type { Result } from '../voting-rule';
import { bucklinSteps, countDown, type BucklinCount } from './bucklin-count';

/** What the name "Bucklin" leaves open. */
export interface BucklinSettings extends Pick<BallotForms, 'truncated'> {
  /**
   * largest: where counting stops, the largest count wins. all that pass: everybody with more than half of the voters
   * there wins. by stage: as `largest`, and the losers are ordered by the place at which each of them passes half.
   */
  readonly winners?: 'largest' | 'all that pass' | 'by stage';
}

/**
 * Bucklin voting: first places are counted, then second places are added, and so on, until some option has more than
 * half of the voters.
 * Source: GEDI, section 4.2 (Erdelyi et al. 2015). The paper does not say who wins where several pass half at the same
 * place; GEDI's code and pref_voting's `bucklin` take the largest count, the default here, and order all options by the
 * counts at that place, the tally. `all that pass` is pref_voting's `simplified_bucklin`. `by stage` elects as the
 * default does, but counts each option down to the place at which it passes half by itself: by that place, then by its
 * count there, which is its tally. Half is half of those who voted.
 *
 * On truncated ballots options left out are never counted; where nobody passes half, the largest count of all named
 * places wins under every setting.
 */
export function bucklinMethod(settings: BucklinSettings = {}): RankingRule {
  const { winners = 'largest', truncated = false } = settings;
  const decide = { largest: byCount, 'all that pass': allThatPass, 'by stage': byStage }[winners];
  const variant = { largest: false, 'all that pass': 'simplified', 'by stage': 'complete' } as const;
  return preferentialRule({
    name: nameWith('bucklin', [variant[winners], truncated && 'truncated']),
    source: 'GEDI, section 4.2 (Erdelyi et al. 2015)',
    explanation:
      'Every agent ranks all proposals from best to worst. First places are counted, then second places are added, and so on until a proposal has been counted for more than half of the agents. The proposal with the highest count is selected.',
    meets: ['majority', 'majority loser', 'monotonicity', 'pareto'],
    truncated,
    decide: (profile) => {
      const count = countDown(profile, winners === 'by stage');
      return decide(profile.options, count);
    },
    steps: (profile) => bucklinSteps(profile),
  });
}

function byCount(options: readonly string[], { counts }: BucklinCount): Result {
  return resultByScore(options, counts);
}

function allThatPass(options: readonly string[], { counts, half }: BucklinCount): Result {
  const passing = options.map((_, option) => option).filter((option) => (counts[option] as number) > half);
  const { tally, order, winners } = resultByScore(options, counts);
  if (passing.length <= winners.length) return { tally, order, winners };
  const passed = passing.map((option) => options[option] as string);
  return {
    tally,
    order: [passed, ...order.filter(([first]) => !passed.includes(first as string))],
    winners: passed,
  };
}

function byStage(options: readonly string[], { counts, stages, half }: BucklinCount): Result {
  const apart = 2 * half + 1; // more than any two counts differ
  const scores = options.map((_, option) => (counts[option] as number) - apart * (stages[option] as number));
  return { ...resultByScore(options, scores), tally: tallyOf(options, counts) };
}

export const bucklin: RankingRule = bucklinMethod();
export const bucklinSimplified: RankingRule = bucklinMethod({ winners: 'all that pass' });
export const bucklinComplete: RankingRule = bucklinMethod({ winners: 'by stage' });
