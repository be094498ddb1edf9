import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import type { DialogueAct } from '../language/dialogue-act';

/** What stopping knows about one round of a collaboration. */
export interface StoppingRound {
  /** Counted from 1. */
  readonly round: number;
  /** Whether a candidate was selected in this round. */
  readonly selected: boolean;
  /** Whether there is a decision after this round. */
  readonly agreed: boolean;
  /** How many agents made a new proposal in this round. */
  readonly proposals: number;
  /**
   * The performance of the current decision (group total utility, absolute error); null if there is none. It is used
   * for fitting and scoring only: a policy does not see it when it decides.
   */
  readonly performance: number | null;
  /** Information distance to the round before; null in the first round or when nobody spoke. */
  readonly distance: number | null;
  /** The dialogue acts of each agent that spoke. */
  readonly acts: Readonly<Record<string, readonly DialogueAct[]>>;
  /** Input and output tokens that this round cost. */
  readonly tokens: number;
}

/** What a policy sees of a round when it decides: everything except the performance. */
export type VisibleRound = Omit<StoppingRound, 'performance'>;

/** The trajectory of a collaboration: its rounds in order, from round 1. */
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

/** A trajectory, or some, for `check`; what is in them, `checkTrajectories` looks at. */
export const trajectory = z.custom(isTrajectory, { error: 'a trajectory, which trajectoryOf makes,' });
export const trajectories = z.array(trajectory, {
  error: 'a list of trajectories, which trajectoryOf makes,',
});

/**
 * @throws AgoraError 'invalid-trajectory' for no trajectories, a trajectory without rounds, rounds out of order, a
 * performance that is no number
 */
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

/** Whether the first performance is strictly better. No performance (null) is the worst. */
export function isBetter(a: number | null, b: number | null, direction: Direction): boolean {
  if (a === null || b === null) return a !== null;
  return direction === 'maximize' ? a > b : a < b;
}

/**
 * The first round with a collaboration's best performance; round 1 if it never decides. Source: RoundTable, Appendix
 * D.7, "the round that produced the best outcome"; taking the first of equal ones is our choice.
 */
export function bestRound({ rounds }: StoppingTrajectory, direction: Direction): number {
  let best = 0;
  for (const [place, { performance }] of rounds.entries())
    if (isBetter(performance, rounds[best]!.performance, direction)) best = place;
  return best + 1;
}

/** The performance of a collaboration that ends after a round; `undecided` if there is no decision by then. */
export function worth(
  { rounds }: StoppingTrajectory,
  round: number,
  undecided: number | null,
): number | null {
  return rounds[round - 1]?.performance ?? undecided;
}
