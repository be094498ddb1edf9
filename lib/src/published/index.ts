export { roundtable, unanimousDropRow, type RoundTablePaper } from './roundtable';
export { ratingPoints, roundPoints, utilityFigure, utilityPoints } from './roundtable-figures';
export { gedi, type GediPaper } from './gedi';
export type { CellMark, CriteriaClaim, ModelSource, PublishedList, SurveyedSystem } from './gedi-words';
export { surveyShares } from './gedi-survey';
export { s2mad, type S2MadPaper } from './s2-mad';
export type { UnderlinedCell } from './s2-mad-marks';
export { costSavings } from './s2-mad-savings';
export { printedSavings } from './s2-mad-printed-savings';
export type { SavingCheck, SavingFrom } from './s2-mad-saving-check';
export type { SavingVerdict, TokenSaving } from './s2-mad-token-saving';
export { languageAverages } from './language-averages';
export { loadPaper } from './load-paper';
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
  auditRandomBaseline,
  auditRecommendation,
  auditRoundTable,
  auditS2Mad,
  auditStopping,
  bracketChecks,
  errorCounts,
  evenSplitShare,
  impliedUtilities,
  randomBallotAccuracy,
  type BracketCheck,
  type ErrorCounts,
  type Finding,
  type GediAuditData,
  type ImpliedUtilities,
} from './audit';
