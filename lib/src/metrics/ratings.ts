import { check, object, over } from '../check';
import { collaborationsGiven, type Collaboration } from '../transcripts/collaboration';
import { estimate, type Estimate } from './estimate';
import type { FailureCounts } from './failures';
import { gatherRows } from './gather-rows';
import { ratingCourseOf, type RatingCourse } from './rating-course';
import { meanAbsoluteError, rootMeanSquaredError } from './rating-error';
import { ratingMetricDefaults, ratingMetricSettings, type RatingMetricSettings } from './rating-settings';

/** One collaboration's numbers. Index 0 is round 1, for the rounds played. */
export interface RatingRow extends RatingCourse {
  readonly collaboration: number;
  readonly agents: number;
  /** Prediction less rating, in stars; null while nothing is decided, unless `undecided` is a guess. */
  readonly errors: readonly (number | null)[];
}

export interface RatingMetrics {
  readonly rows: readonly RatingRow[];
  /** By column, in stars: mae@r and rmse@r. `mean` of an rmse is the root itself, `n` how many collaborations count. */
  readonly summary: Readonly<Record<string, Estimate>>;
  /** The round of the first agreement, over the collaborations that came to one. */
  readonly firstAgreement: Estimate;
  /** Index 0 is round 1. Collaborations that ended before keep their decision, or drop out (`afterEnd`). */
  readonly byRound: {
    readonly mae: readonly Estimate[];
    readonly rmse: readonly Estimate[];
    /** Percentage of collaborations in which no decision has stood up to and after this round; null without any. */
    readonly withoutAgreement: readonly (number | null)[];
    /** How many collaborations that is: those left out, or counted as the guess. */
    readonly undecided: readonly number[];
  };
  /** Over everything that was read, unfinished collaborations included. */
  readonly failures: FailureCounts;
  /** Collaborations that are still running. */
  readonly unfinished: number;
  readonly settings: RatingMetricSettings;
}

/**
 * Mean absolute error and root mean squared error of a group's predicted ratings, round by round (RoundTable, section
 * 4.2, Table 7), from transcripts: only the recorded scores are read, so any protocol will do that records decisions
 * round by round. Reads as a stream, and keeps as many numbers of a collaboration as it has rounds.
 * @throws AgoraError 'missing-score' when a decision carries no score of a rating
 * @throws AgoraError 'setting'
 */
export async function ratings(
  collaborations: Iterable<Collaboration> | AsyncIterable<Collaboration>,
  settings: Partial<RatingMetricSettings> = {},
): Promise<RatingMetrics> {
  check('ratings', ratingArguments, { collaborations, settings });
  const resolved = over(ratingMetricDefaults, settings);
  const { rows, failures, unfinished } = await gatherRows(
    collaborations,
    resolved.unfinished,
    (collaboration) => rowOf(collaboration, resolved),
  );
  const longest = rows.reduce((most, row) => Math.max(most, row.rounds), 0);
  const rounds = Array.from({ length: longest }, (_, place) => place + 1);
  const { at, afterEnd } = resolved;
  const errorsAt = (round: number) =>
    playing(rows, round, afterEnd).map((row) => row.errors[Math.min(round, row.rounds) - 1] ?? null);
  const undecided = rounds.map((round) => waiting(playing(rows, round, afterEnd), round));
  return {
    rows,
    summary: Object.fromEntries([
      ...at.map((round) => [`mae@${round}`, meanAbsoluteError(errorsAt(round))] as const),
      ...at.map((round) => [`rmse@${round}`, rootMeanSquaredError(errorsAt(round))] as const),
    ]),
    firstAgreement: estimate(rows.map((row) => row.firstAgreement)),
    byRound: {
      mae: rounds.map((round) => meanAbsoluteError(errorsAt(round))),
      rmse: rounds.map((round) => rootMeanSquaredError(errorsAt(round))),
      withoutAgreement: rounds.map((round, place) => {
        const all = playing(rows, round, afterEnd).length;
        return all > 0 ? (100 * (undecided[place] ?? 0)) / all : null;
      }),
      undecided,
    },
    failures,
    unfinished,
    settings: resolved,
  };
}

const ratingArguments = object('arguments', {
  collaborations: collaborationsGiven,
  settings: ratingMetricSettings,
});

function rowOf(collaboration: Collaboration, { undecided }: RatingMetricSettings): RatingRow {
  const course = ratingCourseOf(collaboration);
  const guess = undecided === 'exclude' ? null : undecided;
  const errors = course.predictions.map((prediction) => {
    const answer = prediction ?? guess;
    return answer === null || course.rating === null ? null : answer - course.rating;
  });
  return { collaboration: collaboration.index, agents: collaboration.agents.length, ...course, errors };
}

/** The collaborations that have a value at a round. */
function playing(
  rows: readonly RatingRow[],
  round: number,
  afterEnd: RatingMetricSettings['afterEnd'],
): RatingRow[] {
  return rows.filter((row) => row.rounds > 0 && (row.rounds >= round || afterEnd === 'carry'));
}

/** How many have not agreed up to and after a round. */
function waiting(rows: readonly RatingRow[], round: number): number {
  return rows.filter((row) => row.firstAgreement === null || row.firstAgreement > round).length;
}
