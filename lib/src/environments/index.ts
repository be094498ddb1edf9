export { type AgentParameter } from './agent-parameters';
export type { AgentBrief, Behaviour, Environment, ProposalFormat } from './environment';
export { isChoiceEnvironment, type ChoiceEnvironment } from './choice-environment';
export { isTextAnswerEnvironment, type TextAnswerEnvironment } from './text-answer';
export type { BallotKind, Candidate, GroupSituation, SeenDecision, SeenMessage } from './situation';
export * from './exchange-economy';
export * from './recommendation';
export * from './questions';
export * from './debaters';
