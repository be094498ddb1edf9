import { withMembers } from 'agora-report/internal';
import { audit } from './audit';
import { plansForBeliefs, whoNotices } from './case-studies';
import * as items from './items';
import { negotiationFigure, negotiationMeans } from './negotiations';
import { tables } from './tables';

/**
 * Deliberation (Wang et al.): its tables as items (`await papers.deliberation.table2.run()`), an audit of them, the
 * two official cases of Appendix C, and the recorded negotiations beside Table 2.
 * @example
 * papers.deliberation.table2.published.rows.length; // => 28
 */
export const deliberation = withMembers(tables, {
  ...items,
  audit,
  whoNotices,
  plansForBeliefs,
  negotiationMeans,
  negotiationFigure,
});
