/** The scale of MovieLens: one to five stars. */
export const ratingScale = { least: 1, most: 5 } as const;

/**
 * Which predictions are allowed. `whole` (default): 1, 2, 3, 4 or 5, as every rating in the data is. `any`: any number
 * from 1 to 5, as a mean error would rather have it. RoundTable does not say; its Table 7 fits both.
 */
export type RatingsAllowed = 'whole' | 'any';

/** A number brought into the scale. */
export function withinScale(rating: number): number {
  return Math.min(ratingScale.most, Math.max(ratingScale.least, rating));
}
