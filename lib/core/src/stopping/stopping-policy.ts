import { check, having, type JsonObject, number, object, oneOf } from 'agora-voting/internal';
import {
  checkTrajectories,
  trajectories,
  type Direction,
  type StoppingTrajectory,
  type VisibleRound,
} from './trajectory';

/** What a policy is fitted for. */
export interface FitSettings {
  /** Whether performance is good when it is large (a utility) or small (an error). */
  readonly direction: Direction;
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
  fit(training: readonly StoppingTrajectory[], settings: FitSettings): Fitted;
}

/** The parts of `FitSettings`, for `check`. */
export const fitSettings = {
  direction: oneOf('maximize', 'minimize'),
  undecided: number().nullable().optional(),
};

export const trainablePolicy = having('a stopping policy', { name: 'string', fit: 'function' });
export const fittedPolicy = having('a fitted policy, which fit makes,', {
  name: 'string',
  parameters: 'object',
  stopsAt: 'function',
});

const fitArguments = object('arguments', {
  training: trajectories,
  settings: object('what to fit for', fitSettings),
});

/** What `fit` is given, checked once for every policy that learns. */
export function checkFit(name: string, training: readonly StoppingTrajectory[], settings: FitSettings): void {
  check(`fitting ${name}`, fitArguments, { training, settings });
  checkTrajectories(training, `fitting ${name}`);
}
