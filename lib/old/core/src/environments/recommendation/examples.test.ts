import { describe, expect, it } from 'vitest';
import { recommendationExamples } from './examples';
import { generateRatings } from './generate';
import { preferenceSimilarity } from './preference-similarity';
import { basicInfo, movieHistory, userHistory } from './tables';
import { readReal, realMovieLens, skipReason } from './testing/movielens-folder';
import { tinyRatings } from './testing/tiny-ratings';
import type { RatingData } from './types';

const small = () => generateRatings({ users: 60, movies: 80, ratings: 1600 });
const rank2 = { similarity: { rank: 2 } };

/** Every (user, movie) pair that an example shows is a known one, with its known rating, and none is the target's. */
function expectNoLeak(data: RatingData, examples: ReturnType<typeof recommendationExamples>) {
  const known = new Map(data.known.map(({ user, movie, rating }) => [`${user} ${movie}`, rating]));
  const leaks: (readonly [string, number])[] = [];
  for (const { basicInfo: target, userHistory: user, movieHistory: movie } of examples) {
    const [userId, movieId] = [target.user.user_id, target.movie.movie_id];
    const shown = [
      ...user.map((row) => [`${userId} ${row.movie_id}`, row.rating] as const),
      ...movie.map((row) => [`${row.user_id} ${movieId}`, row.rating] as const),
    ];
    leaks.push(
      ...shown.filter(([pair, stars]) => pair === `${userId} ${movieId}` || known.get(pair) !== stars),
    );
  }
  expect(leaks).toEqual([]);
}

describe('the three tables', () => {
  it('known: rows of a tiny table, in their order, with averages over known ratings', () => {
    const similarity = preferenceSimilarity(tinyRatings, { rank: 2 });
    expect(basicInfo(tinyRatings, 3, 1)).toEqual({
      movie: { movie_id: 1, movie_title: 'Movie 1', release_date: 19950101, genre: ['Drama'] },
      user: { user_id: 3, age: 23, gender: 'F', occupation: 'writer', state: 'NY' },
    });
    const shared = { genre: ['Drama'], release_date: 19950101 };
    expect(userHistory(tinyRatings, 3, 1)).toEqual([
      { movie_id: 2, movie_title: 'Movie 2', ...shared, rating: 5, rated_date: 19980102 },
      { movie_id: 3, movie_title: 'Movie 3', ...shared, rating: 4, rated_date: 19980103 },
    ]);
    const rows = movieHistory(tinyRatings, 1, 2, similarity);
    // user 2 is like user 1, user 3 is not; means (1 + 4) / 2 and (5 + 4) / 2
    expect(rows.map((row) => [row.user_id, row.rating, row.personal_average_score])).toEqual([
      [2, 1, 2.5],
      [3, 5, 4.5],
    ]);
    expect(movieHistory(tinyRatings, 1, 2, similarity, { rows: 1 })).toEqual(rows.slice(0, 1));
    expect(userHistory(tinyRatings, 3, 1, { rows: 0 })).toEqual([]);
  });

  it('known: equal similarity goes by user id', () => {
    const alike = { ...preferenceSimilarity(tinyRatings, { rank: 2 }), between: () => 0.5 };
    expect(movieHistory(tinyRatings, 4, 2, alike).map(({ user_id }) => user_id)).toEqual([1, 2, 3]);
  });

  it('law: the target pair is shown nowhere even where the data hold it', () => {
    const similarity = preferenceSimilarity(tinyRatings, { rank: 2 });
    expect(userHistory(tinyRatings, 1, 1).map(({ movie_id }) => movie_id)).toEqual([2]);
    expect(movieHistory(tinyRatings, 1, 1, similarity).map(({ user_id }) => user_id)).toEqual([2]);
  });

  it('contract: unknown users and movies, and odd limits, are named', () => {
    expect(() => basicInfo(tinyRatings, 9, 1)).toThrow('tiny has no user 9');
    expect(() => basicInfo(tinyRatings, 1, 9)).toThrow('tiny has no movie 9');
    expect(() => recommendationExamples(tinyRatings, { rows: -1 })).toThrow('at least 0 as rows, got -1');
  });
});

