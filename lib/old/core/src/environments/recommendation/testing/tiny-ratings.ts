import type { MovieUser, Rating, RatingData } from '../types';

const rating = (user: number, movie: number, stars: number): Rating => ({
  user,
  movie,
  rating: stars,
  date: 19980100 + movie,
});

/**
 * Four users, four movies; user 4 has no known ratings and movie 4 none either. Users 1 and 2 like movie 1 and
 * not movie 2, user 3 the other way round.
 */
export const tinyRatings: RatingData = {
  name: 'tiny',
  users: new Map(
    [1, 2, 3, 4].map((id): [number, MovieUser] => [
      id,
      { id, age: 20 + id, gender: 'F', occupation: 'writer', state: 'NY' },
    ]),
  ),
  movies: new Map(
    [1, 2, 3, 4].map((id) => [id, { id, title: `Movie ${id}`, released: 19950101, genres: ['Drama'] }]),
  ),
  known: [
    rating(1, 1, 5),
    rating(1, 2, 1),
    rating(2, 2, 1),
    rating(2, 1, 4),
    rating(3, 2, 5),
    rating(3, 3, 4),
  ],
  held: [rating(1, 3, 2), rating(3, 1, 1), rating(4, 1, 3), rating(2, 4, 5)],
};
