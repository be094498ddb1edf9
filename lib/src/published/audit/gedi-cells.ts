import { AgoraError } from '../../agora-error';
import { gedi } from '../gedi';
import type { PublishedRow, PublishedTable } from '../published-table';
import { less, mean, rowWhere, signed } from './cells';
import { cellValue } from './finding';

export const benchmarks = ['MMLU', 'MMLU-Pro', 'ARC-Challenge'] as const;
export type Benchmark = (typeof benchmarks)[number];
export const models = [
  ...['mistral-7b', 'llama-3-8b', 'glm-4-9b', 'llama-3-70b'],
  ...['qwen1.5-72b', 'qwen1.5-110b', 'gpt-3.5-turbo', 'gpt-4'],
] as const;
export const ordinalRules = [
  ...['plurality', 'bucklin', 'borda', 'instant-runoff', 'minimax', 'ranked pairs'],
] as const;

/** One model on one benchmark. */
export interface Pair {
  readonly benchmark: Benchmark;
  readonly model: string;
}

/** All 24 rows of Tables 2 and 5. */
export const pairs: readonly Pair[] = benchmarks.flatMap((benchmark) =>
  models.map((model) => ({ benchmark, model })),
);

export const named = ({ benchmark, model }: Pair): string => `${model} on ${benchmark}`;

export function rowOf(table: PublishedTable, { benchmark, model }: Pair): PublishedRow {
  return rowWhere(table, { benchmark, model });
}

/** Printed accuracy, in percent. */
export function accuracy(pair: Pair, rule: string): number {
  return cellValue(rowOf(gedi.table2, pair), rule);
}

/** Printed accuracy less that of blind dictatorial, in points; what stands in brackets is not used. */
export function gain(pair: Pair, rule: string): number {
  return less(accuracy(pair, rule), accuracy(pair, 'blind dictatorial'));
}

export function meanGain(pair: Pair): number {
  return mean(ordinalRules.map((rule) => gain(pair, rule)));
}

/** Printed valid profiles. */
export function profiles(pair: Pair, format: string): number {
  return cellValue(rowOf(gedi.table5, pair), format);
}

/** Numbers of the text. @throws AgoraError 'published-data' when there are none of that name */
export function gediQuoted(name: string): Readonly<Record<string, number>> {
  const found = gedi.quoted.find((one) => one.name === name);
  if (!found)
    throw new AgoraError('published-data', `there are no quoted numbers called ${JSON.stringify(name)}`);
  return found.values;
}

/** "3 of 8 on MMLU, ..." for a property of a pair. */
export function countByBenchmark(holds: (pair: Pair) => boolean): string {
  return benchmarks
    .map((benchmark) => {
      const count = models.filter((model) => holds({ benchmark, model })).length;
      return `${count} of ${models.length} on ${benchmark}`;
    })
    .join(', ');
}

export const points = (value: number): string => signed(value, 1);
