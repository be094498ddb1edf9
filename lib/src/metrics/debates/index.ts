export {
  accuracyByRound,
  type AccuracyByRound,
  type RoundAccuracy,
  type RoundAccuracySettings,
  type RoundScoring,
} from './accuracy-by-round';
export { agoraPerformance, type AgoraScore } from './agora-performance';
export { agoraAnswerOf, agoraInstance } from './agora-reading';
export type { Algorithm2Settings, DebateLengths } from './algorithm2';
export { anyAgentHides, type HiddenByAnyAgent } from './any-agent-hides';
export { debateComplexity } from './debate-complexity';
export { debateCosts, type AgentRole, type CostPlace, type DebateCosts } from './debate-costs';
export { debateLengths, type DebateLengthSettings } from './debate-lengths';
export { debates, type DebateMetrics, type DebateRow, type DebateSummary } from './debates';
export {
  formulaBesideMeasured,
  type BesideFormula,
  type FormulaBesideMeasured,
} from './formula-beside-measured';
export { type Participation } from './participation';
export { type Plurality } from './plurality-of';
export { type AnswerOf, type DebateAnswer } from './standing-answers';
export { type RoundTurns } from './turns';
export * from './replay';
