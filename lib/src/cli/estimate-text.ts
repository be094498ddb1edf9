import type { Estimate } from '../metrics';

/** A mean with its standard error in brackets. */
export function estimateText(estimate: Estimate | undefined): string {
  if (estimate === undefined || estimate.mean === null) return 'n/a';
  const mean = estimate.mean.toFixed(2);
  return estimate.standardError === null ? mean : `${mean} (${estimate.standardError.toFixed(2)})`;
}
