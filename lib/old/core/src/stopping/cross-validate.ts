import { AgoraError, Random } from 'agora-voting';
import { check, listOf, object, oneOf, settings, whole } from 'agora-voting/internal';
import { estimateOver, type Estimate, type Measurable, type Row } from '../row';
import {
  bestRound,
  checkTrajectories,
  trajectory,
  trajectories as coursesGiven,
  worth,
  type StoppingTrajectory,
} from './trajectory';
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
  /** The seed of the fold assignment. */
  readonly seed: number;
  /** The kind of evidence of the run that the trajectories come from. */
  readonly evidence: Measurable['evidence'];
}

/** Where a policy would end a collaboration that was played to its end. */
export interface Stop {
  /** The round after which it ends: the last one if the policy never fired. */
  readonly round: number;
  /** Whether the policy fired in this round. */
  readonly fired: boolean;
}

/** How one test collaboration ended under a policy. */
export interface TestedStop extends Stop {
  readonly collaboration: number;
  /** Counted from 0. */
  readonly fold: number;
  /** The performance where it ends; null if nothing was decided and `undecided` is null. */
  readonly performance: number | null;
}

/** How a policy ended every test collaboration, and what it learnt in each fold. */
export interface ValidatedPolicy {
  readonly policy: string;
  /** By fold: the policy fitted on the other folds. Empty for the oracle. */
  readonly fitted: readonly FittedPolicy[];
  /** In the order of the trajectories. */
  readonly stops: readonly TestedStop[];
}

export interface CrossValidation {
  /**
   * The results of each `policy` over all test collaborations, by `column`. A mean of no values is null:
   * - performance: where it stopped; collaborations without a performance are omitted
   * - undecided: how many collaborations ended without a decision
   * - stoppedRound: over collaborations in which it fired; roundsPlayed: over all
   * - firedRatio: the share in which it fired at all
   * - effectiveRatio: the share in which it fired before the last round, so that something was saved. RoundTable's
   *   "chance that a rule can be applied": Table 11 prints 0.00 beside a stopped round of 10.00, so firing in the last
   *   round did not count
   * - threshold: of the folds' `threshold` parameters, for policies that have one
   * - roundsSaved, tokensSaved: those not played, as a share of all
   */
  readonly rows: readonly Row[];
  /** By fold: the indices of its test collaborations. */
  readonly folds: readonly (readonly number[])[];
  /** In the order given; then "oracle", which stops every test collaboration at its best round. */
  readonly policies: readonly ValidatedPolicy[];
}

const validationArguments = object('arguments', {
  trajectories: coursesGiven,
  policies: listOf('stopping policies', trainablePolicy),
  options: settings({
    ...fitSettings,
    folds: whole(2).optional(),
    seed: whole(-Infinity),
    evidence: oneOf('simulated', 'recorded', 'live'),
  }),
});

/**
 * Fits each policy on all folds but one and lets it stop the collaborations of that one, for each fold in turn, so
 * that every collaboration is tested once by parameters that never saw it. Source: RoundTable, Appendix D.7.
 * @throws AgoraError 'invalid-trajectory' for no trajectories, trajectories without rounds, rounds out of order
 * @throws AgoraError 'setting' for fewer than 2 folds, more folds than trajectories, two policies of one name
 * @example
 * const round = { round: 1, selected: true, agreed: true, proposals: 1, distance: null, acts: {}, tokens: 9 };
 * const trajectories = [3, 5].map((performance, collaboration) => ({
 *   collaboration, agents: ['Ann', 'Ben'], rounds: [{ ...round, performance }, { ...round, round: 2, performance: 7 }],
 * }));
 * const options = { folds: 2, seed: 1, direction: 'maximize', evidence: 'recorded' } as const;
 * const { rows } = stopping.crossValidate(trajectories, [stopping.firstAgreement()], options);
 * rows.filter(({ column }) => column === 'performance').map(({ policy, value }) => [policy, value]); // => [['first-agreement', 4], ['oracle', 7]]
 */
