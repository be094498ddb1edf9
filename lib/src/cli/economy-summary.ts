import type { Run } from '../experiment';
import { economy } from '../metrics';

/** The columns of the paper's Table 1, as the command line heads them. */
export const metricNames: readonly string[] = [
  'U@3',
  'U@5',
  'U@10',
  'AUC@3',
  'AUC@5',
  'AUC@10',
  'rationality',
  'fairness',
  'rigidity',
];

/** One run's means in percent, with standard errors in brackets. */
export async function summarizeEconomy(run: Run): Promise<string[]> {
  // A number at a round that was not played is none.
  const { summary } = await economy(run, { afterEnd: 'undefined' });
  return Object.values(summary).map(({ mean, standardError }) => {
    if (mean === null) return 'n/a';
    return standardError === null ? mean.toFixed(2) : `${mean.toFixed(2)} (${standardError.toFixed(2)})`;
  });
}
