import { describe, expect, it } from 'vitest';
import { checkRatingData } from './check-rating-data';
import { collaborativeFiltering } from './collaborative-filtering';
import { generateRatings } from './generate';
import { errorsOf } from './rating-errors';
import type { Rating } from './types';

const countBy = (ratings: readonly Rating[], key: 'user' | 'movie' | 'rating') => {
  const counts = new Map<number, number>();
  for (const each of ratings) counts.set(each[key], (counts.get(each[key]) ?? 0) + 1);
  return counts;
};

describe('generateRatings', () => {
  it('known: the shape of MovieLens-100k at its size', () => {
    const data = generateRatings({ users: 943, movies: 1682, ratings: 100_000 });
    const all = [...data.known, ...data.held];
    checkRatingData(data);
    expect([data.users.size, data.movies.size, data.known.length, data.held.length]).toEqual([
      943, 1682, 80_000, 20_000,
    ]);
    // counted from u.data
    const stars = countBy(all, 'rating');
    expect([1, 2, 3, 4, 5].map((star) => stars.get(star))).toEqual([6110, 11_370, 27_145, 34_174, 21_201]);
    const perUser = [...countBy(all, 'user').values()].sort((a, b) => a - b);
    expect(perUser[0]).toBeGreaterThanOrEqual(20);
    // MovieLens: 65, and 737 at most; a made-up median is that within a fifth
    expect(Math.abs(perUser[471]! - 65)).toBeLessThan(13);
    expect(perUser.at(-1)).toBeGreaterThan(500);
    const perMovie = [...countBy(all, 'movie').values()].sort((a, b) => b - a);
    // MovieLens: 0.427
    const topTenth = perMovie.slice(0, 168).reduce((sum, count) => sum + count, 0) / 100_000;
    expect(Math.abs(topTenth - 0.427)).toBeLessThan(0.05);
    expect(Math.max(...data.held.map(({ user }) => user))).toBeLessThanOrEqual(463);
  });

  it('law: one seed, one data set; another, another', () => {
    const tiny = (seed: number) => generateRatings({ users: 30, movies: 40, ratings: 500, seed });
    expect(tiny(1)).toEqual(tiny(1));
    expect(tiny(1).known).not.toEqual(tiny(2).known);
  });

  it('law: taste can be learnt from it: latent factors beat biases, which beat the mean', () => {
    const { known, held } = generateRatings({ users: 250, movies: 300, ratings: 20_000 });
    const [mean, biases, factors] = [
      collaborativeFiltering(known, { rank: 0, learningRate: 1e-9 }),
      collaborativeFiltering(known, { rank: 0 }),
      collaborativeFiltering(known, { rank: 10 }),
    ].map((model) => errorsOf(model, held).rmse);
    expect(mean! - biases!).toBeGreaterThan(0.1);
    expect(biases! - factors!).toBeGreaterThan(0.005);
  });

  it('law: small and dense tables are sound too, and hold out a fifth', () => {
    for (const [users, movies, ratings] of [
      [2, 4, 4],
      [3, 10, 15],
      [10, 10, 50],
      [50, 20, 400],
    ] as const) {
      const data = generateRatings({ users, movies, ratings });
      checkRatingData(data);
      expect([data.known.length + data.held.length, data.held.length]).toEqual([
        ratings,
        Math.round(ratings / 5),
      ]);
      expect(new Set([...data.movies.values()].map(({ title }) => title)).size).toBe(movies);
    }
  });

  it('contract: numbers that cannot be had are named', () => {
    expect(() => generateRatings({ users: 1 })).toThrow(/a whole number from 2 .* as users, got 1$/);
    expect(() => generateRatings({ movies: 3 })).toThrow(/a whole number from 4 .* as movies, got 3$/);
    expect(() => generateRatings({ users: 10, movies: 10, ratings: 51 })).toThrow(
      'from 20 to 50 as ratings, got 51',
    );
    expect(() => generateRatings({ users: 10, ratings: 19 })).toThrow(
      /a whole number from 20 .* as ratings, got 19$/,
    );
    expect(() => generateRatings({ ratings: 5000.5 })).toThrow('got 5000.5');
  });
});
