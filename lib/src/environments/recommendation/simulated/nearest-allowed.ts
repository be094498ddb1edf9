import { withinScale, type RatingsAllowed } from '../rating-scale';

/** The nearest whole rating, or the nearest tenth where any rating is allowed. */
export function nearestAllowed(rating: number, ratings: RatingsAllowed): number {
  const parts = ratings === 'whole' ? 1 : 10;
  return withinScale(Math.round(rating * parts) / parts);
}
