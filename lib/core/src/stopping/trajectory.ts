import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import type { DialogueAct } from '../language/dialogue-act';

/** All that a stopping policy may know about one round of a collaboration. */
export interface StoppingRound {
  /** Counted from 1. */
  readonly round: number;
  /** A candidate was selected in this round. */
  readonly selected: boolean;
  /** A decision stands after this round. */
  readonly agreed: boolean;
  /** How many agents made a new proposal in this round. */
  readonly proposals: number;
  /**
   * What the standing decision is worth (group total utility, absolute error); null while there is none.
   * Used in fitting and scoring only: a policy that decides does not see it.
   */
  readonly performance: number | null;
  /** Information distance to the round before; null in the first round or when nobody spoke. */
  readonly distance: number | null;
  /** The dialogue acts of each agent that spoke. */
  readonly acts: Readonly<Record<string, readonly DialogueAct[]>>;
  /** Input and output tokens that this round cost. */
  readonly tokens: number;
}

/** What a policy sees of a round when it decides: everything but what the decision is worth. */
export type VisibleRound = Omit<StoppingRound, 'performance'>;

/** A collaboration as stopping sees it: its rounds in order, beginning with round 1. */
export interface StoppingTrajectory {
  readonly collaboration: number;
  readonly agents: readonly string[];
  readonly rounds: readonly StoppingRound[];
}

const isTrajectory = (value: unknown): boolean => {
  const { rounds } = (value ?? {}) as Partial<StoppingTrajectory>;
  return (
    Array.isArray(rounds) &&
    rounds.every((round: Partial<StoppingRound> | null) => typeof (round?.acts ?? undefined) === 'object')
  );
};

/** A trajectory, or some, for `check`; what is in them, `checkCourses` looks at. */
export const trajectory = z.custom(isTrajectory, { error: 'a trajectory, which trajectoryOf makes,' });
export const trajectories = z.array(trajectory, {
  error: 'a list of trajectories, which trajectoryOf makes,',
});

/** @throws AgoraError 'invalid-trajectory' for no trajectories, a trajectory without rounds, rounds out of order, a performance that is no number */
export function checkTrajectories(trajectories: readonly StoppingTrajectory[], purpose: string): void {
  if (trajectories.length === 0) throw invalid(`${purpose} needs at least one collaboration, got none`);
  for (const { collaboration, rounds } of trajectories) {
    if (rounds.length === 0)
      throw invalid(`collaboration ${collaboration} has no rounds: ${purpose} needs at least one`);
    for (const [place, { round, performance }] of rounds.entries()) {
      if (round !== place + 1)
        throw invalid(
          `collaboration ${collaboration} has round ${round} in place ${place + 1}: rounds must be 1, 2, 3, ...`,
        );
      if (performance !== null && !Number.isFinite(performance))
        throw invalid(
          `round ${round} of collaboration ${collaboration} has performance ${performance}: it must be a finite number or null`,
        );
    }
  }
}

const invalid = (message: string) => new AgoraError('invalid-trajectory', message);

export type Direction = 'maximize' | 'minimize';

/** Whether the first is strictly the better performance. None at all (null) is the worst there is. */
export function isBetter(a: number | null, b: number | null, direction: Direction): boolean {
  if (a === null || b === null) return a !== null;
  return direction === 'maximize' ? a > b : a < b;
}

/**
 * The first round that reaches a collaboration's best performance: round 1 when it never decides.
 * Source: what RoundTable, Appendix D.7, calls the round that produced the best outcome; the first of equals is ours.
 */
export function bestRound({ rounds }: StoppingTrajectory, direction: Direction): number {
  let best = 0;
  for (const [place, { performance }] of rounds.entries())
    if (isBetter(performance, rounds[best]!.performance, direction)) best = place;
  return best + 1;
}

/** What a collaboration is worth when it ends after a round; `undecided` when nothing is decided by then. */
export function worth(
  { rounds }: StoppingTrajectory,
  round: number,
  undecided: number | null,
): number | null {
  return rounds[round - 1]?.performance ?? undecided;
}
