import { mean } from 'simple-statistics';
import type { PublishedTable } from 'agora-report/internal';
import { besideSetting, modelBeside, type PrintedModels } from '../beside';
import { benchmarks } from './cells';
import { tables } from './tables';

/** The models of Tables 2 and 5 by the names of Table 3: as printed, by their source, and as Appendix A has them. */
export function printedModels(): PrintedModels {
  const named = tables.table3.rows.map(({ label, model, source, appendixA }) => {
    const repository = source.split('huggingface.co/')[1] ?? '';
    const others = [label, repository, repository.split('/').at(-1) ?? '', appendixA];
    return [model, others.filter((name) => name !== '' && name !== model)] as const;
  });
  return Object.fromEntries(named);
}

/** Which of these models ours is compared with. */
export const besideModel = besideSetting(printedModels);

/** The label of the row that is the mean of the paper's eight models. */
const meanLabel = (benchmark: string): string => `${benchmark}, mean of 8 models`;

/** A printed table with three more rows: for each benchmark the mean of the paper's models, for comparison with any other model. */
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

/** The printed row that a row of ours is compared with: see `modelBeside`. */
export function labelBeside(table: PublishedTable, row: Readonly<Record<string, unknown>>): string {
  const model = modelBeside(printedModels(), row);
  const own = table.rows.find(
    ({ setting }) => setting?.['benchmark'] === row['benchmark'] && setting?.['model'] === model,
  );
  return own?.label ?? meanLabel(String(row['benchmark']));
}
