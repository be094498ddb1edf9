import { withMembers } from 'agora-report/internal';
import { audit } from './audit';
import { tables } from './tables';

/**
 * Deliberation (Wang et al.): its tables, and what follows from them alone.
 * @example
 * papers.deliberation.table2.rows.length; // => 28
 */
export const deliberation = withMembers(tables, { audit });
