export type {
  AgentBrief,
  Beliefs,
  Choices,
  Environment,
  GivenCases,
  ProposalFormat,
  Prose,
  Solver,
  StatedBelief,
} from './environment';
export type { Candidate, Situation } from './situation';
export type {
  Known,
  KnowingStandIn,
  Mind,
  Parameter,
  Phrases,
  ReasoningStandIn,
  Saying,
  StandIn,
  Truth,
} from './stand-in';
export * from './exchange-economy';
export * from './recommendation';
export * from './questions';
export * from './joint-decision';
export * from './menu';
export * from './task-allocation';
export * from './evidence';
