import { AgoraError, knownOptions, wholeNumber } from '../error';
import { Random } from '../random';
import {
  bestRound,
  checkTrajectories,
  meanOfKnown,
  performanceAt,
  type FittedPolicy,
  type Goal,
  type LearningPolicy,
  type Trajectory,
} from './trajectory';

export interface CrossValidationOptions extends Goal {
  /** Number of folds. Default: 5. */
  readonly folds?: number;
  /** Random seed for assigning cases to folds. Default: 7. */
  readonly seed?: number;
}

/** The point at which one test collaboration ended. */
export interface Stop {
  readonly collaboration: number;
  readonly case: string;
  /** The fold's number, starting at 0. */
  readonly fold: number;
  /** The last round that was played. */
  readonly round: number;
  /** Whether the policy fired in this round. */
  readonly fired: boolean;
  readonly performance: number | null;
}

/**
 * A policy's results on all test collaborations, as in a row of RoundTable's Tables 10 and 11. A mean is null if there
 * are no values to average.
 */
export interface Validated {
  readonly policy: string;
  /** Mean performance at the stopping rounds. */
  readonly performance: number | null;
  /** Number of collaborations that ended without a decision. */
  readonly undecided: number;
  /** Mean stopping round, over the collaborations in which the policy fired. */
  readonly stoppedRound: number | null;
  /** Mean number of rounds played, over all collaborations. */
  readonly roundsPlayed: number;
  /**
   * The share of collaborations in which the policy fired before the last round. Firing in the last round has no effect
   * and does not count. Table 11 uses the same definition: a policy that fires, on average, in round 10.00 (the last
   * round) has a ratio of 0.00.
   */
  readonly effectiveRatio: number;
  /** The mean threshold across folds. Null for policies without a threshold. */
  readonly threshold: number | null;
  /** One stop per trajectory, in the order of the trajectories. */
  readonly stops: readonly Stop[];
  /** One fitted policy per fold. Empty for the oracle. */
  readonly fitted: readonly FittedPolicy[];
}

/**
 * Cross-validates stopping policies. For each fold, fits every policy on the other folds and tests it on this one.
 * Folds divide the cases, so collaborations on the same case are never in both the training set and the test set, even
 * if the collaborations come from different runs. The last row is the oracle, which stops each collaboration at its
 * best round. Source: RoundTable, Appendix D.7.
 */
export function crossValidate(
  trajectories: readonly Trajectory[],
  policies: readonly LearningPolicy[],
  options: CrossValidationOptions,
): Validated[] {
  knownOptions('crossValidate', options, ['direction', 'undecided', 'folds', 'seed']);
  if (options.direction !== 'maximize' && options.direction !== 'minimize')
    throw new AgoraError(
      'crossValidate needs a direction. Set direction to "maximize" for a utility, or to "minimize" for an error.',
    );
  checkTrajectories(trajectories);
  const folds = wholeNumber('The number of folds', options.folds ?? 5, 2);
  const foldOfCase = assignFolds(trajectories, folds, options.seed ?? 7);
  const foldOf = (one: Trajectory) => foldOfCase.get(one.case) as number;

  const results = policies.map((policy) => {
    const fitted: FittedPolicy[] = [];
    for (let fold = 0; fold < folds; fold++)
      fitted.push(policy.fit(trajectories.filter((one) => foldOf(one) !== fold), options)); // prettier-ignore
    return validate(policy.name, trajectories, options, foldOf, fitted, (one) =>
      stopOf(fitted[foldOf(one)] as FittedPolicy, one),
    );
  });
  const oracle = validate('oracle', trajectories, options, foldOf, [], (one) => {
    return { round: bestRound(one, options.direction), fired: true };
  });
  return [...results, oracle];
}

/** Assigns cases to folds: shuffles the cases and deals them out to the folds in turn. */
function assignFolds(trajectories: readonly Trajectory[], folds: number, seed: number): Map<string, number> {
  const cases = [...new Set(trajectories.map((one) => one.case))];
  if (cases.length < folds)
    throw new AgoraError(
      `${folds}-fold cross-validation needs at least ${folds} different cases, got ${cases.length}. Use fewer folds.`,
    );
  const order = Random.from(seed, 'folds').shuffle(cases);
  return new Map(order.map((name, place) => [name, place % folds]));
}

/**
 * Given a collaboration that ran for all its rounds, returns the round in which a policy would have ended it, and
 * whether the policy fired.
 */
export function stopOf(
  policy: Pick<FittedPolicy, 'fires'>,
  { rounds }: Trajectory,
): { readonly round: number; readonly fired: boolean } {
  for (const [place, round] of rounds.entries())
    if (policy.fires(round, rounds[place - 1])) return { round: place + 1, fired: true };
  return { round: rounds.length, fired: false };
}

function validate(
  policy: string,
  trajectories: readonly Trajectory[],
  goal: Goal,
  foldOf: (one: Trajectory) => number,
  fitted: readonly FittedPolicy[],
  end: (one: Trajectory) => { readonly round: number; readonly fired: boolean },
): Validated {
  const stops: Stop[] = [];
  let undecided = 0;
  let effective = 0;
  for (const one of trajectories) {
    const { round, fired } = end(one);
    const performance = performanceAt(one, round, goal);
    stops.push({
      collaboration: one.collaboration,
      case: one.case,
      fold: foldOf(one),
      round,
      fired,
      performance,
    });
    if (one.utilities[round - 1] === null) undecided++;
    if (fired && round < one.rounds.length) effective++;
  }
  return {
    policy,
    performance: meanOfKnown(stops.map(({ performance }) => performance)),
    undecided,
    stoppedRound: meanOfKnown(stops.map(({ fired, round }) => (fired ? round : null))),
    roundsPlayed: meanOfKnown(stops.map(({ round }) => round)) as number,
    effectiveRatio: effective / stops.length,
    threshold: meanOfKnown(
      fitted.map(({ settings: { threshold } }) => (typeof threshold === 'number' ? threshold : null)),
    ),
    stops,
    fitted,
  };
}
