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

const errorsArguments = object('arguments', {
  predictor: having('a predictor', { name: 'string', predict: 'function' }),
  held: listOf('ratings', object('a rating', {}), 1),
});

/**
 * A predictor's errors on held-out ratings.
 * @throws AgoraError 'rating-data' when a prediction is not a number
 * @example
 * const { held } = environments.generateRatings();
 * environments.errorsOf({ name: 'the rating itself', predict: () => 4 }, held.filter((one) => one.rating === 4)).mae; // => 0
 */
export function errorsOf(predictor: RatingPredictor, held: readonly Rating[]): RatingErrors {
  check('errorsOf', errorsArguments, { predictor, held });
  let [absolute, squared] = [0, 0];
  for (const { user, movie, rating } of held) {
    const error = predictor.predict(user, movie) - rating;
    if (!Number.isFinite(error))
      throw new AgoraError(
        'rating-data',
        `errorsOf needs numbers of ${predictor.name}, and has none for user ${user} and movie ${movie}`,
      );
    absolute += Math.abs(error);
    squared += error * error;
  }
  const n = held.length;
  return { mae: absolute / n, rmse: Math.sqrt(squared / n), n };
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
