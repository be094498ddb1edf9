import type { RatingProposal, RatingScore, RecommendationInstance } from './types';

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
