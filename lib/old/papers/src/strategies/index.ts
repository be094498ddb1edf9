import { withMembers } from 'agora-report/internal';
import { audit } from './audit';
import * as items from './items';
import { tables } from './tables';
import { tokenAccuracy, tokenAccuracyOf } from './token-accuracy';

/**
 * Beyond Frameworks (Wang et al. 2025): its tables and its Figure 3 as items (`await papers.strategies.table3.run()`), an
 * audit of them, and its token-accuracy ratio.
 * @example
 * papers.strategies.table3.published.rows.length; // => 11
 */
export const strategies = withMembers(tables, { ...items, audit, tokenAccuracy, tokenAccuracyOf });
