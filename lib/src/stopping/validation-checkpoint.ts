import { mean, median } from 'simple-statistics';
import { bestRound, isBetter } from './best-round';
import { checkCourses } from './check-courses';
import { worth } from './worth';
import type { FitSettings, TrainablePolicy } from './stopping-policy';
import type { StoppingCourse } from './stopping-round';

export interface ValidationCheckpointOptions {
  /**
   * mean (default): the mean of the best rounds, rounded. median: their median, rounded. best-mean: the round with
   * the best mean performance (collaborations that ended before it count with their last round).
   */
  readonly average?: 'mean' | 'median' | 'best-mean';
}

/**
 * Stops every collaboration at one round, learnt from where the training collaborations were best.
 * Source: RoundTable, Appendix D.7 ("the average number of rounds that produced the best outcomes"). Table 11 prints
 * multiples of 0.2 over five folds, one less than the oracle's rounded mean: a whole round a fold, counted from 0
 * there and from 1 here.
 * @throws AgoraError 'invalid-course' without training collaborations
 */
export function validationCheckpoint(options: ValidationCheckpointOptions = {}): TrainablePolicy {
  const { average = 'mean' } = options;
  const name = 'validation-checkpoint';
  return {
    name,
    fit(training, settings) {
      checkCourses(training, `fitting ${name}`);
      const round = checkpoint(training, settings, average);
      return { name, parameters: { average, round }, stopsAt: (rounds) => rounds.length >= round };
    },
  };
}

function checkpoint(
  training: readonly StoppingCourse[],
  settings: FitSettings,
  average: NonNullable<ValidationCheckpointOptions['average']>,
): number {
  const { direction, undecided = null } = settings;
  if (average !== 'best-mean') {
    const rounds = training.map((course) => bestRound(course, direction));
    return Math.round(average === 'mean' ? mean(rounds) : median(rounds));
  }
  const longest = Math.max(...training.map(({ rounds }) => rounds.length));
  let best = { round: 1, value: null as number | null };
  for (let round = 1; round <= longest; round++) {
    const values = training
      .map((course) => worth(course, Math.min(round, course.rounds.length), undecided))
      .filter((value) => value !== null);
    const value = values.length === 0 ? null : mean(values);
    if (isBetter(value, best.value, direction)) best = { round, value };
  }
  return best.round;
}
