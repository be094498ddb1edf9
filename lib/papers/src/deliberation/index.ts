import { withMembers } from 'agora-report/internal';
import { audit } from './audit';
import * as items from './items';
import { tables } from './tables';

/**
 * Deliberation (Wang et al.): its tables as items (`await papers.deliberation.table2.run()`), an audit of them, and the
 * two official cases of Appendix C.
 * @example
 * papers.deliberation.table2.published.rows.length; // => 28
 */
export const deliberation = withMembers(tables, { ...items, audit });
