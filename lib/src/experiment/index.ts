export { experiment, sweep } from './experiment';
export type { ExperimentOptions } from './experiment-options';
export { barProgress } from './bar-progress';
export { duration, lineProgress, short, type Progress, type ProgressListener } from './progress';
export { RunTally } from './run-tally';
export { Run, type Evidence, type RunTotals, type Stopped } from './run';
