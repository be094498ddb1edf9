export { experiment, type ExperimentOptions } from './experiment';
export { ExperimentSettingError, InterruptedError } from './experiment-error';
export { barProgress } from './bar-progress';
export {
  duration,
  lineProgress,
  progressText,
  silentProgress,
  type Progress,
  type ProgressListener,
} from './progress';
export { Run, type Evidence, type RunTotals, type Stopped } from './run';
