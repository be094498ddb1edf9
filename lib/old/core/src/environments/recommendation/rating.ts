import { jsonText, type Reading } from 'agora-voting/internal';
import type { RatingProposal, RatingScore, RecommendationInstance } from './types';

/** The scale of MovieLens: one to five stars. */
export const ratingScale = { least: 1, most: 5 } as const;

/** A number brought into the scale. */
export function withinScale(rating: number): number {
  return Math.min(ratingScale.most, Math.max(ratingScale.least, rating));
}

/** A number as people write one in a string: "4", "3.5", "4.0"; not "four", "4 stars" or "". */
const decimal = /^\s*\d+(\.\d+)?\s*$/;

/**
 * Reads a predicted rating: `{ "rating": 4 }`, and also `{ "rating": "4" }`, a bare 4 or a bare "4", which cannot
 * mean anything else. Further fields are passed over. Numbers outside 1 to 5 or between two stars are turned away and
 * never rounded: what a group voted on is what its members wrote. (RoundTable does not say whether ratings are whole, as
 * all in the data are; its Table 7 fits both.)
 */
export function readRating(value: unknown): Reading<RatingProposal> {
  const { least, most } = ratingScale;
  if (isObject(value) && !Object.hasOwn(value, 'rating'))
    return {
      ok: false,
      reason: `a proposal must have the field "rating", as in {"rating": <number>}; ${show(value)} has none`,
    };
  const stated = isObject(value) ? value['rating'] : value;
  const rating = typeof stated === 'string' && decimal.test(stated) ? Number(stated) : stated;
  if (typeof rating !== 'number' || !Number.isFinite(rating))
    return { ok: false, reason: `"rating" must be a number from ${least} to ${most}, not ${show(stated)}` };
  if (rating < least || rating > most)
    return { ok: false, reason: `"rating" must lie between ${least} and ${most}, and ${rating} does not` };
  if (!Number.isInteger(rating))
    return { ok: false, reason: `"rating" must be a whole number of stars, and ${rating} is not` };
  return { ok: true, value: { rating } };
}

/** "4 stars". */
export function showRating({ rating }: RatingProposal): string {
  return `${rating} ${rating === 1 ? 'star' : 'stars'}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as it came, shortened. JSON has no NaN, so numbers are shown as they are. */
function show(value: unknown): string {
  const text = typeof value === 'number' || value === undefined ? String(value) : jsonText(value);
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}

/**
 * How far a prediction is from the rating that the user gave, in stars and in stars squared. Without a prediction
 * there is no error: it is null, and `metrics.ratings` says what it counts as.
 */
export function scoreRating(
  { rating }: Pick<RecommendationInstance, 'rating'>,
  proposal: RatingProposal | null,
): RatingScore {
  if (proposal === null) return { prediction: null, rating, absoluteError: null, squaredError: null };
  const error = proposal.rating - rating;
  return {
    prediction: proposal.rating,
    rating,
    absoluteError: Math.abs(error),
    squaredError: error * error,
  };
}
