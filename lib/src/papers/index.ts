export * as llmDeliberation from './llm-deliberation';
export { roundtable } from './roundtable';
export { gedi } from './gedi';
export { s2mad } from './s2-mad';
export { deliberation } from './deliberation';
export { strategies } from './strategies';
export { claims, items, type Claim, type PaperItem } from './claims';
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
} from './published-table';
