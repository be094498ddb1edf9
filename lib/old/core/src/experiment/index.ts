export {
  estimate,
  isLarge,
  type EstimateSettings,
  type Extent,
  type RunEstimate,
  type Speed,
} from './estimate';
export { experiment, sweep } from './experiment';
export type { MaxFailures, MaxFailuresGiven } from './failure-limit';
export { readShard, type Shard } from './shard';
export { size, type Size } from './size';
export type { ExperimentOptions } from './experiment-options';
export { barProgress } from './bar-progress';
export { duration, lineProgress, short, type Progress, type ProgressListener } from './progress';
export { RunTally } from './run-tally';
export { Run, type Evidence, type RunTotals, type Stopped } from './run';
