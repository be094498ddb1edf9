export { roundtable, unanimousDropRow, type RoundTablePaper } from './roundtable';
export { utilityFigure, utilityPoints } from './roundtable-figures';
export { loadPaper } from './load-paper';
export {
  PublishedDataError,
  type PublishedCell,
  type PublishedPaper,
  type PublishedRow,
  type PublishedTable,
  type QuotedNumbers,
} from './published-table';
export {
  auditRoundTable,
  evenSplitShare,
  impliedUtilities,
  type Finding,
  type ImpliedUtilities,
} from './audit';
