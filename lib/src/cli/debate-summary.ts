import { measure, totalOver } from '../metrics';
import { debates } from '../metrics/columns';
import { estimateText, rowNamed } from './estimate-text';
import type { Summary } from './experiments';

/** The two numbers of S2-MAD's tables, and what explains the second. */
export const debateSummary: Summary = {
  titles: ['accuracy (%)', 'tokens (k)', 'calls', 'rounds', 'silent turns', 'unusable answers'],
  async of(run) {
    const rows = await measure(run, {
      ...debates(),
      unusable: {
        of: ({ events }) => events.filter(({ type }) => type === 'failure').length,
        over: totalOver,
        unfinished: true,
      },
    });
    const numbers = ['accuracy', 'thousands', 'calls', 'rounds', 'silent'].map((name) =>
      estimateText(rowNamed(rows, name)),
    );
    return [...numbers, String(rowNamed(rows, 'unusable')?.value ?? 0)];
  },
};
