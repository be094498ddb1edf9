import { mean } from 'simple-statistics';
import type { JsonObject } from '../json';
import { worth } from './worth';
import type { StoppingCourse } from './stopping-round';

/** How one test collaboration ended under a policy. */
export interface TestedStop {
  readonly collaboration: number;
  /** Counted from 0. */
  readonly fold: number;
  /** The last round played. */
  readonly round: number;
  /** The policy fired; otherwise the collaboration went on to its end. */
  readonly fired: boolean;
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

/** @param courses - in the order of `stops` */
export function summarizeStops(
  policy: string,
  courses: readonly StoppingCourse[],
  stops: readonly TestedStop[],
  parameters: readonly JsonObject[],
): StoppingSummary {
  const pairs = stops.map((stop, place) => ({ stop, course: courses[place]! }));
  const fired = stops.filter((stop) => stop.fired);
  const thresholds = parameters
    .map(({ threshold }) => threshold)
    .filter((value) => typeof value === 'number');
  const total = sum(courses.map(({ rounds }) => rounds.length));
  const played = sum(stops.map(({ round }) => round));
  const tokens = sum(courses.map((course) => tokensUpTo(course, course.rounds.length)));
  const spent = sum(pairs.map(({ stop, course }) => tokensUpTo(course, stop.round)));
  return {
    policy,
    performance: meanOrNull(stops.map(({ performance }) => performance)),
    undecided: pairs.filter(({ stop, course }) => worth(course, stop.round, null) === null).length,
    stoppedRound: meanOrNull(fired.map(({ round }) => round)),
    roundsPlayed: played / stops.length,
    firedRatio: fired.length / stops.length,
    effectiveRatio:
      pairs.filter(({ stop, course }) => stop.fired && stop.round < course.rounds.length).length /
      stops.length,
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
