export { recommendation, type RecommendationSettings } from './recommendation';
export type {
  BasicInfo,
  Movie,
  MovieHistoryRow,
  MovieUser,
  Rating,
  RatingData,
  RatingProposal,
  RatingScore,
  RecommendationInstance,
  UserHistoryRow,
} from './types';
export { collaborativeFiltering, type FilteringSettings } from './collaborative-filtering';
export { recommendationExamples, type ExampleOptions } from './examples';
export { type FactorizationSettings } from './factorization';
export { generateRatings, type GenerationSettings } from './generate';
export { readMovieLens } from './movielens';
export { preferenceSimilarity, type PreferenceSimilarity } from './preference-similarity';
export { errorsOf, type RatingErrors, type RatingPredictor } from './rating-errors';
