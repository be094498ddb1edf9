import { withMembers } from '../load-paper';
import { audit } from './audit';
import { printedSavings } from './savings';
import { tables } from './tables';

/**
 * S2-MAD (Zeng et al. 2025): its tables, and what follows from them alone.
 * @example
 * import { papers } from 'agora-lab';
 * papers.s2mad.table2.rows.length; // => 4
 */
export const s2mad = withMembers(tables, { audit, printedSavings });
