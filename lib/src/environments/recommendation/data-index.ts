export { alwaysGuess } from './always-guess';
export { auditExampleRows, type AuditedCell } from './audit-example-rows';
export { collaborativeFiltering, type FilteringSettings } from './collaborative-filtering';
export { recommendationExamples, type ExampleOptions } from './examples';
export { type FactorizationSettings } from './factorization';
export { generateRatings, type GenerationSettings } from './generate';
export { readMovieLens, type MovieLensSplit } from './movielens';
export { preferenceSimilarity, type PreferenceSimilarity } from './preference-similarity';
export { errorsOf, type RatingErrors, type RatingPredictor } from './rating-errors';
