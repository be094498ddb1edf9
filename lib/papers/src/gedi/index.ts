import { withMembers } from 'agora-report/internal';
import { rangeAsCoded, rangeExample, rankedPairsAsCoded, rankedPairsExample } from './as-coded';
import { audit } from './audit';
import { firstChoices } from './first-choices';
import { figures, showFigure, tableOneCriteria } from './figures';
import { rules, tableOneRules } from './rules';
import { tables } from './tables';

/**
 * GEDI (Zhao, Wang and Peng): its tables, what follows from them alone, its figures' profiles, and two rules as its code
 * has them.
 * @example
 * papers.gedi.table4.rows.length; // => 52
 */
export const gedi = withMembers(tables, {
  audit,
  firstChoices,
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
