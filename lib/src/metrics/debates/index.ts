export { agoraPerformance, type AgoraScore } from './agora-performance';
export { agoraAnswerOf, agoraInstance } from './agora-reading';
export type { Algorithm2Settings, DebateLengths } from './algorithm2';
export { debateComplexity } from './debate-complexity';
export { debateLengths, type DebateLengthSettings } from './debate-lengths';
export {
  formulaBesideMeasured,
  type BesideFormula,
  type FormulaBesideMeasured,
} from './formula-beside-measured';
export { type Plurality } from './plurality-of';
export { type AnswerOf, type DebateAnswer } from './standing-answers';
export { type RoundTurns } from './turns';
export * from './replay';
