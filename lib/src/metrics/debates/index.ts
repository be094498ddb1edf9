export {
  accuracyByRound,
  type AccuracyByRound,
  type RoundAccuracy,
  type RoundAccuracySettings,
  type RoundScoring,
} from './accuracy-by-round';
export { agoraPerformance, type AgoraScore } from './agora-performance';
export { agoraAnswerOf, agoraInstance, agoraChoice, agoraGold, agoraNumber } from './agora-reading';
export {
  algorithm2Tokens,
  type Algorithm2Settings,
  type Algorithm2Tokens,
  type DebateLengths,
} from './algorithm2';
export { anyAgentHides, type HiddenByAnyAgent } from './any-agent-hides';
export { debateComplexity, optimalGroups } from './debate-complexity';
export { debateCosts, type AgentRole, type CostPlace, type DebateCosts } from './debate-costs';
export { debateLengths, type DebateLengthSettings } from './debate-lengths';
export { debates, type DebateMetrics, type DebateRow, type DebateSummary } from './debates';
export { equation6, type BoundSize, type Equation6 } from './equation6';
export {
  formulaBesideMeasured,
  type BesideFormula,
  type FormulaBesideMeasured,
} from './formula-beside-measured';
export { type Participation } from './participation';
export { pluralityOf, type Plurality } from './plurality-of';
export { standingAnswers, type AnswerOf, type DebateAnswer, type StandingAnswers } from './standing-answers';
export { type RoundTurns } from './turns';
export * from './replay';
