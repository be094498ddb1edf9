import { fieldsOf } from 'agora-core/internal';
import { averageOver, type Row } from 'agora-core/metrics';

/*
 * 95% limits of shares in percent, such as accuracies, that are never below 0 or above 100: Wilson's interval (Wilson 1927)
 * where every case is right or wrong, else Student's t, cut where no share can lie.
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
  const isYesOrNo = values.length > 1 && values.every((value) => value === 0 || value === 100);
  const { low, high } = isYesOrNo ? wilson((row.value ?? 0) / 100, values.length) : row;
  if (low === null || high === null) return row;
  return { ...row, low: Math.max(0, low), high: Math.min(100, high) };
}

/** Wilson's 95% interval of a share, in percent. Unlike others it has a width where all cases are alike. */
function wilson(share: number, n: number): { readonly low: number; readonly high: number } {
  const z = 1.96;
  const centre = (share + z ** 2 / (2 * n)) / (1 + z ** 2 / n);
  const reach = (z / (1 + z ** 2 / n)) * Math.sqrt((share * (1 - share)) / n + (z / (2 * n)) ** 2);
  return { low: 100 * (centre - reach), high: 100 * (centre + reach) };
}
