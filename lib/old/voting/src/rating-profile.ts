import { checkProfile, votersBehind } from './check-profile';
import { add, zeros } from './result';
import type { BallotOf, BallotSettings, Profile, RatingScale } from './voting-rule';

/**
 * Ratings that are checked and numbered once: the counterpart of `RankingProfile`.
 * @example
 * voting.RatingProfile.ofRows(['A', 'B'], [[5, 1], [4, 2]]).sums; // => [9, 3]
 */
export class RatingProfile implements Profile<BallotOf['rating']> {
  /** The voters with a ballot. */
  readonly voters: number;

  private constructor(
    readonly options: readonly string[],
    electorate: number | undefined,
    /** Each ballot's ratings in the options' order, and how many voters cast it. */
    readonly rows: readonly { readonly ratings: readonly number[]; readonly weight: number }[],
  ) {
    this.voters = rows.reduce((sum, { weight }) => sum + weight, 0);
    this.electorate = electorate ?? this.voters;
  }

  readonly electorate: number;

  /** @throws AgoraError 'empty-agenda', AgoraError 'invalid-profile', AgoraError 'invalid-ballot' */
  static from(
    profile: Profile<BallotOf['rating']>,
    settings: BallotSettings,
    rule = 'a profile of ratings',
  ): RatingProfile {
    checkProfile(rule, 'rating', profile, settings);
    const { options, ballots, electorate } = profile;
    return new RatingProfile(
      options,
      electorate,
      ballots.map(({ ratings }, place) => ({
        ratings: options.map((option) => ratings[option] ?? NaN),
        weight: votersBehind(profile, place),
      })),
    );
  }

  /** Rows of ratings in the options' order, unchecked: for simulations and searches. */
  static ofRows(
    options: readonly string[],
    rows: readonly (readonly number[])[],
    counts?: readonly number[],
  ): RatingProfile {
    return new RatingProfile(
      options,
      undefined,
      rows.map((ratings, row) => ({ ratings, weight: counts?.[row] ?? 1 })),
    );
  }

  /** Whether all ratings lie on a scale, so that a rule with this scale need not check them again. */
  fits({ lowest, highest }: RatingScale): boolean {
    return this.rows.every(({ ratings }) => ratings.every((rating) => rating >= lowest && rating <= highest));
  }

  /** Every option's ratings over all voters, in the options' order. */
  get sums(): readonly number[] {
    const sums = zeros(this.options.length);
    for (const { ratings, weight } of this.rows)
      ratings.forEach((rating, option) => add(sums, option, weight * rating));
    return sums;
  }

  get ballots(): readonly BallotOf['rating'][] {
    return this.rows.map(({ ratings }) => ({
      kind: 'rating' as const,
      ratings: Object.fromEntries(this.options.map((option, place) => [option, ratings[place] ?? NaN])),
    }));
  }

  get counts(): readonly number[] {
    return this.rows.map(({ weight }) => weight);
  }
}
