export { roundtable, unanimousDropRow, type RoundTablePaper } from './roundtable';
export { ratingPoints, roundPoints, utilityPoints } from './roundtable-figures';
export { gedi, type GediPaper } from './gedi';
export type { CellMark, CriteriaClaim, ModelSource, PublishedList, SurveyedSystem } from './gedi-words';
export { s2mad, type S2MadPaper } from './s2-mad';
export type { UnderlinedCell } from './s2-mad-marks';
export { printedSavings } from './s2-mad-printed-savings';
export type { SavingCheck, SavingFrom } from './s2-mad-saving-check';
export type { SavingVerdict, TokenSaving } from './s2-mad-token-saving';
export { languageAverages } from './language-averages';
export {
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
  auditGedi,
  auditLanguage,
  auditRecommendation,
  auditRoundTable,
  auditS2Mad,
  auditStopping,
  evenSplitShare,
  type Finding,
  type GediAuditData,
} from './audit';
