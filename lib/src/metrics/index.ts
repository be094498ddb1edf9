export { economy, type EconomyMetrics, type EconomyRow } from './economy';
export {
  dropBelowBest,
  economyConditions,
  type EconomyCondition,
  type Measurable,
} from './economy-conditions';
export { type EconomyMetricSettings } from './economy-settings';
export { type Estimate } from './estimate';
export { failures, type FailureCounts } from './failures';
export { ratingConditions, type RatingCondition, type RatingTrajectory } from './rating-conditions';
export { type RatingMetricSettings } from './rating-settings';
export { ratings, type RatingMetrics, type RatingRow } from './ratings';
export { usage, type TokenUsage, type UsageReport } from './usage';
export * from './elections';
export * from './debates';
