import type { Rating, RatingData } from './types';

/** The known ratings, by user and by movie, in the order of the other's id. */
export interface RatingIndex {
  readonly byUser: ReadonlyMap<number, readonly Rating[]>;
  readonly byMovie: ReadonlyMap<number, readonly Rating[]>;
  /** The mean of each user's known ratings. */
  readonly userMean: ReadonlyMap<number, number>;
}

const indexes = new WeakMap<RatingData, RatingIndex>();

/** Made from the known ratings alone, once per data set. */
export function ratingIndex(data: RatingData): RatingIndex {
  const made = indexes.get(data);
  if (made !== undefined) return made;
  const byUser = grouped(data.known, 'user');
  const byMovie = grouped(data.known, 'movie');
  for (const list of byUser.values()) list.sort((a, b) => a.movie - b.movie);
  for (const list of byMovie.values()) list.sort((a, b) => a.user - b.user);
  const userMean = new Map(
    [...byUser].map(([user, list]) => [
      user,
      list.reduce((sum, { rating }) => sum + rating, 0) / list.length,
    ]),
  );
  const index = { byUser, byMovie, userMean };
  indexes.set(data, index);
  return index;
}

function grouped(ratings: readonly Rating[], key: 'user' | 'movie'): Map<number, Rating[]> {
  const groups = new Map<number, Rating[]>();
  for (const each of ratings) {
    const group = groups.get(each[key]);
    if (group === undefined) groups.set(each[key], [each]);
    else group.push(each);
  }
  return groups;
}
