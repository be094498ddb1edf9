import { ratingScale } from './rating-scale';
import type { RatingPredictor } from './rating-errors';
import { RecommendationSettingError } from './settings-error';

/**
 * RoundTable's baseline "Always Guess 4": 4 is the median rating of MovieLens-100k.
 * @throws RecommendationSettingError when the guess is off the scale
 */
export function alwaysGuess(rating = 4): RatingPredictor {
  const { least, most } = ratingScale;
  if (!(rating >= least && rating <= most))
    throw new RecommendationSettingError(
      `alwaysGuess needs a rating from ${least} to ${most}, got ${rating}`,
    );
  return { name: `always guess ${rating}`, predict: () => rating };
}
