import { AgoraError } from '../agora-error';
import type { JsonObject } from '../json';
import { bestRound } from './best-round';
import { checkCourses } from './check-courses';
import { foldsOf } from './folds';
import { stoppedRound } from './stopped-round';
import type { FitSettings, FittedPolicy, TrainablePolicy } from './stopping-policy';
import type { StoppingCourse } from './stopping-round';
import { summarizeStops, type StoppingSummary, type TestedStop } from './summarize-stops';
import { worth } from './worth';

export interface CrossValidationOptions extends FitSettings {
  /** Default 5. */
  readonly folds?: number;
  /** Which collaborations go into which fold. */
  readonly seed: number;
}

/** A policy's result, with what each fold learnt. */
export interface ValidatedPolicy extends StoppingSummary {
  /** By fold: what was fitted on the other folds. */
  readonly fitted: readonly FittedPolicy[];
  readonly parameters: readonly JsonObject[];
}

export interface CrossValidation {
  readonly direction: FitSettings['direction'];
  readonly undecided: number | null;
  /** By fold: the indices of its test collaborations. */
  readonly folds: readonly (readonly number[])[];
  /** In the order given. */
  readonly policies: readonly ValidatedPolicy[];
  /** The best round of every test collaboration: what no policy can beat. */
  readonly oracle: StoppingSummary;
}

/**
 * Fits each policy on all folds but one and lets it stop the collaborations of that one, for each fold in turn, so
 * that every collaboration is tested once by parameters that never saw it. Source: RoundTable, Appendix D.7.
 * @throws AgoraError 'invalid-course' for no courses, courses without rounds, rounds out of order
 * @throws AgoraError 'setting' for fewer than 2 folds, more folds than courses, two policies of one name
 */
export function crossValidate(
  courses: readonly StoppingCourse[],
  policies: readonly TrainablePolicy[],
  options: CrossValidationOptions,
): CrossValidation {
  const { folds = 5, seed, direction, undecided = null } = options;
  checkCourses(courses, 'cross-validation');
  checkNames(policies);
  const tests = foldsOf(courses.length, folds, seed);
  const foldOf = new Map(tests.flatMap((test, fold) => test.map((place) => [place, fold] as const)));
  const trainings = tests.map((_, fold) => courses.filter((_, place) => foldOf.get(place) !== fold));
  const tested = (course: StoppingCourse, place: number, round: number, fired: boolean): TestedStop => ({
    collaboration: course.collaboration,
    fold: foldOf.get(place)!,
    round,
    fired,
    performance: worth(course, round, undecided),
  });
  return {
    direction,
    undecided,
    folds: tests.map((test) => test.map((place) => courses[place]!.collaboration)),
    policies: policies.map((policy) => {
      const settings = { direction, undecided };
      const fitted =
        policy.fitFolds?.(courses, tests, settings) ??
        trainings.map((training) => policy.fit(training, settings));
      const stops = courses.map((course, place) => {
        const { round, fired } = stoppedRound(fitted[foldOf.get(place)!]!, course);
        return tested(course, place, round, fired);
      });
      const parameters = fitted.map((fit) => fit.parameters);
      return { ...summarizeStops(policy.name, courses, stops, parameters), fitted, parameters };
    }),
    oracle: summarizeStops(
      'oracle',
      courses,
      courses.map((course, place) => tested(course, place, bestRound(course, direction), true)),
      [],
    ),
  };
}

function checkNames(policies: readonly TrainablePolicy[]): void {
  const names = policies.map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined)
    throw new AgoraError(
      'setting',
      `two policies are called "${twice}": give one another name with { ...policy, name: "..." }`,
    );
}