describe('recommendationExamples', () => {
  it('known: users and movies without known ratings have empty histories', () => {
    const all = recommendationExamples(tinyRatings, { count: 4, ...rank2 });
    const sizes = new Map(
      all.map(({ basicInfo: { user, movie }, userHistory: u, movieHistory: m }) => [
        `${user.user_id} ${movie.movie_id}`,
        [u.length, m.length],
      ]),
    );
    expect([...sizes].sort()).toEqual([
      ['1 3', [2, 1]],
      ['2 4', [2, 0]],
      ['3 1', [2, 2]],
      ['4 1', [0, 2]],
    ]);
  });

  it('law: no example shows its own or any other held-out rating', () => {
    const data = small();
    expectNoLeak(data, recommendationExamples(data, { count: data.held.length }));
    expectNoLeak(tinyRatings, recommendationExamples(tinyRatings, { count: 4, ...rank2 }));
  });

  it('law: changing the held-out ratings changes nothing but `rating`', () => {
    const data = small();
    const turned = {
      ...data,
      held: data.held.map((each) => ({ ...each, rating: 6 - each.rating, date: 1 })),
    };
    const before = recommendationExamples(data);
    const after = recommendationExamples(turned);
    expect(after.map((each, place) => ({ ...each, rating: before[place]!.rating }))).toEqual(before);
    expect(after.map(({ rating }) => 6 - rating)).toEqual(before.map(({ rating }) => rating));
    expect(after.some(({ rating }, place) => rating !== before[place]!.rating)).toBe(true);
  });

  it('law: one seed, one draw; a smaller draw is the beginning of a larger one; none twice', () => {
    const data = small();
    const hundred = recommendationExamples(data, { seed: 3 });
    expect(recommendationExamples(data, { seed: 3, count: 10 })).toEqual(hundred.slice(0, 10));
    expect(recommendationExamples(data, { seed: 4 })).not.toEqual(hundred);
    const pairs = hundred.map(({ basicInfo: { user, movie } }) => `${user.user_id} ${movie.movie_id}`);
    expect(new Set(pairs).size).toBe(100);
    expect(JSON.parse(JSON.stringify(hundred))).toEqual(hundred);
  });

  it('law: movieHistory goes down in similarity, userHistory up in movie ids; a limit keeps their beginnings', () => {
    const data = small();
    const [all, five] = [recommendationExamples(data), recommendationExamples(data, { rows: 5 })];
    all.forEach(({ movieHistory: movies, userHistory: users }, place) => {
      const scores = movies.map((row) => row.user_pref_similarity);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      const ids = users.map((row) => row.movie_id);
      expect(ids).toEqual([...ids].sort((a, b) => a - b));
      expect([five[place]!.movieHistory, five[place]!.userHistory]).toEqual([
        movies.slice(0, 5),
        users.slice(0, 5),
      ]);
    });
  });

  it('contract: counts that cannot be drawn are named', () => {
    for (const count of [0, 1.5])
      expect(() => recommendationExamples(tinyRatings, { count })).toThrow(
        `a whole number of at least 1 as count, got ${count}`,
      );
    expect(() => recommendationExamples(tinyRatings, { count: 5 })).toThrow(
      'draws from 1 to 4 examples (the held-out ratings of tiny), got 5',
    );
    expect(() => recommendationExamples({ ...tinyRatings, held: [] }, { count: 1 })).toThrow(
      'from 1 to 0 examples',
    );
  });

  it.skipIf(realMovieLens === null)(`law: no leak in 100 examples of the real u1.test ${skipReason}`, () => {
    const data = readReal();
    const examples = recommendationExamples(data);
    expectNoLeak(data, examples);
    expect(examples).toHaveLength(100);
  });
});
