import { measure } from '../metrics';
import { ratings } from '../metrics/columns';
import { estimateText, rowNamed } from './estimate-text';
import type { Summary } from './experiments';

/** Some columns of the paper's Table 7, in stars; collaborations without a decision are left out. */
export const ratingSummary: Summary = {
  titles: ['MAE@1', 'MAE@5', 'MAE@10', 'RMSE@10'],
  async of(run) {
    // A number at a round that was not played is none.
    const rows = await measure(run, ratings({ afterEnd: 'undefined' }));
    return ['mae@1', 'mae@5', 'mae@10', 'rmse@10'].map((name) => estimateText(rowNamed(rows, name)));
  },
};
