export * as across from './across';
export * as llmDeliberation from './llm-deliberation';
export { roundtable } from './roundtable';
export { gedi } from './gedi';
export { s2mad } from './s2-mad';
export { deliberation } from './deliberation';
export { strategies } from './strategies';
export { type Claim, claims, items, type PaperItem } from 'agora-report/internal';
export {
  everyItem,
  type AnyItem,
  type Condition,
  type Item,
  type ItemEvidence,
  type ItemResult,
  fileName as itemFileName,
  itemNamed,
  type Planned,
} from './item';
export type { Setting } from './setting';
export {
  claimText,
  verdictCounts,
  verdictOn,
  verdicts,
  type ClaimRow,
  type ClaimVerdict,
  type VerdictCounts,
} from './claims';
export type { Finding } from './finding';
export type { GediAuditData } from './gedi/audit';
export type {
  PublishedCell,
  PublishedRow,
  PublishedTable,
  QuotedNumbers,
  RecomputedTable,
  StatedCentre,
  StatedEdge,
} from 'agora-report/internal';
