import { AgoraError } from '../agora-error';
import { datasets, locateDataset } from '../datasets';
import {
  generateRatings,
  readMovieLens,
  recommendationExamples,
  type RatingData,
  type RecommendationInstance,
} from '../environments';

/** As many as the paper has. Short runs draw them all, so that they can be extended later. */
const usualCount = 100;

/**
 * The examples that `--data` names: `generated`, `ml-100k`, or a folder that holds MovieLens-100k.
 * @throws AgoraError 'command' when MovieLens is wanted by name and is not there
 * @throws AgoraError 'rating-data' when a folder is wanted and does not hold it
 */
export function recommendationData(
  source: string,
  collaborations: number,
  seed: number,
): { readonly examples: readonly RecommendationInstance[]; readonly dataName: string } {
  const data = ratingData(source);
  const count = Math.max(collaborations, Math.min(usualCount, data.held.length));
  return { examples: recommendationExamples(data, { count, seed }), dataName: data.name };
}

let generated: RatingData | undefined;

/** The generated world is the same for every seed, as MovieLens is; the seed draws the examples. */
function ratingData(source: string): RatingData {
  if (source === 'generated') return (generated ??= generateRatings());
  if (source !== 'ml-100k') {
    if (datasets.some(({ name }) => name === source))
      throw new AgoraError(
        'command',
        `--data is generated, ml-100k or a folder; "${source}" is no data set of ratings`,
      );
    return readMovieLens(source);
  }
  const folder = locateDataset('ml-100k');
  if (folder === null)
    throw new AgoraError('command', 'MovieLens-100k is not here yet: "npx agora data ml-100k" brings it');
  return readMovieLens(folder);
}
