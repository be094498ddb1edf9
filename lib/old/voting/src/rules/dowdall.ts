import { flag } from '../check';
import { checkProfile, votersBehind } from '../check-profile';
import { withVariants, type RuleWithVariants } from '../make-rule';
import { resultByTotal } from '../result';
import type { BallotOf, Profile, VotingRule } from '../voting-rule';

/** Which ballots the Dowdall rule takes. */
export interface DowdallSettings {
  /** A ballot may omit its last places. Omitted options earn nothing. Default false. */
  readonly truncated?: boolean;
}

function dowdallVoting({ truncated = false }: DowdallSettings): VotingRule<'ranking'> {
  const forBallots = Object.freeze({ truncated });
  return Object.freeze({
    name: truncated ? 'dowdall (truncated)' : 'dowdall',
    ballot: 'ranking' as const,
    source: 'RoundTable, Appendix C (Arrow 2012)',
    explanation: `Every agent ranks ${truncated ? 'as many proposals as it likes' : 'all proposals'} from best to worst. A first place earns 1 point, a second 1/2, a third 1/3 and so on. The proposal with the most points is selected.`,
    meets: ['monotonicity', 'consistency', 'participation', 'pareto'] as const,
    ballotSettings: () => forBallots,
    count(profile: Profile<BallotOf['ranking']>) {
      checkProfile('dowdall', 'ranking', profile, forBallots);
      const { options, ballots } = profile;
      const { share, toNumber } = harmonicScale(options.length);
      const totals = new Map<string, bigint>();
      ballots.forEach((ballot, index) => {
        const voters = BigInt(votersBehind(profile, index));
        const ranking = ballot.kind === 'ranking' ? ballot.ranking : [];
        ranking.forEach((option, place) =>
          totals.set(option, (totals.get(option) ?? 0n) + voters * share(place + 1)),
        );
      });
      return resultByTotal(
        options,
        options.map((option) => toNumber(totals.get(option) ?? 0n)),
      );
    },
  });
}

/**
 * Exact sums of 1, 1/2, 1/3, ...: whole numbers over one common denominator, the least common multiple of
 * 1..places. In floating point 1/2 + 1/3 + 1/6 falls short of 1, and a tie would be settled by rounding.
 */
function harmonicScale(places: number): {
  /** 1/place in units of the common denominator. */
  share: (place: number) => bigint;
  /** An exact sum as a number; equal sums give equal numbers. */
  toNumber: (sum: bigint) => number;
} {
  let denominator = 1n;
  for (let place = 2n; place <= BigInt(places); place++)
    denominator = (denominator / greatestCommonDivisor(denominator, place)) * place;
  const bits = 2n ** 53n;
  return {
    share: (place) => denominator / BigInt(place),
    toNumber: (sum) =>
      Number(sum / denominator) + Number(((sum % denominator) * bits) / denominator) / Number(bits),
  };
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}

/**
 * The Dowdall rule: an option earns 1, 1/2, 1/3, ... points for a first, second, third, ... place, and the highest
 * total wins, `argmax_c sum_i 1 / rank_ic`. Source: RoundTable, Appendix C and Figure 14, which calls it ranked voting
 * and cites Arrow (2012).
 *
 * Totals are compared as exact fractions, so that 1 + 1/3 ties with 1/3 + 1 and 1/2 + 1/3 + 1/6 with 1.
 * @example
 * const ballots = [['A', 'B'], ['B', 'A']].map((ranking) => ({ kind: 'ranking' as const, ranking }));
 * voting.dowdall.count({ options: ['A', 'B'], ballots, electorate: 2 }).tally; // => { A: 1.5, B: 1.5 }
 */
export const dowdall: RuleWithVariants<DowdallSettings> = withVariants(
  'dowdall',
  { truncated: flag.optional() },
  dowdallVoting,
  dowdallVoting({}),
);
