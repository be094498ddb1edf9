import { AgoraError } from '../agora-error';

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

const choices = { afterEnd: ['carry', 'undefined'], unfinished: ['exclude', 'include'] } as const;

/** @throws AgoraError 'setting' when a round is no whole number of at least 1, or a choice is none of those above */
export function resolveRatingSettings(settings: Partial<RatingMetricSettings>): RatingMetricSettings {
  const resolved: RatingMetricSettings = {
    at: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    undecided: 'exclude',
    afterEnd: 'carry',
    unfinished: 'exclude',
    ...settings,
  };
  const { at, undecided } = resolved;
  for (const round of at)
    if (!Number.isSafeInteger(round) || round < 1)
      throw new AgoraError('setting', `ratings needs whole rounds of at least 1 in "at", got ${round}`);
  if (undecided !== 'exclude' && !Number.isFinite(undecided))
    throw new AgoraError(
      'setting',
      `ratings needs "undecided" to be exclude or a number, got ${typeof undecided === 'number' ? undecided : JSON.stringify(undecided)}`,
    );
  for (const [name, known] of Object.entries(choices)) {
    const got = resolved[name as keyof typeof choices];
    if (!(known as readonly string[]).includes(got))
      throw new AgoraError(
        'setting',
        `ratings needs "${name}" to be ${known.join(' or ')}, got ${JSON.stringify(got)}`,
      );
  }
  return resolved;
}
