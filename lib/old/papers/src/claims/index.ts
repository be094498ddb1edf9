export { changedClaims, changedClaimsTable, type ChangedClaim } from './claim-changes';
export { claimRows, type TidyClaim } from './claim-rows';
export {
  claimCuts,
  claimEvidence,
  claimTests,
  untestedClaims,
  type ClaimCutRow,
  type ClaimEvidence,
  type ClaimTestRow,
  type UntestedRow,
} from './claim-tests';
export { claimsFigure, type ClaimsFigureSettings } from './claims-figure';
export { claimText } from './claim-text';
export { claimsFile, type ClaimsFile, type PaperName } from './committed-tests';
export { claimsPage } from './claims-page';
export type { ClaimCase, Cut, Measured, NotTested, PartFound, TestFound } from './evaluate';
export type { ConditionFound, PrintedFound } from './printed';
export { recordedTests, recordedNeeds } from './recorded';
export { verdictRows, verdictTable, type VerdictRow } from './verdict-table';
export { casesOfGains, tryClaim, type TriedClaim } from './try-claim';
export {
  verdictCounts,
  verdictOn,
  verdicts,
  type ClaimRow,
  type ClaimVerdict,
  type VerdictCounts,
} from './verdicts';
