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
export type { Presented, PresentedCell, PresentedRow } from './presented';
export type { Candidate, Situation } from './situation';
export type { Known, SimulatedAgent } from './simulated-agent';
export * from './exchange-economy';
export * from './recommendation';
export * from './questions';
export * from './joint-decision';
export * from './menu';
export * from './task-allocation';
export * from './evidence';
export * from './hidden-profile';
