import { AgoraError } from 'agora-voting';
import type { PreferenceSimilarity } from './preference-similarity';
import { ratingIndex } from './rating-index';
import type { BasicInfo, Movie, MovieHistoryRow, MovieUser, RatingData, UserHistoryRow } from './types';

/** How much of a history to give: its first rows; default all, as in the paper, which may be more than 500. */
interface TableOptions {
  readonly rows?: number;
}

/**
 * basicInfo (RoundTable's Table 3): the target movie and the target user.
 * @throws AgoraError 'rating-data' when there is no such user or movie
 */
export function basicInfo(data: RatingData, user: number, movie: number): BasicInfo {
  const { title, released, genres } = movieOf(data, movie);
  const { age, gender, occupation, state } = userOf(data, user);
  return {
    movie: { movie_id: movie, movie_title: title, release_date: released, genre: genres },
    user: { user_id: user, age, gender, occupation, state },
  };
}

/**
 * userHistory (Table 4): the target user's known ratings of other movies, in the order of the movies' ids, as the
 * paper's table has them. Made from the known ratings alone; the target movie is never included.
 */
export function userHistory(
  data: RatingData,
  user: number,
  movie: number,
  { rows }: TableOptions = {},
): UserHistoryRow[] {
  userOf(data, user);
  return (ratingIndex(data).byUser.get(user) ?? [])
    .filter((known) => known.movie !== movie)
    .slice(0, rows)
    .map((known) => {
      const { title, genres, released } = movieOf(data, known.movie);
      return {
        movie_id: known.movie,
        movie_title: title,
        genre: genres,
        release_date: released,
        rating: known.rating,
        rated_date: known.date,
      };
    });
}

/**
 * movieHistory (Table 5): other users' known ratings of the target movie, most similar preferences first, ties by user
 * id. Similarity and average have two decimals, as printed; the order is that of the unrounded similarity. A user's
 * average is over all of that user's known ratings, the one in the row included: so are the table's (user 447's 3.57
 * is the mean in u1.base; in all of MovieLens it is 3.60).
 */
export function movieHistory(
  data: RatingData,
  user: number,
  movie: number,
  similarity: PreferenceSimilarity,
  { rows }: TableOptions = {},
): MovieHistoryRow[] {
  movieOf(data, movie);
  const { byMovie, userMean } = ratingIndex(data);
  return (byMovie.get(movie) ?? [])
    .filter((known) => known.user !== user)
    .map((known) => ({ known, score: similarity.between(user, known.user) }))
    .sort((a, b) => b.score - a.score || a.known.user - b.known.user)
    .slice(0, rows)
    .map(({ known, score }) => {
      const { age, gender, occupation, state } = userOf(data, known.user);
      return {
        user_id: known.user,
        user_pref_similarity: twoDecimals(score),
        personal_average_score: twoDecimals(userMean.get(known.user)!),
        age,
        gender,
        occupation,
        state,
        rated_date: known.date,
        rating: known.rating,
      };
    });
}

function userOf(data: RatingData, id: number): MovieUser {
  const user = data.users.get(id);
  if (user === undefined) throw new AgoraError('rating-data', `${data.name} has no user ${id}`);
  return user;
}

function movieOf(data: RatingData, id: number): Movie {
  const movie = data.movies.get(id);
  if (movie === undefined) throw new AgoraError('rating-data', `${data.name} has no movie ${id}`);
  return movie;
}

function twoDecimals(value: number): number {
  return Math.round(value * 100) / 100;
}
