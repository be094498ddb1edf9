import { flag, oneOf } from '../check';
import { nameWith, preferentialRule, withVariants, type RuleWithVariants } from '../make-rule';
import type { RankingProfile } from '../ranking-profile';
import { resultByScore, tallyOf, zeros } from '../result';
import type { Result, RuleStep, VotingRule } from '../voting-rule';

/** Options that give variants of Bucklin. */
export interface BucklinSettings {
  /**
   * largest: when counting stops, the largest count wins. all that pass: every option with more than half of the voters
   * wins. by stage: like `largest`, but the losers are ordered by the place at which each of them passes half.
   */
  readonly winners?: 'largest' | 'all that pass' | 'by stage';
  /** Ballots may omit their last options, which are never counted. Default false. */
  readonly truncated?: boolean;
}

function bucklinVoting({ winners = 'largest', truncated = false }: BucklinSettings): VotingRule<'ranking'> {
  const variant = { largest: false, 'all that pass': 'simplified', 'by stage': 'complete' } as const;
  return preferentialRule({
    name: nameWith('bucklin', [variant[winners]], { truncated }),
    source: 'GEDI, section 4.2 (Erdelyi et al. 2015)',
    explanation:
      'Every agent ranks all proposals from best to worst. First places are counted, then second places are added, and so on until a proposal has been counted for more than half of the agents. The proposal with the highest count is selected.',
    meets: ['majority', 'majority loser', 'monotonicity', 'pareto'],
    truncated,
    decide: { largest: byCount, 'all that pass': allThatPass, 'by stage': byStage }[winners],
    steps,
  });
}

/** The counts after each place, down to where an option has more than half of the voters. */
function countsDown(profile: RankingProfile): number[][] {
  const stages: number[][] = [];
  let counts = zeros(profile.options.length);
  for (let place = 0; place < counts.length && !counts.some(passesHalf(profile)); place++) {
    counts = counts.map((count, option) => count + profile.placed(option, place));
    stages.push(counts);
  }
  return stages;
}

function passesHalf({ voters }: RankingProfile): (count: number) => boolean {
  return (count) => 2 * count > voters;
}

function byCount(profile: RankingProfile): Result {
  return resultByScore(profile.options, countsDown(profile).at(-1) ?? []);
}

function allThatPass(profile: RankingProfile): Result {
  const { options } = profile;
  const counts = countsDown(profile).at(-1) ?? [];
  const result = resultByScore(options, counts);
  const passed = options.filter((_, option) => passesHalf(profile)(counts[option] ?? 0));
  if (passed.length <= result.winners.length) return result;
  const rest = result.order.filter(([first = '']) => !passed.includes(first));
  return { ...result, order: [passed, ...rest], winners: passed };
}

/** Every option is counted down to the place at which it passes half by itself. */
function byStage(profile: RankingProfile): Result {
  const { options, voters } = profile;
  const counted = options.map((_, option) => {
    let [count, place] = [0, 0];
    while (place < options.length && !passesHalf(profile)(count)) count += profile.placed(option, place++);
    return { count, stage: passesHalf(profile)(count) ? place : options.length + 1 };
  });
  const scores = counted.map(({ count, stage }) => count - (voters + 1) * stage); // no two counts differ by more
  return {
    ...resultByScore(options, scores),
    tally: tallyOf(
      options,
      counted.map(({ count }) => count),
    ),
  };
}

function steps(profile: RankingProfile): RuleStep[] {
  const { options, voters } = profile;
  const stages = countsDown(profile);
  const passed = options.filter((_, option) => passesHalf(profile)(stages.at(-1)?.[option] ?? 0));
  const who =
    passed.length === 0 ? 'nobody has' : `${passed.join(', ')} ${passed.length === 1 ? 'has' : 'have'}`;
  return [
    ...stages.map((counts, place) => ({
      kind: 'count' as const,
      label: place === 0 ? 'first places' : `places 1 to ${place + 1}`,
      tally: tallyOf(options, counts),
    })),
    { kind: 'remark', text: `${who} more than half of ${voters} voters` },
  ];
}

/**
 * Bucklin voting: first places are counted, then second places are added, and so on, until some option has more than
 * half of the voters. Source: GEDI, section 4.2 (Erdelyi et al. 2015). The paper does not say who wins if several pass
 * half at the same place; GEDI's code and pref_voting's `bucklin` take the largest count, the default here, and order
 * all options by the counts at that place, the tally. `all that pass` is pref_voting's `simplified_bucklin`. `by stage`
 * elects as the default does, but counts each option down to the place at which it passes half by itself: by that
 * place, then by its count there, which is its tally. Half is half of those who voted.
 *
 * Options that a truncated ballot omits are never counted. If no option passes half, the largest count of all named
 * places wins under every setting.
 * @example
 * const ballots = [['A', 'B', 'C'], ['B', 'C', 'A'], ['C', 'B', 'A']].map((ranking) => ({ kind: 'ranking' as const, ranking }));
 * voting.bucklin.count({ options: ['A', 'B', 'C'], ballots, electorate: 3 }).winners; // => ['B']
 */
export const bucklin: RuleWithVariants<BucklinSettings> = withVariants(
  'bucklin',
  { winners: oneOf('largest', 'all that pass', 'by stage').optional(), truncated: flag.optional() },
  bucklinVoting,
  bucklinVoting({}),
);
