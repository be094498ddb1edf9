import { mean, sampleStandardDeviation } from 'simple-statistics';

/** A mean over collaborations. Null where too few numbers are there: none for a mean, one for a standard error. */
export interface Estimate {
  readonly mean: number | null;
  /** Sample standard deviation (n - 1) over the square root of n. */
  readonly standardError: number | null;
  /** How many numbers went in; undefined ones (null) do not. */
  readonly n: number;
}

export function estimate(values: readonly (number | null)[]): Estimate {
  const defined = values.filter((value): value is number => value !== null);
  const n = defined.length;
  return {
    mean: n > 0 ? mean(defined) : null,
    standardError: n > 1 ? sampleStandardDeviation(defined) / Math.sqrt(n) : null,
    n,
  };
}
