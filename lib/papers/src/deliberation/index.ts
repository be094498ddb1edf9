import { withMembers } from 'agora-report/internal';
import { audit } from './audit';
import { tables } from './tables';

/**
 * Deliberation (Wang et al.): its tables, and an audit of them.
 * @example
 * papers.deliberation.table2.rows.length; // => 28
 */
export const deliberation = withMembers(tables, { audit });
