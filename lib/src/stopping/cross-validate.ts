import { mean } from 'simple-statistics';
import { AgoraError } from '../agora-error';
import { check, listOf, number, object, settings, whole } from '../check';
import type { JsonObject } from '../json';
import { Random } from '../random';
import {
  bestRound,
  checkCourses,
  course,
  courses as coursesGiven,
  worth,
  type StoppingCourse,
} from './course';
import {
  fitSettings,
  fittedPolicy,
  trainablePolicy,
  type FitSettings,
  type FittedPolicy,
  type TrainablePolicy,
} from './stopping-policy';

export interface CrossValidationOptions extends FitSettings {
  /** Default 5. */
  readonly folds?: number;
  /** Which collaborations go into which fold. */
  readonly seed: number;
}

/** Where a policy ends a collaboration that was played to its end. */
export interface Stop {
  /** The round after which it ends: the last one when the policy never fired. */
  readonly round: number;
  /** The policy asked to stop, in this round. */
  readonly fired: boolean;
}

/** How one test collaboration ended under a policy. */
export interface TestedStop extends Stop {
  readonly collaboration: number;
  /** Counted from 0. */
  readonly fold: number;
  /** What it is worth; null when nothing was decided and that has no worth. */
  readonly performance: number | null;
}

/** What a policy does over all test collaborations. Null where there is nothing to take a mean of. */
export interface StoppingSummary {
  readonly policy: string;
  /** Mean where it stopped; collaborations without worth are left out. */
  readonly performance: number | null;
  /** How many collaborations ended without a decision. */
  readonly undecided: number;
  /** Mean round of stopping, over collaborations in which it fired. */
  readonly stoppedRound: number | null;
  /** Mean number of rounds played, over all. */
  readonly roundsPlayed: number;
  /** Share of collaborations in which it fired at all. */
  readonly firedRatio: number;
  /**
   * Share in which it fired before the last round, so that something was saved. RoundTable's "chance that a rule can
   * be applied": Table 11 prints 0.00 beside a stopped round of 10.00, so firing in the last round did not count.
   */
  readonly effectiveRatio: number;
  /** Mean of the folds' `threshold` parameters; null for policies without. */
  readonly threshold: number | null;
  /** Rounds not played, as a share of all. */
  readonly roundsSaved: number;
  /** Tokens of the rounds not played, as a share of all; null when no tokens are on record. */
  readonly tokensSaved: number | null;
  readonly stops: readonly TestedStop[];
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

const validationArguments = object('arguments', {
  courses: coursesGiven,
  policies: listOf('stopping policies', trainablePolicy),
  options: settings({ ...fitSettings, folds: whole(2).optional(), seed: whole(-Infinity) }),
});

/**
 * Fits each policy on all folds but one and lets it stop the collaborations of that one, for each fold in turn, so
 * that every collaboration is tested once by parameters that never saw it. Source: RoundTable, Appendix D.7.
 * @throws AgoraError 'invalid-course' for no courses, courses without rounds, rounds out of order
 * @throws AgoraError 'setting' for fewer than 2 folds, more folds than courses, two policies of one name
 * @example
 * const round = { round: 1, selected: true, agreed: true, proposals: 1, distance: null, acts: {}, tokens: 9 };
 * const courses = [3, 5].map((performance, collaboration) => ({
 *   collaboration, agents: ['Ann', 'Ben'], rounds: [{ ...round, performance }, { ...round, round: 2, performance: 7 }],
 * }));
 * const options = { folds: 2, seed: 1, direction: 'maximize' } as const;
 * const { policies } = stopping.crossValidate(courses, [stopping.firstAgreement()], options);
 * policies.map(({ policy, performance, roundsSaved }) => [policy, performance, roundsSaved]); // => [['first-agreement', 4, 0.5]]
 */
export function crossValidate(
  courses: readonly StoppingCourse[],
  policies: readonly TrainablePolicy[],
  options: CrossValidationOptions,
): CrossValidation {
  check('crossValidate', validationArguments, { courses, policies, options });
  const { folds = 5, seed, direction, undecided = null } = options;
  checkCourses(courses, 'crossValidate');
  checkNames(policies);
  const tests = foldsOf(courses.length, folds, seed);
  const foldOf = courses.map((_, place) => tests.findIndex((test) => test.includes(place)));
  const summarize = (
    policy: string,
    parameters: readonly JsonObject[],
    stopOf: (course: StoppingCourse, fold: number) => Stop,
  ): StoppingSummary => {
    const stops = courses.map((course, place) => {
      const fold = foldOf[place]!;
      const { round, fired } = stopOf(course, fold);
      const performance = worth(course, round, undecided);
      return { collaboration: course.collaboration, fold, round, fired, performance };
    });
    return summarizeStops(policy, courses, stops, parameters);
  };
  return {
    direction,
    undecided,
    folds: tests.map((test) => test.map((place) => courses[place]!.collaboration)),
    policies: policies.map((policy) => {
      const fitted = tests.map((_, fold) => {
        const training = courses.filter((_, place) => foldOf[place] !== fold);
        return policy.fit(training, { direction, undecided });
      });
      const parameters = fitted.map((fit) => fit.parameters);
      const stopOf = (course: StoppingCourse, fold: number) => stoppedRound(fitted[fold]!, course);
      return { ...summarize(policy.name, parameters, stopOf), fitted, parameters };
    }),
    oracle: summarize('oracle', [], (course) => ({ round: bestRound(course, direction), fired: true })),
  };
}

function checkNames(policies: readonly TrainablePolicy[]): void {
  const names = policies.map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined)
    throw new AgoraError(
      'setting',
      `crossValidate got two policies called "${twice}": give one another name with { ...policy, name: "..." }`,
    );
}

