export { recommendation, type RecommendationSettings } from './recommendation';
export { type RatingsAllowed } from './rating-scale';
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
export * from './data-index';
