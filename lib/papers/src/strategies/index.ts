import { withMembers } from 'agora-report/internal';
import { audit } from './audit';
import { tables } from './tables';
import { tokenAccuracy, tokenAccuracyOf } from './token-accuracy';

/**
 * Beyond Frameworks (Wang et al. 2025): its tables, an audit of them, and its token-accuracy ratio.
 * @example
 * papers.strategies.table3.rows.length; // => 11
 */
export const strategies = withMembers(tables, { audit, tokenAccuracy, tokenAccuracyOf });
