export { alwaysGuess } from './always-guess';
export { auditExampleRows, type AuditedCell } from './audit-example-rows';
export { checkRatingData } from './check-rating-data';
export { collaborativeFiltering, filteringDefaults, type FilteringSettings } from './collaborative-filtering';
export { recommendationExamples, type ExampleOptions } from './examples';
export {
  factorize,
  type Factor,
  type Factorization,
  type FactorizationSettings,
  type SparseTable,
} from './factorization';
export { generateRatings, generationDefaults, type GenerationSettings } from './generate';
export { readMovieLens, type MovieLensSplit } from './movielens';
export {
  preferenceSimilarity,
  ratingTable,
  similarityDefaults,
  type PreferenceSimilarity,
} from './preference-similarity';
export { errorsOf, ratingErrors, type RatingErrors, type RatingPredictor } from './rating-errors';
export { basicInfo, movieHistory, userHistory, type TableOptions } from './tables';
export { zipState } from './zip-state';
