import { withMembers } from '../load-paper';
import { evenSplitShare } from './cells';
import { audit } from './economy-audit';
import { languageAverages, roundPoints, unanimousDropRow } from './figures';
import { auditLanguage } from './language-audit';
import { auditRecommendation } from './recommendation-audit';
import { auditStopping } from './stopping-audit';
import { tables } from './tables';

/**
 * RoundTable (Cho et al.): its tables, and what follows from them alone.
 * @example
 * import { papers } from 'agora-lab';
 * papers.roundtable.table1.rows.length; // => 6
 */
export const roundtable = withMembers(tables, {
  ...{ audit, auditLanguage, auditRecommendation, auditStopping },
  ...{ evenSplitShare, languageAverages, roundPoints, unanimousDropRow },
});
