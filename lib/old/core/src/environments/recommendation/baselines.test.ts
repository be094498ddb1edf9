import { describe, expect, it } from 'vitest';
import { collaborativeFiltering } from './collaborative-filtering';
import { generateRatings } from './generate';
import { errorsOf } from './rating-errors';
import { readReal, realMovieLens, skipReason } from './testing/movielens-folder';
import { tinyRatings } from './testing/tiny-ratings';

const alwaysFour = { name: 'always guess 4', predict: () => 4 };

describe('errorsOf', () => {
  const held = [3, 5, 2].map((rating, movie) => ({ user: 1, movie, rating, date: 19980101 }));

  it('known: errors of 1, -2 and 0', () => {
    const predictions = [4, 3, 2];
    const predictor = { name: 'by hand', predict: (_: number, movie: number) => predictions[movie]! };
    const { mae, rmse, n } = errorsOf(predictor, held);
    expect([mae, n]).toEqual([1, 3]);
    expect(rmse).toBeCloseTo(Math.sqrt(5 / 3), 14);
  });

  it('contract: none, or no number, is an error', () => {
    expect(() => errorsOf(alwaysFour, [])).toThrow('at least 1 ratings as held');
    expect(() => errorsOf({ name: 'odd', predict: () => NaN }, held)).toThrow(
      'needs a number from odd, got none for user 1 and movie 0',
    );
  });
});

describe('always guessing 4', () => {
  it.skipIf(realMovieLens === null)(`known: guessing 4 on u1.test ${skipReason}`, () => {
    const { held } = readReal();
    const { mae, rmse } = errorsOf(alwaysFour, held);
    // cut -f3 u1.test | sort | uniq -c: 1391, 2192, 5182, 6778 and 4457 of 1 to 5 stars
    expect(mae).toBeCloseTo((3 * 1391 + 2 * 2192 + 5182 + 4457) / 20_000, 12);
    expect(rmse).toBeCloseTo(Math.sqrt((9 * 1391 + 4 * 2192 + 5182 + 4457) / 20_000), 12);
  });
});

describe('collaborativeFiltering', () => {
  it.skipIf(realMovieLens === null)(`reference: what is reported for such models on u1 ${skipReason}`, () => {
    const { known, held } = readReal();
    const { mae, rmse } = errorsOf(collaborativeFiltering(known), held);
    // Biased matrix factorization on MovieLens-100k is reported at MAE 0.72 to 0.75 and RMSE 0.92 to 0.95.
    expect(mae).toBeGreaterThan(0.715);
    expect(mae).toBeLessThan(0.75);
    expect(rmse).toBeGreaterThan(0.91);
    expect(rmse).toBeLessThan(0.95);
  });

  it('law: seeded, within the scale, and blind to everything but the known ratings', () => {
    const { known, held } = generateRatings({ users: 60, movies: 80, ratings: 1600 });
    const predictions = (seed: number) => {
      const model = collaborativeFiltering(known, { seed });
      return held.map(({ user, movie }) => model.predict(user, movie));
    };
    expect(predictions(1)).toEqual(predictions(1));
    expect(predictions(1)).not.toEqual(predictions(2));
    for (const prediction of predictions(1)) expect(prediction >= 1 && prediction <= 5).toBe(true);
  });

  it('known: without factors it finds biases; strangers get the mean or the one bias there is', () => {
    // User 1 gives 5, user 2 gives 1; two movies, no difference between them: mean 3, biases near +2 and -2.
    const known = [1, 2].flatMap((user) =>
      [1, 2].map((movie) => ({ user, movie, rating: user === 1 ? 5 : 1, date: 19980101 })),
    );
    const settings = { rank: 0, regularization: 0, epochs: 2000 };
    const model = collaborativeFiltering(known, settings);
    expect(model.predict(1, 1)).toBeCloseTo(5, 2);
    expect(model.predict(2, 2)).toBeCloseTo(1, 2);
    expect(model.predict(9, 9)).toBe(3);
    expect(model.predict(1, 9)).toBeGreaterThan(4.5);
    expect(Math.abs(model.predict(9, 1) - 3)).toBeLessThan(0.1);
  });

  it('contract: no ratings, odd ratings and odd settings are named', () => {
    const { known } = tinyRatings;
    expect(() => collaborativeFiltering([])).toThrow('at least one rating');
    expect(() => collaborativeFiltering([{ ...known[0]!, rating: 3.5 }])).toThrow(
      'got 3.5 (user 1, movie 1)',
    );
    expect(() => collaborativeFiltering(known, { rank: -1 })).toThrow('as rank, got -1');
    expect(() => collaborativeFiltering(known, { epochs: 0 })).toThrow('as epochs, got 0');
    expect(() => collaborativeFiltering(known, { learningRate: 2 })).toThrow(
      'a number above 0 and at most 1 as learningRate, got 2',
    );
    expect(() => collaborativeFiltering(known, { regularization: -1 })).toThrow(
      'at least 0 as regularization, got -1',
    );
  });
});
