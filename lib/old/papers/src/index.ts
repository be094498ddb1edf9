export * as across from './across';
export * as llmDeliberation from './llm-deliberation';
export { roundtable } from './roundtable';
export { gedi } from './gedi';
export { s2mad } from './s2-mad';
export { deliberation } from './deliberation';
export { strategies } from './strategies';
export * as realVoters from './real-voters';
export { items, type PaperItem } from 'agora-report/internal';
export type { AnyItem, Condition, Item, ItemEvidence, ItemResult, Planned } from './item';
export { everyItem, fileName as itemFileName, itemNamed } from './item-names';
export { usualEvidence } from './item-run';
export type { Setting } from './setting';
export {
  casesOfGains,
  claimCuts,
  claimRows,
  claimsFigure,
  type ClaimsFigureSettings,
  claimEvidence,
  claimTests,
  claimText,
  tryClaim,
  untestedClaims,
  verdictCounts,
  verdictOn,
  verdictRows,
  verdicts,
  verdictTable,
  type ClaimRow,
  type ClaimCase,
  type ClaimCutRow,
  type ClaimEvidence,
  type ClaimTestRow,
  type ClaimVerdict,
  type TidyClaim,
  type TriedClaim,
  type UntestedRow,
  type VerdictCounts,
  type VerdictRow,
} from './claims';
export { committedLedger } from './live/committed-ledger';
export type { LiveLedger, LiveTestRow, TroubleRow } from './live/ledger';
export type { LiveSetName } from './live/stored';
export type { Finding } from './finding';
export { everyFinding, findingCounts, type FindingCounts, type PaperFinding } from './every-finding';
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
