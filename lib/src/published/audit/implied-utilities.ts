import type { PublishedRow } from '../published-table';
import { cellValue } from './finding';

/**
 * Utilities of rounds that a table does not print, solved from those it does, taking AUC@n for the mean of U_1..U_n:
 * `3 AUC@3 - U@3 = U_1 + U_2`, `5 AUC@5 - 3 AUC@3 - U@5 = U_4`, `10 AUC@10 - 5 AUC@5 - U@10 = U_6 + ... + U_9`.
 * In percent. Printed to 0.01, each number is up to 0.005 off, so the sums are exact to 0.02, 0.045 and 0.08.
 */
export interface ImpliedUtilities {
  /** The mean of rounds 1 and 2. */
  readonly rounds1to2: number;
  readonly round4: number;
  /** The mean of rounds 6 to 9. */
  readonly rounds6to9: number;
}

export function impliedUtilities(row: PublishedRow): ImpliedUtilities {
  const cell = (column: string): number => cellValue(row, column);
  const [sum3, sum5, sum10] = [3 * cell('auc@3'), 5 * cell('auc@5'), 10 * cell('auc@10')];
  return {
    rounds1to2: (sum3 - cell('utility@3')) / 2,
    round4: sum5 - sum3 - cell('utility@5'),
    rounds6to9: (sum10 - sum5 - cell('utility@10')) / 4,
  };
}
