import type { Row } from '../metrics';

/** A number with its standard error in brackets. */
export function estimateText(estimate: Pick<Row, 'value' | 'standardError'> | undefined): string {
  if (estimate === undefined || estimate.value === null) return 'n/a';
  const value = estimate.value.toFixed(2);
  return estimate.standardError === null ? value : `${value} (${estimate.standardError.toFixed(2)})`;
}

/** The row of a column, or, named as papers name it ("utility@3"), of a column at a round. */
export function rowNamed(rows: readonly Row[], name: string): Row | undefined {
  return rows.find(({ column, round }) => name === (round === undefined ? column : `${column}@${round}`));
}
