import { withMembers } from '../load-paper';
import { audit } from './audit';
import { figures, showFigure, tableOneCriteria } from './figures';
import { rangeAsCoded, rangeExample } from './range';
import { rankedPairsAsCoded, rankedPairsExample } from './ranked-pairs';
import { rules, tableOneRules } from './rules';
import { tables } from './tables';

/**
 * GEDI (Zhao, Wang and Peng): its tables, what follows from them alone, its figures' profiles, and two rules as its code
 * has them.
 * @example
 * papers.gedi.table4.rows.length; // => 52
 */
export const gedi = withMembers(tables, {
  ...{ audit, figures, showFigure, rules, tableOneCriteria, tableOneRules },
  ...{ rangeAsCoded, rangeExample, rankedPairsAsCoded, rankedPairsExample },
});
