import { median } from 'simple-statistics';
import type { Comparison, ComparisonCell } from './comparison';

/** A null model: a simple prediction, and its difference to the published cells. */
export interface NullDifference {
  /** "one constant", "the fitted row copied". */
  readonly null: string;
  /** Median of the absolute differences, over the compared cells. */
  readonly difference: number;
}

/** The prediction of a null model for a cell; null or undefined if it has none. */
export type Prediction = (cell: Pick<ComparisonCell, 'row' | 'column'>) => number | null | undefined;

/** The compared cells: those on both sides, without fitted rows. */
export function comparedCells({ rows }: Comparison): ComparisonCell[] {
  const held = rows.filter(({ use }) => use !== 'fitted').flatMap(({ cells }) => cells);
  return held.filter(({ difference }) => difference !== null);
}

/**
 * The best null model of these: the best constant (the median) for all cells, or for each name of columns like
 * `utility@3`; a copy of the fitted row, if rows were fitted; and the given ones. Null if no cell is compared.
 * @param given - further null models by name, for fitted parts outside the comparison: a column, some cells
 */
export function nullDifference(
  comparison: Comparison,
  given: Readonly<Record<string, Prediction>> = {},
): NullDifference | null {
  const cells = comparedCells(comparison);
  const fitted = comparison.rows.filter(({ use }) => use === 'fitted');
  const nulls: Record<string, Prediction> = {
    ...constants(comparison, cells),
    ...given,
    ...(fitted.length === 0 ? {} : { 'the fitted row copied': copied(fitted) }),
  };
  const found = Object.entries(nulls).flatMap(([name, predict]) => {
    const distances = cells.flatMap((cell) => {
      const predicted = predict(cell);
      return typeof predicted === 'number' ? [Math.abs((cell.published ?? NaN) - predicted)] : [];
    });
    return distances.length < cells.length || cells.length === 0
      ? []
      : [{ null: name, difference: median(distances) }];
  });
  return found.sort((one, other) => one.difference - other.difference)[0] ?? null;
}

/**
 * Columns like "auc@3" and "auc@5" share a constant; the columns of a table that has none such share one. A constant
 * needs three cells: to fewer it is no prediction.
 */
function constants({ columns }: Comparison, cells: readonly ComparisonCell[]): Record<string, Prediction> {
  const byName = columns.some((column) => column.includes('@'));
  const groupOf = (column: string): string => (byName ? (column.split('@')[0] as string) : '');
  const groups = new Map<string, number[]>();
  for (const { column, published } of cells)
    groups.set(groupOf(column), [...(groups.get(groupOf(column)) ?? []), published ?? NaN]);
  const values = new Map([...groups].map(([group, own]) => [group, own.length < 3 ? null : median(own)]));
  const name = groups.size > 1 ? 'one constant a measure' : 'one constant';
  return { [name]: ({ column }) => values.get(groupOf(column)) };
}

/**
 * Of several fitted rows that with the same words before the last comma ("GPT-4, CoT" for "GPT-4, MAD"), else the
 * first.
 */
function copied(fitted: Comparison['rows']): Prediction {
  const family = (label: string): string => label.split(', ').slice(0, -1).join(', ');
  return ({ row, column }) => {
    const own = fitted.find(({ label }) => family(label) === family(row)) ?? fitted[0];
    return own?.cells.find((cell) => cell.column === column)?.published;
  };
}
