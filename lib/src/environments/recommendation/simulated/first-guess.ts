import type { BasicInfo } from '../types';

/**
 * What anybody might guess of genres without having seen a rating, in stars: weighty films are liked by those who
 * choose to see them, scares and films for children divide. Rough common sense, not computed from any data.
 */
const genreLeaning: Readonly<Record<string, number>> = {
  'Film-Noir': 0.2,
  War: 0.2,
  Documentary: 0.1,
  Drama: 0.1,
  Mystery: 0.1,
  Comedy: -0.1,
  "Children's": -0.2,
  Horror: -0.2,
};

/** Films this old that are still watched are the ones that lasted. */
const classic = { before: 19800101, leaning: 0.2 };
/** Older viewers are a little kinder. */
const kinder = { from: 45, leaning: 0.1 };

/** By how many stars the basic information alone moves a guess up or down; genres count by their average. */
export function leaning({ movie, user }: BasicInfo): number {
  const genres = movie.genre.reduce((sum, genre) => sum + (genreLeaning[genre] ?? 0), 0);
  return (
    (movie.genre.length === 0 ? 0 : genres / movie.genre.length) +
    (movie.release_date !== null && movie.release_date < classic.before ? classic.leaning : 0) +
    (user.age >= kinder.from ? kinder.leaning : 0)
  );
}
