import { check, number, object } from '../../check';
import { ratingScale } from './rating-scale';
import type { RatingPredictor } from './rating-errors';

/**
 * RoundTable's baseline "Always Guess 4": 4 is the median rating of MovieLens-100k.
 * @throws AgoraError 'setting' when the guess is off the scale
 * @example
 * environments.alwaysGuess(4).predict(1, 1); // => 4
 */
export function alwaysGuess(rating = 4): RatingPredictor {
  const { least, most } = ratingScale;
  check('alwaysGuess', object('arguments', { rating: number(least, most) }), { rating });
  return { name: `always guess ${rating}`, predict: () => rating };
}
