export * as datasets from './datasets';
export * as environments from './environments';
export * as language from './language';
export * as metrics from './metrics';
export * as models from './models';
export * as protocols from './protocols';
export * as statistics from './statistics';
export * as stopping from './stopping';
export * as transcripts from './transcripts';
export * as columns from './columns';
export {
  estimate,
  experiment,
  Run,
  size,
  sweep,
  type ExperimentOptions,
  type RunEstimate,
} from './experiment';
