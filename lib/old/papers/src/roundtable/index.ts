import { withMembers } from 'agora-report/internal';
import { evenSplitShare } from './cells';
import { audit } from './economy-audit';
import { firstToLast } from './first-to-last';
import * as items from './items';
import { auditLanguage } from './language-audit';
import { auditRecommendation } from './recommendation-audit';
import { auditStopping } from './stopping-audit';
import { ruleByName, rules } from './rules';
import { tables } from './tables';
import { wordDistance } from './word-distance';

/**
 * RoundTable (Cho et al.): its tables and figures as items (`await papers.roundtable.table1.run()`), audits of them, and
 * its rules.
 * @example
 * import { papers } from 'agora-lab';
 * papers.roundtable.table1.published.rows.length; // => 6
 */
export const roundtable = withMembers(tables, {
  ...items,
  audit,
  auditLanguage,
  auditRecommendation,
  auditStopping,
  rules,
  ruleByName,
  evenSplitShare,
  firstToLast,
  wordDistance,
});
