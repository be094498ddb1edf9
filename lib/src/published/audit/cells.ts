import { AgoraError } from '../../agora-error';
import type { PublishedRow, PublishedTable } from '../published-table';
import { cellValue } from './finding';

export const rules = ['unanimous', 'majority', 'plurality', 'rated', 'ranked', 'cumulative'] as const;
export const environments = ['exchange-economy', 'recommendation'] as const;
export type Environment = (typeof environments)[number];

/** How environments are called in findings. */
export const called: Readonly<Record<Environment, string>> = {
  'exchange-economy': 'exchange economy',
  recommendation: 'recommendation system',
};

/** The row whose setting holds all of these. @throws AgoraError 'published-data' when the table has none */
export function rowWhere(table: PublishedTable, setting: Readonly<Record<string, string>>): PublishedRow {
  const row = table.rows.find((one) =>
    Object.entries(setting).every(([name, value]) => one.setting?.[name] === value),
  );
  if (row === undefined)
    throw new AgoraError('published-data', `${table.item} has no row with ${JSON.stringify(setting)}`);
  return row;
}

/** A row's printed values by round, in columns `measure@from` to `measure@10`. */
export function course(row: PublishedRow, measure: string, from = 1): number[] {
  return Array.from({ length: 11 - from }, (_, place) => cellValue(row, `${measure}@${from + place}`));
}

export function byRule(row: PublishedRow): number[] {
  return rules.map((rule) => cellValue(row, rule));
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Place by place. */
export function meanCourse(courses: readonly (readonly number[])[]): number[] {
  return (courses[0] ?? []).map((_, place) => mean(courses.map((one) => one[place] ?? NaN)));
}

/** Each value less the one before it. Differences of printed decimals carry dust of about 1e-16: it is cut off. */
export function steps(values: readonly number[]): number[] {
  return values.slice(1).map((value, place) => less(value, values[place] ?? NaN));
}

export function less(value: number, other: number): number {
  return Number((value - other).toFixed(9));
}

export function same(value: number, other: number, tolerance = 0): boolean {
  return Math.abs(value - other) <= tolerance + 1e-9;
}

/** A value with its sign. */
export function signed(value: number, digits = 2): string {
  return `${value > 0 ? '+' : ''}${value.toFixed(digits)}`;
}
