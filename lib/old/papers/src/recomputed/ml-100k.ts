import {
  collaborativeFiltering,
  errorsOf,
  type Rating,
  readMovieLens,
  recommendationExamples,
} from 'agora-core/environments';
import { auditExampleRows } from 'agora-core/internal';

/** Which held-out ratings are drawn, and how many. */
const settings = { seed: 7, examples: 100 };

/** MovieLens-100k: a comparison with the rows of RoundTable's Tables 3 to 5, and two baselines. */
export function movieLens(folder: string) {
  const data = readMovieLens(folder);
  const examples = recommendationExamples(data, { count: settings.examples, seed: settings.seed });
  const drawn = examples.map(({ basicInfo: { user, movie }, rating }) => ({
    user: user.user_id,
    movie: movie.movie_id,
    rating,
    date: 0,
  }));
  const alwaysFour = { name: 'always guess 4', predict: () => 4 };
  const predictors = [alwaysFour, collaborativeFiltering(data.known)];
  return {
    users: data.users.size,
    movies: data.movies.size,
    known: data.known.length,
    held: data.held.length,
    shares: { known: sharesOf(data.known), held: sharesOf(data.held) },
    audit: ['Table 3', 'Table 4', 'Table 5'].map((table) => {
      const cells = auditExampleRows(data).filter((cell) => cell.table === table);
      const wrong = cells.filter(({ agrees }) => !agrees);
      return {
        table,
        cells: cells.length,
        agree: cells.length - wrong.length,
        // What the data say of a person is theirs to print; a score is our own.
        disagree: wrong.map(({ cell, printed, ours }) => ({
          cell,
          printed,
          ours: cell.endsWith('similarity') ? Number(ours) : null,
        })),
      };
    }),
    baselines: predictors.map((predictor) => ({
      predictor: predictor.name,
      examples: errorsOf(predictor, drawn),
      held: errorsOf(predictor, data.held),
    })),
    settings,
  };
}

/** Percentages of one to five stars. */
function sharesOf(ratings: readonly Rating[]): number[] {
  const count = (star: number) => ratings.filter(({ rating }) => rating === star).length;
  return [1, 2, 3, 4, 5].map((star) => (100 * count(star)) / ratings.length);
}
