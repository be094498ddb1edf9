import { AgoraError } from '../agora-error';
import type { JsonObject } from '../json';
import { eventsOf, type Collaboration } from '../transcripts/collaboration';
import type { DecisionEvent } from '../transcripts/event';

/** How the group's prediction went, round by round. Index 0 is round 1. */
export interface RatingCourse {
  /** Rounds that were played. */
  readonly rounds: number;
  /** The rating that the user gave; null where no score says it, because no decision event was recorded at all. */
  readonly rating: number | null;
  /** The prediction as it stood after each round: the last one decided up to then, null before the first. */
  readonly predictions: readonly (number | null)[];
  /** The first round after which a prediction stood; null when none ever did. */
  readonly firstAgreement: number | null;
}

/**
 * Reads recorded scores only. A round without a decision event leaves the prediction as it was; of several in a
 * round the last holds.
 * @throws AgoraError 'missing-score' when a decision carries no score of a rating
 */
export function ratingCourseOf(collaboration: Collaboration): RatingCourse {
  const events = eventsOf(collaboration, 'decision');
  const rounds = collaboration.finished?.rounds ?? Math.max(0, ...events.map(({ round }) => round));
  const predictions: (number | null)[] = [];
  let next = 0;
  let prediction: number | null = null;
  let rating: number | null = null;
  for (let round = 1; round <= rounds; round++) {
    for (; (events[next]?.round ?? Infinity) <= round; next++)
      ({ prediction, rating } = scoreOf(events[next] as DecisionEvent));
    predictions.push(prediction);
  }
  const first = predictions.findIndex((one) => one !== null);
  const final = collaboration.finished?.score['rating'];
  return {
    rounds,
    rating: rating ?? (typeof final === 'number' ? final : null),
    predictions,
    firstAgreement: first < 0 ? null : first + 1,
  };
}

function scoreOf({ score, standing, round, collaboration }: DecisionEvent): {
  prediction: number | null;
  rating: number;
} {
  const where = `the decision in round ${round} of collaboration ${collaboration}`;
  const rating = numberOf(score, 'rating', where);
  return { rating, prediction: standing === null ? null : numberOf(score, 'prediction', where) };
}

function numberOf(score: JsonObject | undefined, name: string, where: string): number {
  const value = score?.[name];
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new AgoraError(
      'missing-score',
      `ratings needs the number score.${name} of ${where}, got ${JSON.stringify(value)}`,
    );
  return value;
}
