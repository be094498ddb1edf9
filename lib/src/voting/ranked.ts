import type { BallotSettings } from './ballot-settings';
import { checkProfile, votersBehind } from './check-profile';
import { harmonicScale } from './harmonic-score';
import type { RankingRule } from './rule-types';
import { topTotal } from './top-total';
import type { BallotOf } from './voting-rule';

/**
 * Ranked voting: an option earns 1, 1/2, 1/3, ... points for a first, second, third, ... place, and the
 * highest total wins, `argmax_c sum_i 1 / rank_ic`.
 * Source: RoundTable, Appendix C and Figure 14 (there ascribed to Arrow 2012; elsewhere the Dowdall rule).
 *
 * Totals are compared as exact fractions, so that 1 + 1/3 ties with 1/3 + 1 and 1/2 + 1/3 + 1/6 with 1.
 * @param settings.truncated - a ballot may leave out its last places, which earn nothing. Default false.
 */
export function rankedVoting(settings: { readonly truncated?: boolean } = {}): RankingRule {
  const { truncated = false } = settings;
  const forBallots: BallotSettings = { truncated };
  return Object.freeze({
    name: truncated ? 'ranked (truncated)' : 'ranked',
    ballot: 'ranking' as const,
    source: 'RoundTable, Appendix C (Arrow 2012)',
    explanation: `Every agent ranks ${truncated ? 'as many proposals as it likes' : 'all proposals'} from best to worst. A first place earns 1 point, a second 1/2, a third 1/3 and so on. The proposal with the most points is selected.`,
    meets: ['monotonicity', 'consistency', 'participation', 'pareto'],
    ballotSettings: () => forBallots,
    count(profile) {
      checkProfile('ranked', 'ranking', profile, forBallots);
      const scale = harmonicScale(profile.options.length);
      const totals = new Map(profile.options.map((option) => [option, 0n]));
      profile.ballots.forEach((ballot, index) => {
        const voters = BigInt(votersBehind(profile, index));
        rankingOf(ballot).forEach((option, place) =>
          totals.set(option, (totals.get(option) ?? 0n) + voters * scale.share(place + 1)),
        );
      });
      const total = (option: string): bigint => totals.get(option) ?? 0n;
      return topTotal(
        profile.options,
        new Map(profile.options.map((option) => [option, scale.toNumber(total(option))])),
      );
    },
  } satisfies RankingRule);
}

/** Tiers were turned away by the check: this rule takes strict rankings only. */
function rankingOf(ballot: BallotOf['ranking']): readonly string[] {
  return ballot.kind === 'ranking' ? ballot.ranking : ballot.tiers.flat();
}

export const ranked = rankedVoting();
