import { AgoraError, Random } from 'agora-voting';
import { check, object, settings, whole } from 'agora-voting/internal';
import { checkRatingData, ratingDataGiven } from './check-rating-data';
import type { FactorizationSettings } from './factorization';
import { preferenceSimilarity, similaritySettings } from './preference-similarity';
import { basicInfo, movieHistory, userHistory } from './tables';
import type { RatingData, RecommendationInstance } from './types';

export interface ExampleOptions {
  /** How many held-out ratings to draw. Default: 100, as in RoundTable. */
  readonly count?: number;
  /** The seed of the draw. The paper's is unknown. Default: 7. */
  readonly seed?: number;
  /** The most rows of each history. Default: all. */
  readonly rows?: number;
  readonly similarity?: Partial<FactorizationSettings>;
}

const exampleArguments = object('arguments', {
  data: ratingDataGiven,
  options: settings({
    count: whole(1).optional(),
    seed: whole(-Number.MAX_SAFE_INTEGER).optional(),
    rows: whole().optional(),
    similarity: similaritySettings.optional(),
  }),
});

/**
 * Cases of RoundTable's recommendation system: held-out ratings drawn without replacement, each with its three tables
 * (section 4.2, Appendix D.3). The tables are made from the known ratings alone, so neither the target's rating nor any
 * other held-out one is in them; a user or movie without known ratings has an empty history. The first n of a larger
 * draw are the draw of n.
 * @throws AgoraError 'rating-data' for invalid data; AgoraError 'setting' when `count` exceeds the held-out ratings
 * @example
 * environments.recommendationExamples(environments.generateRatings(), { count: 5 }).length; // => 5
 */
export function recommendationExamples(
  data: RatingData,
  options: ExampleOptions = {},
): RecommendationInstance[] {
  check('recommendationExamples', exampleArguments, { data, options });
  const { count = 100, seed = 7, rows = Infinity, similarity = {} } = options;
  checkRatingData(data);
  if (count > data.held.length) {
    throw new AgoraError(
      'setting',
      `recommendationExamples draws from 1 to ${data.held.length} examples (the held-out ratings of ${data.name}), got ${count}`,
    );
  }
  const preferences = preferenceSimilarity(data, similarity);
  return Random.from(seed, 'recommendation examples')
    .shuffle(data.held)
    .slice(0, count)
    .map(({ user, movie, rating }) => ({
      basicInfo: basicInfo(data, user, movie),
      userHistory: userHistory(data, user, movie, { rows }),
      movieHistory: movieHistory(data, user, movie, preferences, { rows }),
      rating,
    }));
}
