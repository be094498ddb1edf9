export { experiment, type ExperimentOptions } from './experiment';
export { InterruptedError } from './experiment-error';
export { barProgress } from './bar-progress';
export {
  duration,
  lineProgress,
  progressText,
  short,
  silentProgress,
  type Progress,
  type ProgressListener,
} from './progress';
export { sweep } from './sweep';
export { RunTally } from './run-tally';
export { Run, type Evidence, type RunTotals, type Stopped } from './run';
