import { mean } from 'simple-statistics';
import { check, object, oneOf, settings, whole } from 'agora-voting/internal';
import { bestRound, isBetter, worth, type StoppingTrajectory, type VisibleRound } from './trajectory';
import { checkFit, type FitSettings, type FittedPolicy, type TrainablePolicy } from './stopping-policy';

/**
 * Never stops: the baseline that RoundTable calls @10.
 * @example
 * stopping.lastRound().name; // => 'last-round'
 */
export function lastRound(): TrainablePolicy {
  return fixedPolicy('last-round', () => false);
}

/**
 * Stops as soon as there is a decision ("whenever a proposal passes the voting threshold", RoundTable D.7).
 * @example
 * stopping.firstAgreement().name; // => 'first-agreement'
 */
export function firstAgreement(): TrainablePolicy {
  return fixedPolicy('first-agreement', (rounds) => rounds.at(-1)?.agreed ?? false);
}

/**
 * Stops when nobody proposes anything new in the round after one that selected a candidate (RoundTable D.7).
 * @example
 * stopping.consecutiveAgreements().name; // => 'consecutive-agreements'
 */
export function consecutiveAgreements(): TrainablePolicy {
  return fixedPolicy('consecutive-agreements', (rounds) => {
    const [before, current] = rounds.slice(-2);
    return before !== undefined && current !== undefined && before.selected && current.proposals === 0;
  });
}

const budgetArguments = object('arguments', { tokens: whole(1) });

/**
 * Stops when another round as long as the last one would cost more than is left. It gives equal budgets to protocols whose rounds
 * differ in length. Tokens are input and output of all replies. Growing rounds may exceed the budget by their growth, and
 * the first round is played at any cost. This policy is ours; no paper has it.
 * @param tokens - the budget of one collaboration
 * @example
 * stopping.tokenBudget(10_000).name; // => 'token-budget'
 */
export function tokenBudget(tokens: number): TrainablePolicy {
  check('tokenBudget', budgetArguments, { tokens });
  const name = 'token-budget';
  const fitted: FittedPolicy = {
    name: name,
    parameters: { tokens: tokens },
    stopsAt: (rounds) => {
      const spent = rounds.reduce((sum, round) => sum + round.tokens, 0);
      return spent + (rounds.at(-1)?.tokens ?? 0) > tokens;
    },
  };
  return { name: name, fit: () => fitted };
}

function fixedPolicy(name: string, stopsAt: (rounds: readonly VisibleRound[]) => boolean): TrainablePolicy {
  const fitted: FittedPolicy = { name, parameters: {}, stopsAt };
  return { name, fit: () => fitted };
}

export interface ValidationCheckpointOptions {
  /**
   * mean (default): the rounded mean of the best rounds. best-mean: the round with the best mean performance
   * (collaborations that ended earlier count with their last round).
   */
  readonly average?: 'mean' | 'best-mean';
}

const checkpointSettings = settings({ average: oneOf('mean', 'best-mean').optional() });

/**
 * Stops every collaboration after the same round. It learns the round from the best rounds of the training
 * collaborations. Source: RoundTable, Appendix D.7 ("the average number of rounds that produced the best outcomes").
 * Table 11 prints multiples of 0.2 over five folds, 1 below the oracle's rounded mean: a whole round for each fold,
 * counted from 0 there and from 1 here.
 * @throws (from `fit`) AgoraError 'invalid-trajectory' without training collaborations
 * @example
 * stopping.validationCheckpoint({ average: 'best-mean' }).name; // => 'validation-checkpoint'
 */
export function validationCheckpoint(options: ValidationCheckpointOptions = {}): TrainablePolicy {
  check('validationCheckpoint', checkpointSettings, options);
  const { average = 'mean' } = options;
  const name = 'validation-checkpoint';
  return {
    name,
    fit(training, settings) {
      checkFit(name, training, settings);
      const round = checkpoint(training, settings, average);
      return { name, parameters: { average, round }, stopsAt: (rounds) => rounds.length >= round };
    },
  };
}

function checkpoint(
  training: readonly StoppingTrajectory[],
  { direction, undecided = null }: FitSettings,
  average: NonNullable<ValidationCheckpointOptions['average']>,
): number {
  if (average === 'mean')
    return Math.round(mean(training.map((trajectory) => bestRound(trajectory, direction))));
  const longest = Math.max(...training.map(({ rounds }) => rounds.length));
  let best = { round: 1, value: null as number | null };
  for (let round = 1; round <= longest; round++) {
    const values = training
      .map((trajectory) => worth(trajectory, Math.min(round, trajectory.rounds.length), undecided))
      .filter((value) => value !== null);
    const value = values.length === 0 ? null : mean(values);
    if (isBetter(value, best.value, direction)) best = { round, value };
  }
  return best.round;
}

/**
 * Stops at the first round whose information distance is below a threshold: the mean distance at the best rounds of the
 * training collaborations. Source: RoundTable, Appendix D.7. A best round without a distance (round 1, or one in which
 * nobody spoke) is omitted; if none remains, the threshold is null and the policy never stops.
 * @throws (from `fit`) AgoraError 'invalid-trajectory' without training collaborations
 * @example
 * stopping.informationDistancePolicy().name; // => 'information-distance'
 */
export function informationDistancePolicy(): TrainablePolicy {
  const name = 'information-distance';
  return {
    name,
    fit(training, settings) {
      checkFit(name, training, settings);
      const distances = training
        .map(
          (trajectory) => trajectory.rounds[bestRound(trajectory, settings.direction) - 1]?.distance ?? null,
        )
        .filter((distance) => distance !== null);
      const threshold = distances.length === 0 ? null : mean(distances);
      return {
        name,
        parameters: { statistic: 'mean', threshold, fittedOn: distances.length },
        stopsAt: threshold === null ? () => false : (rounds) => isBelow(rounds, threshold),
      };
    },
  };
}

/** Information distance with a threshold that was learnt before. Stops at the first round whose distance is below it. */
export function roundDistanceBelow(threshold: number): FittedPolicy {
  return {
    name: 'information-distance',
    parameters: { threshold: threshold },
    stopsAt: (rounds) => isBelow(rounds, threshold),
  };
}

function isBelow(rounds: readonly VisibleRound[], threshold: number): boolean {
  const distance = rounds.at(-1)?.distance ?? null;
  return distance !== null && distance < threshold;
}
