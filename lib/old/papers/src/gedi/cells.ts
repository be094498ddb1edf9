import { cellValue, less, mean, quotedIn, rowWhere, signed } from '../finding';
import { tables } from './tables';

export const benchmarks = ['MMLU', 'MMLU-Pro', 'ARC-Challenge'] as const;
export type Benchmark = (typeof benchmarks)[number];
export const models = [
  'mistral-7b',
  'llama-3-8b',
  'glm-4-9b',
  'llama-3-70b',
  'qwen1.5-72b',
  'qwen1.5-110b',
  'gpt-3.5-turbo',
  'gpt-4',
] as const;
export const ordinalRules = [
  'plurality',
  'bucklin',
  'borda',
  'instant-runoff',
  'minimax',
  'ranked pairs',
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
export const points = (value: number): string => signed(value, 1);
export const quoted = (name: string): Readonly<Record<string, number>> => quotedIn(tables, name);

/** Printed accuracy, in percent. */
export function accuracy({ benchmark, model }: Pair, rule: string): number {
  return cellValue(rowWhere(tables.table2, { benchmark, model }), rule);
}

/** Printed accuracy minus that of blind dictatorial, in points. Numbers in brackets are not used. */
export function gain(pair: Pair, rule: string): number {
  return less(accuracy(pair, rule), accuracy(pair, 'blind dictatorial'));
}

export function meanGain(pair: Pair): number {
  return mean(ordinalRules.map((rule) => gain(pair, rule)));
}

/** Printed valid profiles. */
export function profiles({ benchmark, model }: Pair, format: string): number {
  return cellValue(rowWhere(tables.table5, { benchmark, model }), format);
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
