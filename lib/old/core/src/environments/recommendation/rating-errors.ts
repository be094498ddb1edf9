import { AgoraError } from 'agora-voting';
import { check, having, listOf, object } from 'agora-voting/internal';
import type { Rating } from './types';

/** A predictor of a user's rating of a movie, from 1 to 5. */
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
 * const alwaysFour = { name: 'always guess 4', predict: () => 4 };
 * environments.errorsOf(alwaysFour, held.filter(({ rating }) => rating === 5)).mae; // => 1
 */
export function errorsOf(predictor: RatingPredictor, held: readonly Rating[]): RatingErrors {
  check('errorsOf', errorsArguments, { predictor, held });
  let [absolute, squared] = [0, 0];
  for (const { user, movie, rating } of held) {
    const error = predictor.predict(user, movie) - rating;
    if (!Number.isFinite(error))
      throw new AgoraError(
        'rating-data',
        `errorsOf needs a number from ${predictor.name}, got none for user ${user} and movie ${movie}`,
      );
    absolute += Math.abs(error);
    squared += error * error;
  }
  const n = held.length;
  return { mae: absolute / n, rmse: Math.sqrt(squared / n), n };
}
