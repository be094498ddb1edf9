import { locateDataset } from '../../../datasets';
import { readMovieLens } from '../movielens';
import type { RatingData } from '../types';

/** Where the real MovieLens-100k is on this machine, or null: tests that need it skip, and their titles say why. */
export const realMovieLens = locateDataset('ml-100k');
export const skipReason = '(skipped where ml-100k is absent: npx agora data ml-100k)';

let read: RatingData | undefined;
/** The real u1 split, read once. */
export const readReal = (): RatingData => (read ??= readMovieLens(realMovieLens!));
