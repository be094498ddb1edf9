import { check, having, type JsonObject, number, object, oneOf } from 'agora-voting/internal';
import {
  checkTrajectories,
  trajectories,
  type Direction,
  type StoppingTrajectory,
  type VisibleRound,
} from './trajectory';

/** Settings of fitting a policy. */
export interface FitSettings {
  /** Whether large performance (a utility) or small performance (an error) is good. */
  readonly direction: Direction;
  /**
   * The performance of a collaboration that stops without a decision. Null (the default) omits it from every mean. The
   * total utility without a decision is 0; the error without an estimate is undefined.
   */
  readonly undecided?: number | null;
}

/** A fitted policy: all its parameters are known. */
export interface FittedPolicy {
  readonly name: string;
  /** The learnt parameters. */
  readonly parameters: JsonObject;
  /** Whether to stop after the last of these rounds. They are all rounds so far, from round 1. */
  stopsAt(rounds: readonly VisibleRound[]): boolean;
}

/** A stopping policy before it is fitted. A policy without parameters ignores the training collaborations. */
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
