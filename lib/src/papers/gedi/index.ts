import { withMembers } from '../load-paper';
import { audit } from './audit';
import { tables } from './tables';

/**
 * GEDI (Zhao, Wang and Peng): its tables, and what follows from them alone.
 * @example
 * import { papers } from 'agora-lab';
 * papers.gedi.table4.rows.length; // => 52
 */
export const gedi = withMembers(tables, { audit });
