import { measure } from '../metrics';
import { economy } from '../metrics/columns';
import { estimateText, rowNamed } from './estimate-text';
import type { Summary } from './experiments';

const rounds = [3, 5, 10];
const names = [
  ...rounds.map((n) => `utility@${n}`),
  ...rounds.map((n) => `auc@${n}`),
  'rationality',
  'fairness',
  'rigidity',
];

/** The columns of the paper's Table 1, in percent. */
export const economySummary: Summary = {
  titles: ['U@3', 'U@5', 'U@10', 'AUC@3', 'AUC@5', 'AUC@10', 'rationality', 'fairness', 'rigidity'],
  async of(run) {
    // A number at a round that was not played is none.
    const rows = await measure(run, economy({ at: rounds, afterEnd: 'undefined' }));
    return names.map((name) => estimateText(rowNamed(rows, name)));
  },
};
