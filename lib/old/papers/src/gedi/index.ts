import { withMembers } from 'agora-report/internal';
import { rangeAsCoded, rangeExample, rankedPairsAsCoded, rankedPairsExample } from './as-coded';
import { audit } from './audit';
import { figures, showFigure, tableOneCriteria } from './figures';
import * as items from './items';
import { rules, tableOneRules } from './rules';
import { tables } from './tables';

/**
 * GEDI (Zhao, Wang and Peng): its tables and figures as items (`await papers.gedi.table2.run()`), an audit of them, the
 * profiles of its figures, and two rules as in its code.
 * @example
 * papers.gedi.table4.published.rows.length; // => 52
 */
export const gedi = withMembers(tables, {
  ...items,
  audit,
  figures,
  showFigure,
  rules,
  tableOneCriteria,
  tableOneRules,
  rangeAsCoded,
  rangeExample,
  rankedPairsAsCoded,
  rankedPairsExample,
});
