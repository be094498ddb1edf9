export { AgoraError, hasCode } from './agora-error';
export * as datasets from './datasets';
export * as environments from './environments';
export * as language from './language';
export * as metrics from './metrics';
export * as models from './models';
export * as papers from './papers';
export * as protocols from './protocols';
export * as report from './report';
export * as simulation from './simulation';
export * as statistics from './statistics';
export * as stopping from './stopping';
export * as transcripts from './transcripts';
export * as voting from './voting';
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
export { Random } from './random';
export { recomputed, type RecomputedName } from './recomputed';
