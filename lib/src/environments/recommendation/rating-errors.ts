import { AgoraError } from '../../agora-error';
import { check, having, listOf, number, object } from '../../check';
import { ratingScale } from './rating';
import type { Rating } from './types';

/** Anything that predicts what a user would give a movie, from 1 to 5. */
export interface RatingPredictor {
  readonly name: string;
  predict(user: number, movie: number): number;
}

/** Mean absolute error and root mean squared error, in stars. */
export interface RatingErrors {
  readonly mae: number;
  readonly rmse: number;
  readonly n: number;
}

/** @throws AgoraError 'rating-data' when there are no predictions, or one is not a number */
export function ratingErrors(
  predictions: readonly { readonly prediction: number; readonly rating: number }[],
): RatingErrors {
  if (predictions.length === 0)
    throw new AgoraError('rating-data', 'ratingErrors needs at least one prediction, got none');
  let absolute = 0;
  let squared = 0;
  predictions.forEach(({ prediction, rating }, place) => {
    const error = prediction - rating;
    if (!Number.isFinite(error))
      throw new AgoraError(
        'rating-data',
        `ratingErrors needs numbers, got ${prediction} for ${rating} at ${place}`,
      );
    absolute += Math.abs(error);
    squared += error * error;
  });
  const n = predictions.length;
  return { mae: absolute / n, rmse: Math.sqrt(squared / n), n };
}

const errorsArguments = object('arguments', {
  predictor: having('a predictor', { name: 'string', predict: 'function' }),
  held: listOf('ratings', object('a rating', {}), 1),
});

/**
 * A predictor's errors on held-out ratings.
 * @example
 * const { held } = environments.generateRatings();
 * environments.errorsOf({ name: 'the rating itself', predict: () => 4 }, held.filter((one) => one.rating === 4)).mae; // => 0
 */
export function errorsOf(predictor: RatingPredictor, held: readonly Rating[]): RatingErrors {
  check('errorsOf', errorsArguments, { predictor, held });
  return ratingErrors(
    held.map(({ user, movie, rating }) => ({ prediction: predictor.predict(user, movie), rating })),
  );
}

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
