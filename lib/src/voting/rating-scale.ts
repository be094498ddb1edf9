import type { RatingScale } from './ballot-settings';

/** The lowest and highest rating: the paper's 5-point scale (RoundTable, Appendix C). */
export const ratingScale: RatingScale = { lowest: 1, highest: 5 };
