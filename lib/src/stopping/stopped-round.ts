import type { FittedPolicy, VisibleRound } from './stopping-policy';
import type { StoppingCourse } from './stopping-round';

/** Where a policy ends a collaboration that was played to its end. */
export interface Stop {
  /** The round after which it ends: the last one when the policy never fired. */
  readonly round: number;
  /** The policy asked to stop, in this round. */
  readonly fired: boolean;
}

/**
 * Plays a finished collaboration to a policy, round by round. Costs rounds x what the policy costs.
 * The policy gets the rounds so far and no more, without their performance.
 */
export function stoppedRound(policy: FittedPolicy, course: StoppingCourse): Stop {
  const visible = visibleRounds(course);
  for (let round = 1; round <= visible.length; round++)
    if (policy.stopsAt(visible.slice(0, round))) return { round, fired: true };
  return { round: visible.length, fired: false };
}

/** A course's rounds without what a policy must not see. */
export function visibleRounds(course: StoppingCourse): VisibleRound[] {
  return course.rounds.map(({ performance: _, ...visible }) => visible);
}
