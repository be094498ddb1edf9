export { roundtable, unanimousDropRow, type RoundTablePaper } from './roundtable';
export { ratingPoints, roundPoints, utilityFigure, utilityPoints } from './roundtable-figures';
export { languageAverages } from './language-averages';
export { loadPaper } from './load-paper';
export {
  PublishedDataError,
  type PublishedCell,
  type PublishedPaper,
  type PublishedRow,
  type PublishedTable,
  type QuotedNumbers,
  type RecomputedTable,
  type StatedCentre,
  type StatedEdge,
} from './published-table';
export {
  auditLanguage,
  auditRecommendation,
  auditRoundTable,
  auditStopping,
  errorCounts,
  evenSplitShare,
  impliedUtilities,
  type ErrorCounts,
  type Finding,
  type ImpliedUtilities,
} from './audit';
