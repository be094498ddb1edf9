import { check, object, oneOf, settings, text } from '../../check';
import { checkRatingData } from './check-rating-data';
import { readUsers, readMovies, readRatings } from './movielens-files';
import type { RatingData } from './types';

/** The official splits: five-fold (u1 to u5), and ten held-out ratings a user (ua, ub). */
export type MovieLensSplit = 'u1' | 'u2' | 'u3' | 'u4' | 'u5' | 'ua' | 'ub';

const movieLensArguments = object('arguments', {
  folder: text(10_000),
  options: settings({ split: oneOf('u1', 'u2', 'u3', 'u4', 'u5', 'ua', 'ub').optional() }),
});

/**
 * Reads the raw files of MovieLens-100k (Harper and Konstan 2015) as GroupLens packs them: u.user, u.item, and one
 * split's .base (what may be known) and .test (what is held out). RoundTable section 4.2 uses u1.
 *
 * As RoundTable's Tables 3 to 5 print them: dates are yyyymmdd (ratings in UTC), titles go without their year, the
 * state comes from the zip code. Genres are the names of u.item's 19 flags, "unknown" included.
 * @param folder - holds the files: `locateDataset('ml-100k')`
 * @throws AgoraError 'rating-data' naming the file and line, and what was needed there
 * @example
 * const folder = datasets.locateDataset('ml-100k'); // null where the data set is not
 * folder === null ? 80000 : environments.readMovieLens(folder, { split: 'u1' }).known.length; // => 80000
 */
export function readMovieLens(folder: string, options: { readonly split?: MovieLensSplit } = {}): RatingData {
  check('readMovieLens', movieLensArguments, { folder, options });
  const { split = 'u1' } = options;
  const data: RatingData = {
    name: `MovieLens-100k ${split}`,
    users: readUsers(folder, 'u.user'),
    movies: readMovies(folder, 'u.item'),
    known: readRatings(folder, `${split}.base`),
    held: readRatings(folder, `${split}.test`),
  };
  checkRatingData(data, (part, place) => `${split}.${part === 'known' ? 'base' : 'test'} line ${place + 1}`);
  return data;
}
