import { withMembers } from 'agora-report/internal';
import { evenSplitShare } from './cells';
import { audit } from './economy-audit';
import { unanimousDropRow } from './figures';
import { auditLanguage } from './language-audit';
import { auditRecommendation } from './recommendation-audit';
import { auditStopping } from './stopping-audit';
import { ruleByName, rules } from './rules';
import { tables } from './tables';

/**
 * RoundTable (Cho et al.): its tables, audits of them, and its rules.
 * @example
 * import { papers } from 'agora-lab';
 * papers.roundtable.table1.rows.length; // => 6
 */
export const roundtable = withMembers(tables, {
  audit,
  auditLanguage,
  auditRecommendation,
  auditStopping,
  rules,
  ruleByName,
  evenSplitShare,
  unanimousDropRow,
});
