import { mean } from 'simple-statistics';
import type { PublishedTable } from 'agora-report/internal';
import { benchmarks } from './cells';

/** The label of the row that is the mean of the paper's eight models. */
const meanLabel = (benchmark: string): string => `${benchmark}, mean of 8 models`;

/** A printed table with three more rows: for each benchmark the mean of the paper's models, beside which any other model stands. */
export function withMeans(table: PublishedTable): PublishedTable {
  const means = benchmarks.map((benchmark) => {
    const own = table.rows.filter(({ setting }) => setting?.['benchmark'] === benchmark);
    const cells = table.columns.map((column) => {
      const values = own.flatMap(({ cells }) => cells[column]?.value ?? []);
      return [column, { value: mean(values), standardError: null }] as const;
    });
    return { label: meanLabel(benchmark), cells: Object.fromEntries(cells) };
  });
  return { ...table, rows: [...table.rows, ...means] };
}

/** The printed row beside which a row of ours stands: that of its model, or the mean where the paper has no such model. */
export function labelBeside(table: PublishedTable, benchmark: unknown, model: unknown): string {
  const own = table.rows.find(
    ({ setting }) => setting?.['benchmark'] === benchmark && setting?.['model'] === model,
  );
  return own?.label ?? meanLabel(String(benchmark));
}
