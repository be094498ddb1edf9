import { AgoraError } from '../../agora-error';
import type { RecommendationInstance } from './types';

/**
 * Every example must keep its rating to itself: the target user's own rating of the target movie may stand in neither
 * history.
 * @throws AgoraError 'setting' naming the example, counted from 0
 */
export function checkExamples(examples: readonly RecommendationInstance[]): void {
  examples.forEach(({ basicInfo: { movie, user }, userHistory, movieHistory }, place) => {
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
