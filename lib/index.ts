/**
 * Agora Lab studies how a group of language-model agents decides. An environment defines the problem, a protocol
 * defines how agents decide, a rule counts votes, and a model answers. A run stores the results, and columns measure
 * them.
 */
export * as environments from './environments';
export * as language from './language';
export * as metrics from './measure';
export * as models from './models';
export * as protocols from './protocols';
export * as report from './report';
export * as statistics from './statistics';
export * as stopping from './stopping';
export * as transcripts from './transcripts';
export * as voting from './voting';
export { estimate, experiment, type ExperimentOptions } from './experiment/experiment';
export { openRun, type Run } from './experiment/run';
export { recorded, recordedSets } from './experiment/recorded';
export { columns, measure, recount } from './measure';
export { compare } from './report/compare';
export { show } from './report/display';
export { showFigure } from './report/render';
export { frame, save } from './report/save';
export { table } from './report/table';
export { transcript } from './report/transcript';
export * as papers from './papers';
export { published } from './papers/published';
export { AgoraError } from './error';
export { Random } from './random';
