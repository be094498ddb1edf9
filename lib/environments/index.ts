export {
  questions,
  type Answer,
  type QuestionCase,
  type QuestionOptions,
  type QuestionSetName,
} from './questions';
export {
  discharge,
  factCheck,
  type DischargeOptions,
  type EvidenceInstance,
  type EvidenceOptions,
} from './evidence';
export type { EvidenceCase } from './evidence-case';
export { readClaims, readDischargeNotes } from './evidence-files';
export { exchangeEconomy, type Allocation, type Economy, type EconomyOptions } from './exchange-economy';
export { groupOptimum, type GroupOptimum } from './group-optimum';
export { menu, type Menu, type MenuOptions } from './menu';
export { readMovieLens, type Rating, type RatingData } from './movielens';
export { readJointCases } from './official-cases';
export { generateRatings } from './generated-ratings';
export { collaborativeFiltering, errorsOf } from './rating-models';
export {
  recommendation,
  recommendationTables,
  type RatingProposal,
  type RecommendationCase,
  type RecommendationOptions,
} from './recommendation';
export { taskAllocation, type Assignment, type TaskAllocationOptions } from './task-allocation';
export type { Information, JointCase } from './joint-case';
export type { Agent, Beliefs, Environment, Json, JsonObject, Mind, Option, Prose } from './environment';
