import { estimateOver, fieldsOf } from 'agora-core/internal';
import { averageOver, type Row } from 'agora-core/metrics';

/*
 * 95% limits of shares in percent, such as accuracies, that are never below 0 or above 100: those of `estimateOver` where
 * cases are independent, else the row's own, cut where no share can lie.
 */

/** Rows averaged over fields, as `averageOver` does, where those of shares have limits that shares can have. */
export function averageShares(
  rows: readonly Row[],
  isShare: (row: Row) => boolean,
  ...fields: string[]
): Row[] {
  const keyOf = (row: Row, without: readonly string[] = []): string => JSON.stringify(fieldsOf(row, without));
  const values = new Map<string, number[]>();
  for (const row of rows) {
    const key = keyOf(row, fields);
    const own = values.get(key) ?? [];
    values.set(key, own);
    if (row.value !== null) own.push(row.value);
  }
  return averageOver(rows, ...fields).map((row) =>
    isShare(row) ? withShareLimits(row, values.get(keyOf(row)) ?? []) : row,
  );
}

/**
 * The row of a share in percent, with limits that shares can have.
 * @param values - of independent cases, in percent; none where they are not independent: then the row's own limits are cut
 */
export function withShareLimits(row: Row, values: readonly number[] = []): Row {
  const { low, high } = values.length > 1 ? estimateOver(values, undefined, [0, 100]) : row;
  if (low === null || high === null) return row;
  return { ...row, low: Math.max(0, low), high: Math.min(100, high) };
}
