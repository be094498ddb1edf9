export type { AgentBrief, Behaviour, Environment, ProposalFormat } from './environment';
export type { BallotKind, Candidate, GroupSituation, SeenDecision, SeenMessage } from './situation';
export * from './exchange-economy';
export * from './recommendation';
