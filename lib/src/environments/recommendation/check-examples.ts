import { AgoraError } from '../../agora-error';
import { ratingScale } from './rating-scale';
import type { RecommendationInstance } from './types';

/**
 * Every example must have a rating on the scale and keep it to itself: the target user's own rating of the target
 * movie may stand in neither history.
 * @throws AgoraError 'setting' naming the example, counted from 0
 */
export function checkExamples(examples: readonly RecommendationInstance[]): void {
  if (examples.length === 0) fail('at least one example, got none');
  examples.forEach(({ basicInfo: { movie, user }, userHistory, movieHistory, rating }, place) => {
    const { least, most } = ratingScale;
    if (!(rating >= least && rating <= most))
      fail(`a rating from ${least} to ${most} in example ${place}, got ${rating}`);
    if (userHistory.some((row) => row.movie_id === movie.movie_id))
      fail(
        `a userHistory without the target movie in example ${place}, got a row of movie ${movie.movie_id}`,
      );
    if (movieHistory.some((row) => row.user_id === user.user_id))
      fail(`a movieHistory without the target user in example ${place}, got a row of user ${user.user_id}`);
  });
}

function fail(needed: string): never {
  throw new AgoraError('setting', `recommendation needs ${needed}`);
}
