import { ratings } from '../metrics';
import type { Summary } from './experiments';
import { estimateText } from './estimate-text';

const columns = ['mae@1', 'mae@5', 'mae@10', 'rmse@10'];

/** Some columns of the paper's Table 7, in stars; collaborations without a decision are left out. */
export const ratingSummary: Summary = {
  titles: ['MAE@1', 'MAE@5', 'MAE@10', 'RMSE@10'],
  async of(run) {
    // A number at a round that was not played is none.
    const { summary } = await ratings(run, { at: [1, 5, 10], afterEnd: 'undefined' });
    return columns.map((column) => estimateText(summary[column]));
  },
};
