export { debate, groupDebate, mad, ms2mad, s2mad, sparseMad, type DebateOptions } from './debates';
export { chainOfThought, selfConsistency, type SelfConsistencyOptions } from './self-consistency';
export type { DebateSettings } from './debate-settings';
export { byAnswer, type SimilarityMeasure, type Statement, type StatementJudge } from './similarity';
export type { Topology } from '../shared/audience';
