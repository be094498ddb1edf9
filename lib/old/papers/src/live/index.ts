export { liveClaimsFile, liveFiles } from '../claims/committed-tests';
export { compareLive, comparisonText, ledgerText, liveLedger, testsOfRuns, testsOfTwo } from './ledger';
export { openLiveRuns, type LiveRuns } from './live-runs';
export { packLiveRuns, unpackLiveRuns, type Packed } from './pack';
export { furtherPlan, livePlan, plannedTestsText, readLivePlan, type LivePlan } from './plan';
export {
  estimateSteps,
  estimateText,
  inAll,
  playPlan,
  stepsOf,
  type LivePlay,
  type LivePlayed,
} from './play-plan';
