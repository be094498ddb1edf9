export { agoraPerformance, type AgoraScore } from './agora-performance';
export { agoraAnswerOf, agoraChoice, agoraGold, agoraNumber } from './agora-reading';
export {
  algorithm2Tokens,
  type Algorithm2Settings,
  type Algorithm2Tokens,
  type DebateLengths,
} from './algorithm2';
export { debateComplexity, optimalGroups } from './debate-complexity';
export { debateLengths, type DebateLengthSettings } from './debate-lengths';
export { equation6, type BoundSize, type Equation6 } from './equation6';
export {
  formulaBesideMeasured,
  type BesideFormula,
  type FormulaBesideMeasured,
} from './formula-beside-measured';
export { pluralityOf, type Plurality } from './plurality-of';
export { standingAnswers, type AnswerOf, type DebateAnswer, type StandingAnswers } from './standing-answers';
export { type RoundTurns } from './turns';
export * from './replay';
