import { debateCosts, debates } from '../metrics';
import type { Summary } from './experiments';
import { estimateText } from './estimate-text';

/** The two numbers of S2-MAD's tables, and what explains the second. */
export const debateSummary: Summary = {
  titles: ['accuracy (%)', 'tokens (k)', 'calls', 'rounds', 'silent turns', 'unusable answers'],
  async of(run) {
    const { summary, failures } = await debates(run);
    const { perDebate } = await debateCosts(run);
    return [
      estimateText(summary.accuracy),
      estimateText(perDebate.thousands),
      estimateText(perDebate.calls),
      estimateText(summary.rounds),
      estimateText(summary.silent),
      String(failures.total),
    ];
  },
};