export function crossValidate(
  trajectories: readonly StoppingTrajectory[],
  policies: readonly TrainablePolicy[],
  options: CrossValidationOptions,
): CrossValidation {
  check('crossValidate', validationArguments, { trajectories, policies, options });
  const { folds = 5, seed, direction, undecided = null, evidence } = options;
  checkTrajectories(trajectories, 'crossValidate');
  checkNames(policies);
  const tests = foldsOf(trajectories.length, folds, seed);
  const foldOf = trajectories.map((_, place) => tests.findIndex((test) => test.includes(place)));
  const stopsOf = (stopOf: (trajectory: StoppingTrajectory, fold: number) => Stop): TestedStop[] =>
    trajectories.map((trajectory, place) => {
      const fold = foldOf[place]!;
      const { round, fired } = stopOf(trajectory, fold);
      const performance = worth(trajectory, round, undecided);
      return { collaboration: trajectory.collaboration, fold, round, fired, performance };
    });
  const validated: ValidatedPolicy[] = policies.map((policy) => {
    const fitted = tests.map((_, fold) => {
      const training = trajectories.filter((_, place) => foldOf[place] !== fold);
      return policy.fit(training, { direction, undecided });
    });
    const stops = stopsOf((trajectory, fold) => stoppedRound(fitted[fold]!, trajectory));
    return { policy: policy.name, fitted, stops };
  });
  const best = stopsOf((trajectory) => ({ round: bestRound(trajectory, direction), fired: true }));
  validated.push({ policy: 'oracle', fitted: [], stops: best });
  return {
    rows: validated.flatMap((one) => rowsOf(one, trajectories, evidence)),
    folds: tests.map((test) => test.map((place) => trajectories[place]!.collaboration)),
    policies: validated,
  };
}

function checkNames(policies: readonly TrainablePolicy[]): void {
  const names = policies.map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined)
    throw new AgoraError(
      'setting',
      `crossValidate got two policies called "${twice}": rename one with { ...policy, name: "..." }`,
    );
}

/**
 * Assigns collaborations to folds at random. Each is in the test set of exactly one fold, and sizes differ by at most
 * one.
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

const stoppedArguments = object('arguments', { policy: fittedPolicy, trajectory });

/**
 * Replays a finished collaboration round by round until the policy fires. The policy sees the rounds so far, without
 * their performance. Costs one call of the policy for each round.
 * @example
 * const round = { round: 1, selected: true, agreed: true, proposals: 1, distance: null, acts: {}, tokens: 9 };
 * const trajectory = { collaboration: 0, agents: ['Ann'], rounds: [{ ...round, performance: 3 }] };
 * const fitted = stopping.lastRound().fit([trajectory], { direction: 'maximize' });
 * stopping.stoppedRound(fitted, trajectory); // => { round: 1, fired: false }
 */
export function stoppedRound(policy: FittedPolicy, trajectory: StoppingTrajectory): Stop {
  check('stoppedRound', stoppedArguments, { policy, trajectory });
  const visible = trajectory.rounds.map(({ performance: _, ...visible }) => visible);
  for (let round = 1; round <= visible.length; round++)
    if (policy.stopsAt(visible.slice(0, round))) return { round, fired: true };
  return { round: visible.length, fired: false };
}

/** @param trajectories - in the order of the stops */
function rowsOf(
  { policy, fitted, stops }: ValidatedPolicy,
  trajectories: readonly StoppingTrajectory[],
  evidence: Row['evidence'],
): Row[] {
  const ends = stops.map((stop, place) => ({ ...stop, trajectory: trajectories[place]! }));
  const thresholds = fitted.map(({ parameters }) => parameters['threshold'] ?? null);
  const n = stops.length;
  const counted = (value: number | null): Estimate => ({
    value,
    standardError: null,
    low: null,
    high: null,
    n,
  });
  const share = (holds: (end: (typeof ends)[number]) => boolean) =>
    estimateOver(ends.map((end) => (holds(end) ? 1 : 0)));
  /** The share that was not played. */
  const saved = (upTo: (trajectory: StoppingTrajectory, round: number) => number): number | null => {
    const all = sum(trajectories.map((trajectory) => upTo(trajectory, trajectory.rounds.length)));
    return all === 0 ? null : 1 - sum(ends.map(({ trajectory, round }) => upTo(trajectory, round))) / all;
  };
  const columns = {
    performance: estimateOver(stops.map(({ performance }) => performance)),
    undecided: counted(
      ends.filter(({ trajectory, round }) => worth(trajectory, round, null) === null).length,
    ),
    stoppedRound: estimateOver(stops.map(({ fired, round }) => (fired ? round : null))),
    roundsPlayed: estimateOver(stops.map(({ round }) => round)),
    firedRatio: share(({ fired }) => fired),
    effectiveRatio: share(({ fired, round, trajectory }) => fired && round < trajectory.rounds.length),
    threshold: estimateOver(thresholds.map((value) => (typeof value === 'number' ? value : null))),
    roundsSaved: counted(saved((_, round) => round)),
    tokensSaved: counted(saved(tokensUpTo)),
  };
  return Object.entries(columns).map(([column, found]) => ({ policy, column, ...found, evidence }));
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const tokensUpTo = ({ rounds }: StoppingTrajectory, round: number): number =>
  sum(rounds.slice(0, round).map(({ tokens }) => tokens));
