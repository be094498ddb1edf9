export { AgoraError, hasCode, Random } from 'agora-voting';
export {
  columns,
  datasets,
  environments,
  estimate,
  experiment,
  language,
  metrics,
  models,
  protocols,
  Run,
  size,
  statistics,
  stopping,
  sweep,
  transcripts,
  type ExperimentOptions,
  type RunEstimate,
} from 'agora-core';
export * as papers from 'agora-papers';
export { recomputed, type RecomputedName } from 'agora-papers/recomputed';
export * as report from 'agora-report';
export * as voting from 'agora-voting';
