import { AgoraError, Random } from 'agora-voting';
import {
  check,
  listOf,
  number,
  object,
  over,
  positive,
  settings as settingsOf,
  whole,
} from 'agora-voting/internal';
import { ratingScale, withinScale } from './rating';
import type { RatingPredictor } from './rating-errors';
import type { Rating } from './types';

export interface FilteringSettings {
  /** The number of latent factors for each user and movie. */
  readonly rank: number;
  /** Passes over the ratings. */
  readonly epochs: number;
  readonly learningRate: number;
  readonly regularization: number;
  readonly seed: number;
}

/** Chosen on a fifth of u1.base held back (not on u1.test). */
const filteringDefaults: FilteringSettings = {
  rank: 20,
  epochs: 40,
  learningRate: 0.01,
  regularization: 0.1,
  seed: 7,
};

const filteringArguments = object('arguments', {
  known: listOf('ratings', object('a rating', {})),
  settings: settingsOf({
    rank: whole(0, 1000),
    epochs: whole(1, 100_000),
    learningRate: positive(1),
    regularization: number(0),
    seed: whole(-Number.MAX_SAFE_INTEGER),
  }).partial(),
});

/**
 * Collaborative filtering by matrix factorization with biases (Koren, Bell and Volinsky 2009): mean + user's bias +
 * movie's bias + inner product of their factors, by stochastic gradient descent over the known ratings in a seeded
 * order, with squared-error loss and L2 penalty. Predictions are clipped to 1 to 5. An unknown user or movie has no
 * bias and no factors.
 *
 * It replaces "SoTA performance" in RoundTable's Figures 4 and 21 (Behera and Nain 2023, collaborative filtering with
 * temporal features). The paper draws that line without a number, and this is another, simpler model.
 * @throws AgoraError 'rating-data' when there are no ratings or one is off the scale; AgoraError 'setting'
 * @example
 * const { known, held } = environments.generateRatings();
 * const predictor = environments.collaborativeFiltering(known, { epochs: 5 });
 * environments.errorsOf(predictor, held).mae < 1; // => true
 */
export function collaborativeFiltering(
  known: readonly Rating[],
  settings: Partial<FilteringSettings> = {},
): RatingPredictor {
  check('collaborativeFiltering', filteringArguments, { known, settings });
  const { rank, epochs, learningRate, regularization, seed } = over(filteringDefaults, settings);
  const { least, most } = ratingScale;
  if (known.length === 0)
    throw new AgoraError('rating-data', 'collaborativeFiltering needs at least one rating, got none');
  for (const { user, movie, rating } of known) {
    if (!(Number.isInteger(rating) && rating >= least && rating <= most))
      throw new AgoraError(
        'rating-data',
        `collaborativeFiltering needs whole ratings from ${least} to ${most}, got ${rating} (user ${user}, movie ${movie})`,
      );
  }
  const random = Random.from(seed, 'collaborative filtering');
  const userOf = placesOf(known.map(({ user }) => user));
  const movieOf = placesOf(known.map(({ movie }) => movie));
  const factors = (count: number) => Float64Array.from({ length: count * rank }, () => random.normal(0, 0.1));
  const [userFactors, movieFactors] = [factors(userOf.size), factors(movieOf.size)];
  const [userBias, movieBias] = [new Float64Array(userOf.size), new Float64Array(movieOf.size)];
  const mean = known.reduce((sum, { rating }) => sum + rating, 0) / known.length;
  const users = Int32Array.from(known, ({ user }) => userOf.get(user)!);
  const movies = Int32Array.from(known, ({ movie }) => movieOf.get(movie)!);
  const order = known.map((_, place) => place);

  const estimate = (user: number, movie: number) => {
    let sum = mean + userBias[user]! + movieBias[movie]!;
    for (let k = 0; k < rank; k++) sum += userFactors[user * rank + k]! * movieFactors[movie * rank + k]!;
    return sum;
  };
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const place of random.shuffle(order)) {
      const user = users[place]!;
      const movie = movies[place]!;
      const error = known[place]!.rating - estimate(user, movie);
      userBias[user]! += learningRate * (error - regularization * userBias[user]!);
      movieBias[movie]! += learningRate * (error - regularization * movieBias[movie]!);
      for (let k = 0; k < rank; k++) {
        const ofUser = userFactors[user * rank + k]!;
        const ofMovie = movieFactors[movie * rank + k]!;
        userFactors[user * rank + k]! += learningRate * (error * ofMovie - regularization * ofUser);
        movieFactors[movie * rank + k]! += learningRate * (error * ofUser - regularization * ofMovie);
      }
    }
  }
  return {
    name: 'collaborative filtering',
    predict(userId, movieId) {
      const user = userOf.get(userId);
      const movie = movieOf.get(movieId);
      if (user !== undefined && movie !== undefined) return withinScale(estimate(user, movie));
      const ofUser = user === undefined ? 0 : userBias[user]!;
      return withinScale(mean + ofUser + (movie === undefined ? 0 : movieBias[movie]!));
    },
  };
}

function placesOf(ids: readonly number[]): Map<number, number> {
  return new Map([...new Set(ids)].map((id, place) => [id, place]));
}
