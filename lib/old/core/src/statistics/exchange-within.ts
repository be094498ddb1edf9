import { quantile } from 'simple-statistics';
import { AgoraError, Random } from 'agora-voting';
import { callable, check, listOf, number, object, settings, whole } from 'agora-voting/internal';
import type { BoundTest } from './cluster-sums';

export interface ExchangeOptions {
  /** How often values are exchanged, and how many samples the interval is from. Default 9,999. */
  readonly draws?: number;
  readonly seed?: number;
}

const given = object('arguments', {
  table: listOf('clusters', listOf('values', number())),
  effectOf: callable,
  options: settings({ draws: whole(99, 1_000_000).optional(), seed: whole().optional() }),
});

/**
 * Tests whether the effect of a table of clusters x treatments is above or below 0. If treatments did not differ, each
 * cluster's values could as well be exchanged among them, so the effect is compared with those of tables whose rows are
 * shuffled. The interval is from samples of whole clusters (percentiles), without a correction for bias.
 * Source: Fisher (1935); scipy's `permutation_test` with `permutation_type='samples'`.
 * @param table - a row for each cluster, with a value for each treatment in the same order
 * @param effectOf - what is tested, a number of the table
 * @throws AgoraError 'numbers' for fewer than two clusters, rows of different lengths, or rows without a difference
 * @example
 * const table = [[5, 1], [6, 2], [7, 3], [8, 4], [9, 6], [9, 7]];
 * const effectOf = (rows) => rows.reduce((sum, [one, other]) => sum + one - other, 0) / rows.length;
 * statistics.exchangeWithin(table, effectOf).pAbove < 0.025; // => true
 */
export function exchangeWithin(
  table: readonly (readonly number[])[],
  effectOf: (table: readonly (readonly number[])[]) => number,
  options: ExchangeOptions = {},
): BoundTest {
  check('exchangeWithin', given, { table, effectOf, options });
  checkTable(table);
  const { draws = 9999, seed = 1 } = options;
  const effect = effectOf(table);
  const size = Math.max(...table.flat().map(Math.abs));
  const dust = 1e-12 * size; // sums of the same numbers in another order
  const exchanges = Random.from(seed, 'exchanges');
  let [above, below] = [1, 1]; // the table that was observed
  for (let draw = 0; draw < draws; draw++) {
    const exchanged = effectOf(table.map((row) => exchanges.shuffle(row)));
    if (exchanged >= effect - dust) above++;
    if (exchanged <= effect + dust) below++;
  }
  const samples = Random.from(seed, 'samples');
  const sampled = Array.from({ length: draws }, () =>
    effectOf(table.map(() => table[samples.below(table.length)] as readonly number[])),
  );
  return {
    effect: effect,
    low: quantile(sampled, 0.025),
    high: quantile(sampled, 0.975),
    pAbove: above / (draws + 1),
    pBelow: below / (draws + 1),
    clusters: table.length,
  };
}

function checkTable(table: readonly (readonly number[])[]): void {
  if (table.length < 2)
    throw new AgoraError('numbers', `exchangeWithin needs at least two clusters, got ${table.length}`);
  const width = table[0]?.length ?? 0;
  const ragged = table.findIndex((row) => row.length !== width);
  if (ragged > 0)
    throw new AgoraError(
      'numbers',
      `exchangeWithin needs a value for each treatment: row ${ragged} has ${table[ragged]?.length} values, row 0 has ${width}`,
    );
  if (table.every((row) => row.every((one) => one === row[0])))
    throw new AgoraError('numbers', 'exchangeWithin needs treatments that differ within a cluster');
}
