import { averageOver, type Row } from 'agora-core/metrics';
import type { BarSeries, LineSeries } from 'agora-report';
import type { VotingRule } from 'agora-voting';
import { shortName } from '../setting';
import { tables } from './tables';
import { cellValue, mean } from '../finding';

/*
 * What GEDI's figures of accuracies share: a line or a group of bars for each rule, from rows of single questions.
 */

/** A rule's name as the paper prints it, from the field `rule` of a row. */
export const ruleIn = (row: Row): string => shortName({ name: String(row['rule']) } as VotingRule);

/** A line a rule; its points are means over the questions. */
export function linesByRule(rows: readonly Row[], x: 'quorum' | 'unreliable'): LineSeries[] {
  const points = averageOver(rows, 'collaboration');
  return [...new Set(points.map(ruleIn))].map((name) => ({
    name: name,
    points: points
      .filter((row) => ruleIn(row) === name)
      .map((row) => ({ x: Number(row[x]), value: row.value, standardError: row.standardError })),
  }));
}

/** Bars of each rule, one for each k. */
export function barsByK(rows: readonly Row[]): { categories: string[]; series: BarSeries[] } {
  const points = averageOver(rows, 'collaboration');
  const categories = [...new Set(points.map(ruleIn))];
  const ks = [...new Set(points.map(({ k }) => Number(k)))].sort((one, other) => one - other);
  const series = ks.map((k) => {
    const own = categories.map((rule) => points.find((row) => row['k'] === k && ruleIn(row) === rule));
    return {
      name: k === 1 ? 'first' : `first ${k}`,
      values: own.map((row) => row?.value ?? null),
      standardErrors: own.map((row) => row?.standardError ?? null),
    };
  });
  return { categories: categories, series: series };
}

/** "recorded: 1000 questions of MMLU, LLaMA-13B under ten prompts". */
export function aboutRows(rows: readonly Row[]): string {
  const { benchmark, model, evidence } = rows[0] as Row;
  const questions = new Set(rows.map(({ collaboration }) => collaboration)).size;
  return `${evidence}: ${questions} questions of ${String(benchmark)}, ${String(model)}`;
}

/** Why lines have no bars: the largest standard error over questions of the points that are drawn, in words. */
export function errorsAtMost(lines: readonly LineSeries[]): string {
  const errors = lines.flatMap(({ points }) => points.map(({ standardError }) => standardError ?? 0));
  return `no bars, which would hide lines: standard errors up to ${Math.max(...errors).toFixed(1)} points`;
}

/** The printed accuracy of a random choice on a benchmark: the mean of its models. */
export function randomLevel(benchmark: unknown): number {
  const own = tables.table2.rows.filter(({ setting }) => setting?.['benchmark'] === benchmark);
  return mean(own.map((row) => cellValue(row, 'random')));
}
