import type { JsonObject } from '../json';
import type { StoppingCourse, StoppingRound } from './stopping-round';

/** What a policy sees of a round when it decides: everything but what the decision is worth. */
export type VisibleRound = Omit<StoppingRound, 'performance'>;

/** What a policy is fitted for. */
export interface FitSettings {
  /** Whether performance is good when it is large (a utility) or small (an error). */
  readonly direction: 'maximize' | 'minimize';
  /**
   * What a collaboration that stops without a decision is worth; null (the default) leaves it out of every mean.
   * Group total utility of no decision is 0; an error of no estimate is not defined.
   */
  readonly undecided?: number | null;
}

/** A policy with all its parameters known. */
export interface FittedPolicy {
  readonly name: string;
  /** All that was learnt. */
  readonly parameters: JsonObject;
  /** Whether to stop after the last of these rounds, which are those played so far, from round 1 on. */
  stopsAt(rounds: readonly VisibleRound[]): boolean;
}

/** WHEN to stop, before anything is learnt. One without parameters ignores what it is fitted on. */
export interface TrainablePolicy<Fitted extends FittedPolicy = FittedPolicy> {
  readonly name: string;
  fit(training: readonly StoppingCourse[], settings: FitSettings): Fitted;
  /**
   * For each fold, what `fit` learns from the courses outside it: for policies that can share work between folds.
   * Left out, each fold is fitted by itself. A policy made from another with a `fit` of its own has to replace it too.
   * @param folds - the places of each fold's courses; a course is in at most one
   */
  fitFolds?(
    courses: readonly StoppingCourse[],
    folds: readonly (readonly number[])[],
    settings: FitSettings,
  ): Fitted[];
}

/** A policy that has nothing to learn. */
export function fixedPolicy(
  name: string,
  stopsAt: (rounds: readonly VisibleRound[]) => boolean,
): TrainablePolicy {
  const fitted: FittedPolicy = { name, parameters: {}, stopsAt };
  return { name, fit: () => fitted };
}
