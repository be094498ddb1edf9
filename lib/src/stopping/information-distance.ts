import { mean, median } from 'simple-statistics';
import { bestRound } from './best-round';
import { checkCourses } from './check-courses';
import type { TrainablePolicy } from './stopping-policy';

export interface InformationDistanceOptions {
  /** How the distances at the best rounds become one threshold. Default mean. */
  readonly statistic?: 'mean' | 'median';
}

/**
 * Stops at the first round whose information distance lies below a threshold: the average distance at the best
 * round of the training collaborations. Source: RoundTable, Appendix D.7. A best round without a distance (round 1,
 * or one in which nobody spoke) is left out; when none is left the threshold is null and the policy never stops.
 * @throws AgoraError 'invalid-course' without training collaborations
 */
export function informationDistance(options: InformationDistanceOptions = {}): TrainablePolicy {
  const { statistic = 'mean' } = options;
  const name = 'information-distance';
  return {
    name,
    fit(training, { direction }) {
      checkCourses(training, `fitting ${name}`);
      const distances = training
        .map((course) => course.rounds[bestRound(course, direction) - 1]?.distance ?? null)
        .filter((distance) => distance !== null);
      const threshold =
        distances.length === 0 ? null : statistic === 'mean' ? mean(distances) : median(distances);
      return {
        name,
        parameters: { statistic, threshold, fittedOn: distances.length },
        stopsAt(rounds) {
          const distance = rounds.at(-1)?.distance ?? null;
          return threshold !== null && distance !== null && distance < threshold;
        },
      };
    },
  };
}