/**
 * Deals collaborations into folds at random: each is in the test set of exactly one, and sizes differ by at most one.
 * @returns for each fold the places of its test collaborations, in order
 */
export function foldsOf(collaborations: number, folds: number, seed: number): number[][] {
  if (folds > collaborations)
    throw new AgoraError(
      'setting',
      `crossValidate needs at least ${folds} collaborations for ${folds} folds, got ${collaborations}`,
    );
  const order = Random.from(seed, 'folds').shuffle(
    Array.from({ length: collaborations }, (_, place) => place),
  );
  return Array.from({ length: folds }, (_, fold) =>
    order.filter((_, place) => place % folds === fold).sort((a, b) => a - b),
  );
}

const stoppedArguments = object('arguments', { policy: fittedPolicy, course });

/**
 * Plays a finished collaboration to a policy, round by round. Costs rounds x what the policy costs.
 * The policy gets the rounds so far and no more, without their performance.
 * @example
 * const round = { round: 1, selected: true, agreed: true, proposals: 1, distance: null, acts: {}, tokens: 9 };
 * const course = { collaboration: 0, agents: ['Ann'], rounds: [{ ...round, performance: 3 }] };
 * const fitted = stopping.lastRound().fit([course], { direction: 'maximize' });
 * stopping.stoppedRound(fitted, course); // => { round: 1, fired: false }
 */
export function stoppedRound(policy: FittedPolicy, course: StoppingCourse): Stop {
  check('stoppedRound', stoppedArguments, { policy, course });
  const visible = course.rounds.map(({ performance: _, ...visible }) => visible);
  for (let round = 1; round <= visible.length; round++)
    if (policy.stopsAt(visible.slice(0, round))) return { round, fired: true };
  return { round: visible.length, fired: false };
}

/** @param courses - in the order of `stops` */
function summarizeStops(
  policy: string,
  courses: readonly StoppingCourse[],
  stops: readonly TestedStop[],
  parameters: readonly JsonObject[],
): StoppingSummary {
  const pairs = stops.map((stop, place) => ({ stop, course: courses[place]! }));
  const thresholds = parameters
    .map(({ threshold }) => threshold)
    .filter((value) => typeof value === 'number');
  const total = sum(courses.map(({ rounds }) => rounds.length));
  const played = sum(stops.map(({ round }) => round));
  const tokens = sum(courses.map((course) => tokensUpTo(course, course.rounds.length)));
  const spent = sum(pairs.map(({ stop, course }) => tokensUpTo(course, stop.round)));
  const early = pairs.filter(({ stop, course }) => stop.fired && stop.round < course.rounds.length);
  const fired = stops.filter((stop) => stop.fired);
  return {
    policy,
    performance: meanOrNull(stops.map(({ performance }) => performance)),
    undecided: pairs.filter(({ stop, course }) => worth(course, stop.round, null) === null).length,
    stoppedRound: meanOrNull(fired.map(({ round }) => round)),
    roundsPlayed: played / stops.length,
    firedRatio: fired.length / stops.length,
    effectiveRatio: early.length / stops.length,
    threshold: meanOrNull(thresholds),
    roundsSaved: 1 - played / total,
    tokensSaved: tokens === 0 ? null : 1 - spent / tokens,
    stops,
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const tokensUpTo = ({ rounds }: StoppingCourse, round: number): number =>
  sum(rounds.slice(0, round).map(({ tokens }) => tokens));

function meanOrNull(values: readonly (number | null)[]): number | null {
  const defined = values.filter((value) => value !== null);
  return defined.length === 0 ? null : mean(defined);
}

const gapArguments = object('arguments', {
  policy: number().nullable(),
  baseline: number().nullable(),
  oracle: number().nullable(),
});

/**
 * The share of the gap between the baseline (@10) and the oracle that a policy closes: 1 for all of it, negative
 * when the policy does worse than the baseline. Null when there is no gap, or a number is missing.
 * Source: RoundTable, section 7, in words.
 * @example
 * stopping.gapClosed(6, 5, 9); // => 0.25
 */
export function gapClosed(
  policy: number | null,
  baseline: number | null,
  oracle: number | null,
): number | null {
  check('gapClosed', gapArguments, { policy, baseline, oracle });
  if (policy === null || baseline === null || oracle === null || oracle === baseline) return null;
  return (policy - baseline) / (oracle - baseline);
}
