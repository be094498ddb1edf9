export { debate, groupDebate, mad, ms2mad, s2mad, sparseMad, type DebateOptions } from './debates';
export { chainOfThought, selfConsistency, type SelfConsistencyOptions } from './self-consistency';
export { approaches } from './approaches';
export { byAnswer } from './by-answer';
export type { DebateSettings } from './debate-settings';
export type { SimilarityMeasure, Statement, StatementJudge } from './similarity';
export type { Topology } from './topology';
