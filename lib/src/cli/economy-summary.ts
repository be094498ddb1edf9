import { economy } from '../metrics';
import type { Summary } from './experiments';
import { estimateText } from './estimate-text';

/** The columns of the paper's Table 1, in percent. */
export const economySummary: Summary = {
  titles: ['U@3', 'U@5', 'U@10', 'AUC@3', 'AUC@5', 'AUC@10', 'rationality', 'fairness', 'rigidity'],
  async of(run) {
    // A number at a round that was not played is none.
    const { summary } = await economy(run, { afterEnd: 'undefined' });
    return Object.values(summary).map(estimateText);
  },
};
