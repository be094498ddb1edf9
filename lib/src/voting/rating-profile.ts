import type { BallotSettings } from './ballot-settings';
import { checkProfile } from './check-profile';
import type { BallotOf, Profile } from './voting-rule';

/**
 * Ratings that were checked once and put into an array: the counterpart of `RankingProfile`. Options are numbered by
 * their places in `options`.
 */
export class RatingProfile implements Profile<BallotOf['rating']> {
  /** The voters with a ballot. */
  readonly voters: number;

  private constructor(
    readonly options: readonly string[],
    readonly electorate: number,
    /** `weights[b]` voters hold ballot `b`. */
    readonly weights: Float64Array,
    /** `ratings[b * m + option]` */
    readonly cells: Float64Array,
    private readonly range: { readonly lowest: number; readonly highest: number },
  ) {
    let voters = 0;
    for (let ballot = 0; ballot < weights.length; ballot++) voters += weights[ballot] as number;
    this.voters = voters;
  }

  /** @throws AgoraError 'empty-agenda', AgoraError 'invalid-profile', AgoraError 'invalid-ballot' */
  static from(
    profile: Profile<BallotOf['rating']>,
    settings: BallotSettings,
    rule = 'a profile of ratings',
  ): RatingProfile {
    checkProfile(rule, 'rating', profile, settings);
    const { options, ballots, counts, electorate } = profile;
    const cells = new Float64Array(ballots.length * options.length);
    let at = 0;
    for (const { ratings } of ballots) for (const option of options) cells[at++] = ratings[option] as number;
    const weights =
      counts === undefined ? new Float64Array(ballots.length).fill(1) : Float64Array.from(counts);
    return new RatingProfile(options, electorate, weights, cells, rangeOf(cells));
  }

  /** Rows of ratings in the options' order, unchecked: for simulations and searches. */
  static ofRows(
    options: readonly string[],
    rows: readonly ArrayLike<number>[],
    counts?: ArrayLike<number>,
  ): RatingProfile {
    const m = options.length;
    const cells = new Float64Array(rows.length * m);
    const weights = new Float64Array(rows.length);
    let voters = 0;
    for (let ballot = 0; ballot < rows.length; ballot++) {
      const row = rows[ballot] as ArrayLike<number>;
      for (let option = 0; option < m; option++) cells[ballot * m + option] = row[option] as number;
      voters += weights[ballot] = counts === undefined ? 1 : (counts[ballot] as number);
    }
    return new RatingProfile(options, voters, weights, cells, rangeOf(cells));
  }

  /** Whether all ratings lie on a scale, so that a rule with this scale need not check them again. */
  fits({ lowest, highest }: { readonly lowest: number; readonly highest: number }): boolean {
    return this.cells.length === 0 || (this.range.lowest >= lowest && this.range.highest <= highest);
  }

  get ballots(): readonly BallotOf['rating'][] {
    const m = this.options.length;
    return Array.from(this.weights, (_, ballot) => ({
      kind: 'rating' as const,
      ratings: Object.fromEntries(
        this.options.map((option, place) => [option, this.cells[ballot * m + place] as number]),
      ),
    }));
  }

  get counts(): readonly number[] {
    return [...this.weights];
  }
}

function rangeOf(cells: Float64Array): { lowest: number; highest: number } {
  let [lowest, highest] = [Infinity, -Infinity];
  for (const rating of cells) {
    if (rating < lowest) lowest = rating;
    if (rating > highest) highest = rating;
  }
  return { lowest, highest };
}
