import { describe, expect, it } from 'vitest';
import { Random } from 'agora-voting';
import { factorize, type SparseTable } from './factorization';
import { generateRatings } from './generate';
import { preferenceSimilarity, ratingTable } from './preference-similarity';
import reference from './reference/factorization.json';
import { readReal, realMovieLens, skipReason } from './testing/movielens-folder';
import { tinyRatings } from './testing/tiny-ratings';

/** The same as `start` in reference/factorization.py. */
const plainStart = (count: number, rank: number, shift: number) =>
  Float64Array.from({ length: count * rank }, (_, place) => {
    const [i, k] = [Math.floor(place / rank), place % rank];
    return 0.1 + ((i * 7 + k * 13 + shift) % 17) / 17;
  });
const startOf = ({ rowCount, columnCount }: SparseTable, rank: number) => ({
  rowFactors: plainStart(rowCount, rank, 0),
  columnFactors: plainStart(columnCount, rank, 5),
});
function sparse(table: readonly (readonly number[])[]): SparseTable {
  const cells = table.flatMap((row, i) =>
    row.flatMap((value, j) => (value === 0 ? [] : [[i, j, value] as const])),
  );
  return {
    rowCount: table.length,
    columnCount: table[0]!.length,
    rows: Int32Array.from(cells, ([i]) => i),
    columns: Int32Array.from(cells, ([, j]) => j),
    values: Float64Array.from(cells, ([, , value]) => value),
  };
}
const settings = { rank: 3, iterations: 100, seed: 7 };

describe('factorize', () => {
  it("reference: scikit-learn's multiplicative updates from the same start", () => {
    const table = sparse(reference.table);
    const ours = factorize(table, settings, startOf(table, 3));
    for (const [n, loss] of Object.entries(reference.losses))
      // the loss is a small difference of sums near 1000: 1e-9 of rounding
      expect(Math.abs(ours.losses[Number(n) - 1]! - loss), n).toBeLessThan(1e-9);
    reference.rowFactors.flat().forEach((value, place) =>
      // a hundred updates in another order of summation
      expect(Math.abs(ours.rowFactors[place]! - value)).toBeLessThan(1e-8),
    );
  });

  it.skipIf(realMovieLens === null)(`reference: the same loss on u1.base ${skipReason}`, () => {
    const { table } = ratingTable(readReal());
    const { rank, iterations, loss } = reference['u1.base'];
    const { losses } = factorize(table, { rank, iterations, seed: 7 }, startOf(table, rank));
    expect(losses.at(-1)! / loss).toBeCloseTo(1, 9);
  });

  it('law: the loss never increases, and is what the factors say', () => {
    const { table } = ratingTable(generateRatings({ users: 40, movies: 60, ratings: 900 }));
    for (const rank of [1, 5, 40]) {
      const { losses, rowFactors, columnFactors } = factorize(table, { ...settings, rank });
      // rounding of sums near 1e4
      losses.slice(1).forEach((loss, place) => expect(loss).toBeLessThanOrEqual(losses[place]! + 1e-8));
      const filled = new Map(
        Array.from(table.values, (value, n) => [`${table.rows[n]} ${table.columns[n]}`, value]),
      );
      let loss = 0;
      for (let i = 0; i < table.rowCount; i++)
        for (let j = 0; j < table.columnCount; j++) {
          let fit = 0;
          for (let k = 0; k < rank; k++) fit += rowFactors[i * rank + k]! * columnFactors[j * rank + k]!;
          loss += ((filled.get(`${i} ${j}`) ?? 0) - fit) ** 2;
        }
      expect(Math.abs(loss - losses.at(-1)!)).toBeLessThan(1e-7);
      expect([...rowFactors, ...columnFactors].every((value) => value >= 0 && Number.isFinite(value))).toBe(
        true,
      );
    }
  });

  it('law: a table of rank one is found again', () => {
    const random = Random.from(1);
    const [a, b] = [8, 7].map((count) => Array.from({ length: count }, () => 0.5 + random.uniform()));
    const table = sparse(a!.map((x) => b!.map((y) => x * y)));
    const { losses } = factorize(table, { ...settings, rank: 1, iterations: 200 });
    // the loss is a small difference of sums near 60: 1e-12 of rounding
    expect(losses.at(-1)).toBeLessThan(1e-12);
  });

  it('contract: settings and tables that make no sense are named', () => {
    const table = sparse(reference.table);
    for (const [changes, message] of [
      [{ rank: 10 }, 'a whole number from 1 to 9 as rank, got 10'],
      [{ rank: 0 }, 'got 0'],
      [{ rank: 2.5 }, 'got 2.5'],
      [{ iterations: 0 }, 'as iterations, got 0'],
      [{ seed: 0.5 }, 'a whole number as seed, got 0.5'],
    ] as const)
      expect(() => factorize(table, { ...settings, ...changes })).toThrow(message);
    expect(() => factorize({ ...table, values: table.values.map((v) => -v) }, settings)).toThrow(
      'at least zero',
    );
    expect(() => factorize(sparse([[0, 0]]), { ...settings, rank: 1 })).toThrow('at least one filled cell');
  });
});

describe('preferenceSimilarity', () => {
  it('known: who likes the same is alike; nobody is like a user without ratings; computed once', () => {
    const similarity = preferenceSimilarity(tinyRatings, { rank: 2 });
    // users 1 and 2 rate movies 1 and 2 as 5, 1 and 4, 1: nearly one direction; user 3 rates the other movies
    expect(similarity.between(1, 2)).toBeGreaterThan(0.95);
    expect(similarity.between(1, 3)).toBeLessThan(0.5);
    expect([similarity.between(4, 1), similarity.between(4, 4)]).toEqual([0, 0]);
    expect(preferenceSimilarity(tinyRatings, { rank: 2 })).toBe(similarity);
    expect(preferenceSimilarity(tinyRatings, { rank: 2, seed: 8 })).not.toBe(similarity);
    expect(() => similarity.between(1, 99)).toThrow('needs a user of tiny, got 99');
  });

  it('law: symmetric, 1 with oneself, from 0 to 1, and blind to held-out ratings', () => {
    const data = generateRatings({ users: 40, movies: 60, ratings: 900 });
    const similarity = preferenceSimilarity(data);
    const other = preferenceSimilarity({ ...data, held: data.held.map((each) => ({ ...each, rating: 1 })) });
    for (let a = 1; a <= 40; a++)
      for (let b = 1; b <= 40; b++) {
        const value = similarity.between(a, b);
        expect(value).toBe(similarity.between(b, a));
        expect(value >= 0 && value <= 1).toBe(true);
        expect(other.between(a, b)).toBe(value);
        if (a === b) expect(value).toBeCloseTo(1, 12);
      }
  });

  it('contract: data that make no sense are named', () => {
    const bad = (changes: object) => () => preferenceSimilarity({ ...tinyRatings, ...changes }, { rank: 2 });
    const [first] = tinyRatings.known;
    expect(bad({ known: [] })).toThrow('tiny has no known ratings');
    expect(bad({ known: [{ ...first, rating: 3.5 }] })).toThrow(
      'known rating 0: needs a whole number from 1 to 5, got 3.5',
    );
    expect(bad({ known: [{ ...first, user: 77 }] })).toThrow('there is no user 77');
    expect(bad({ held: [first] })).toThrow(
      'held rating 0: user 1 rated movie 1 twice, or it is both known and held',
    );
    expect(() => preferenceSimilarity(tinyRatings, { rank: 5 })).toThrow(
      'a whole number from 1 to 4 as rank, got 5',
    );
  });
});
