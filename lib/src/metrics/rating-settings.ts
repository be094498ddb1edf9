import { either, listOf, number, oneOf, settings, whole } from '../check';

/** How the errors of predictions are computed where RoundTable (section 4.2) leaves it open. */
export interface RatingMetricSettings {
  /** The r of mae@r and rmse@r. Default 1 to 10, as Table 7 prints. */
  readonly at: readonly number[];
  /**
   * What a collaboration counts as in a round after which nothing is decided yet, which the paper does not say.
   * `exclude` (default) leaves it out of that round; a number, 4 say, is the guess that it counts as. Either way
   * `byRound.undecided` says how many there were: with `exclude`, rounds are over different collaborations.
   */
  readonly undecided: 'exclude' | number;
  /**
   * Rounds after the last one played: the decision stays what it is (`carry`, the default, meant for early stopping),
   * or there is no such value (`undefined`).
   */
  readonly afterEnd: 'carry' | 'undefined';
  /** Collaborations that are still running: left out and counted (`exclude`, the default), or taken as far as they are. */
  readonly unfinished: 'exclude' | 'include';
}

export const ratingMetricSettings = settings({
  at: listOf('rounds', whole(1)),
  undecided: either('"exclude", or a rating', oneOf('exclude'), number()),
  afterEnd: oneOf('carry', 'undefined'),
  unfinished: oneOf('exclude', 'include'),
}).partial();

export const ratingMetricDefaults: RatingMetricSettings = Object.freeze<RatingMetricSettings>({
  at: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  undecided: 'exclude',
  afterEnd: 'carry',
  unfinished: 'exclude',
});
