import { withMembers } from 'agora-report/internal';
import { algorithm2 } from './algorithm2-columns';
import { audit } from './audit';
import { debateComplexity } from './debate-complexity';
import * as items from './items';
import { methods } from './presets';
import { printedSavings } from './savings';
import { tables } from './tables';

/**
 * S2-MAD (Zeng et al. 2025): its tables and figures as items (`await papers.s2mad.table2.run()`), an audit of its
 * numbers, its cost formulas, and the protocols of its methods.
 * @example
 * import { papers } from 'agora-lab';
 * papers.s2mad.table2.published.rows.length; // => 4
 */
export const s2mad = withMembers(tables, {
  ...items,
  audit,
  printedSavings,
  debateComplexity,
  algorithm2,
  methods,
});
