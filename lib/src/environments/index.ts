export type { AgentBrief, Choices, Environment, ProposalFormat, Prose } from './environment';
export type { Asked, BallotKind, Candidate, SeenMessage, Situation } from './situation';
export type {
  Act,
  Known,
  KnowingStandIn,
  Mind,
  Parameter,
  Phrases,
  ReasoningStandIn,
  Saying,
  SpeakingMind,
  StandIn,
  Statement,
  Truth,
} from './stand-in';
export * from './exchange-economy';
export * from './recommendation';
export * from './questions';
