import { AgoraError } from 'agora-voting';
import { having, listOf, object, text } from 'agora-voting/internal';
import { ratingScale } from './rating';
import type { Rating, RatingData } from './types';

const idTable = having('a map by id', { get: 'function', has: 'function' });
const ratingList = listOf('ratings', object('a rating', {}));

/** Schema of an argument that takes rating data. `checkRatingData` checks the ratings themselves. */
export const ratingDataGiven = object('rating data, as readMovieLens gives them', {
  name: text(),
  users: idTable,
  movies: idTable,
  known: ratingList,
  held: ratingList,
});

const sound = new WeakSet<RatingData>();

/**
 * Checks that ratings make sense together: some known, whole numbers from 1 to 5, users and movies that exist, and no pair
 * of user and movie twice, so that no held-out rating is known. Checked once per data set.
 * @param where - how to name a rating, counted from 0, in the error
 * @throws AgoraError 'rating-data' naming the first rating that does not
 */
export function checkRatingData(
  data: RatingData,
  where: (part: 'known' | 'held', place: number) => string = (part, place) =>
    `${data.name}, ${part} rating ${place}`,
): void {
  if (sound.has(data)) return;
  if (data.known.length === 0) throw new AgoraError('rating-data', `${data.name} has no known ratings`);
  const seen = new Map<number, Set<number>>();
  for (const [part, ratings] of [
    ['known', data.known],
    ['held', data.held],
  ] as const) {
    ratings.forEach((each, place) => {
      const fault = faultOf(each, data, seen);
      if (fault !== null) throw new AgoraError('rating-data', `${where(part, place)}: ${fault}`);
    });
  }
  sound.add(data);
}

function faultOf(each: Rating, { users, movies }: RatingData, seen: Map<number, Set<number>>): string | null {
  const { user, movie, rating } = each;
  const { least, most } = ratingScale;
  if (!Number.isInteger(rating) || rating < least || rating > most)
    return `needs a whole number from ${least} to ${most}, got ${rating}`;
  if (!users.has(user)) return `there is no user ${user}`;
  if (!movies.has(movie)) return `there is no movie ${movie}`;
  const rated = seen.get(user) ?? new Set();
  if (rated.has(movie)) return `user ${user} rated movie ${movie} twice, or it is both known and held out`;
  seen.set(user, rated.add(movie));
  return null;
}
