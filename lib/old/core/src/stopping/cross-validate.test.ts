import { describe, expect, it } from 'vitest';
import {
  consecutiveAgreements,
  crossValidate,
  dialogueAct,
  firstAgreement,
  informationDistancePolicy,
  lastRound,
  validationCheckpoint,
  type StoppingTrajectory,
} from './index';
import { foldsOf, type CrossValidation } from './cross-validate';
import { trajectoryFrom, trajectoryOfValues, randomTrajectories } from './testing/trajectories';

const all = () => [
  lastRound(),
  firstAgreement(),
  consecutiveAgreements(),
  validationCheckpoint(),
  informationDistancePolicy(),
  dialogueAct(),
];
const options = { folds: 5, seed: 1, direction: 'maximize', evidence: 'simulated' } as const;

/** The values of one policy, by column. */
const valuesOf = ({ rows }: CrossValidation, policy: string) =>
  Object.fromEntries(rows.filter((row) => row['policy'] === policy).map((row) => [row.column, row.value]));

describe('foldsOf', () => {
  it('law: every collaboration is tested once, sizes differ by at most one, the seed decides', () => {
    const folds = foldsOf(23, 5, 4);
    expect(folds.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 23 }, (_, place) => place));
    expect(folds.map(({ length }) => length).sort()).toEqual([4, 4, 5, 5, 5]);
    expect(foldsOf(23, 5, 4)).toEqual(folds);
    expect(foldsOf(23, 5, 5)).not.toEqual(folds);
  });
});

describe('crossValidate', () => {
  const agreeing = (
    place: number,
    values: readonly (number | null)[],
    rounds = values.length,
  ): StoppingTrajectory =>
    trajectoryFrom(
      values.map((performance, at) => ({ performance, agreed: at + 1 >= rounds, tokens: 10 * (at + 1) })),
      place,
    );

  it('known: two collaborations by hand', () => {
    // First agreement: collaboration 0 stops in round 2 of 4 (worth 3), 1 never agrees (ends in round 4, undecided).
    const trajectories = [agreeing(0, [null, 3, 2, 5], 2), agreeing(1, [null, null, null, null], 9)];
    const result = crossValidate(trajectories, [firstAgreement()], { ...options, folds: 2, undecided: 0 });
    expect(valuesOf(result, 'first-agreement')).toMatchObject({
      performance: 1.5,
      undecided: 1,
      stoppedRound: 2,
      roundsPlayed: 3,
      firedRatio: 0.5,
      effectiveRatio: 0.5,
      threshold: null,
      roundsSaved: 0.25,
      tokensSaved: 70 / 200, // rounds 3 and 4 of collaboration 0, of 2 x (10 + 20 + 30 + 40)
    });
    // The oracle: round 4 (worth 5), and round 1 of the one that never decides.
    expect(valuesOf(result, 'oracle')).toMatchObject({ performance: 2.5, roundsPlayed: 2.5 });
    const excluded = crossValidate(trajectories, [firstAgreement()], { ...options, folds: 2 });
    expect(valuesOf(excluded, 'first-agreement')['performance']).toBe(3);
  });

  it('known: firing in the last round saves nothing and is not effective', () => {
    const trajectories = [agreeing(0, [null, 1], 2), agreeing(1, [1, 1], 1)];
    const result = crossValidate(trajectories, [firstAgreement()], { ...options, folds: 2 });
    expect(valuesOf(result, 'first-agreement')).toMatchObject({
      stoppedRound: 1.5,
      firedRatio: 1,
      effectiveRatio: 0.5,
    });
  });

  it('known: the threshold is the mean of the folds, each fitted on the others', () => {
    const trajectories = [0.1, 0.3].map((distance, place) =>
      trajectoryFrom([{ performance: 0 }, { performance: 1, distance }], place),
    );
    const result = crossValidate(trajectories, [informationDistancePolicy()], { ...options, folds: 2 });
    expect(valuesOf(result, 'information-distance')['threshold']).toBeCloseTo(0.2, 12);
    result.policies[0]?.fitted.forEach(({ parameters }, fold) =>
      expect(parameters['threshold']).toBe(result.folds[fold]?.[0] === 0 ? 0.3 : 0.1),
    );
  });

  const trajectories = randomTrajectories(40, 2);

  it('law: no policy does better than the oracle, in either direction', () => {
    for (const direction of ['maximize', 'minimize'] as const) {
      // Undecided rounds at the worst value there could be, so that the oracle is never tempted by one.
      const undecided = direction === 'maximize' ? -9 : 9;
      const { rows } = crossValidate(trajectories, all(), { ...options, direction, undecided });
      const sign = direction === 'maximize' ? 1 : -1;
      const values = rows.flatMap(({ column, value }) => (column === 'performance' ? [value ?? NaN] : []));
      expect(values).toHaveLength(7);
      for (const value of values) expect(sign * value).toBeLessThanOrEqual(sign * (values[6] ?? NaN) + 1e-12);
    }
  });

  it('law: what a test collaboration is worth changes nothing that its fold has fitted', () => {
    const before = crossValidate(trajectories, all(), options);
    const fold = 2;
    const tested = new Set(before.folds[fold]);
    const changed = trajectories.map((trajectory) =>
      tested.has(trajectory.collaboration)
        ? {
            ...trajectory,
            rounds: trajectory.rounds.map((round) => ({ ...round, performance: 100 - round.round })),
          }
        : trajectory,
    );
    const after = crossValidate(changed, all(), options);
    const learnt = ({ policies }: CrossValidation, place: number, at: number) =>
      policies[place]?.fitted[at]?.parameters;
    for (const place of after.policies.keys())
      expect(learnt(after, place, fold)).toEqual(learnt(before, place, fold));
    // They do reach the other folds: the test would not notice a fit that reads nothing at all otherwise.
    expect(learnt(after, 5, 0)).not.toEqual(learnt(before, 5, 0));
    expect(
      after.policies
        .slice(0, 6)
        .map(({ stops }) => stops.filter((stop) => stop.fold === fold).map(({ round }) => round)),
    ).toEqual(
      before.policies
        .slice(0, 6)
        .map(({ stops }) => stops.filter((stop) => stop.fold === fold).map(({ round }) => round)),
    );
  });

  it('law: scaling and shifting all performances moves no stop', () => {
    const scaled = trajectories.map((trajectory) => ({
      ...trajectory,
      rounds: trajectory.rounds.map((round) => ({
        ...round,
        performance: round.performance === null ? null : 3 * round.performance + 7,
      })),
    }));
    const stops = (given: readonly StoppingTrajectory[]) =>
      crossValidate(given, all(), options).policies.map((policy) => policy.stops.map(({ round }) => round));
    expect(stops(scaled)).toEqual(stops(trajectories));
  });

  it('law: the baseline plays every round and saves nothing', () => {
    expect(valuesOf(crossValidate(trajectories, [lastRound()], options), 'last-round')).toMatchObject({
      roundsPlayed: 6,
      roundsSaved: 0,
      tokensSaved: 0,
      stoppedRound: null,
      firedRatio: 0,
    });
  });

  it('contract: the trajectories survive', () => {
    const copy = structuredClone(trajectories);
    crossValidate(trajectories, all(), options);
    expect(trajectories).toEqual(copy);
  });

  const refused: readonly [string, () => unknown, string, RegExp][] = [
    [
      'no trajectories',
      () => crossValidate([], all(), options),
      'invalid-trajectory',
      /at least one collaboration, got none/,
    ],
    [
      'more folds than data',
      () => crossValidate(trajectories.slice(0, 3), all(), options),
      'setting',
      /crossValidate needs at least 5 collaborations for 5 folds, got 3/,
    ],
    [
      'one fold',
      () => crossValidate(trajectories, all(), { ...options, folds: 1 }),
      'setting',
      /crossValidate needs a whole number of at least 2 as folds, got 1/,
    ],
    [
      'a trajectory without rounds',
      () => crossValidate([...trajectories, trajectoryFrom([], 77)], all(), options),
      'invalid-trajectory',
      /collaboration 77 has no rounds/,
    ],
    [
      'a performance that is no number',
      () => crossValidate([...trajectories, trajectoryOfValues([1, NaN], 77)], all(), options),
      'invalid-trajectory',
      /round 2 of collaboration 77 has performance NaN/,
    ],
    [
      'rounds out of order',
      () => crossValidate([...trajectories, trajectoryFrom([{ round: 2 }], 77)], all(), options),
      'invalid-trajectory',
      /has round 2 in place 1/,
    ],
    [
      'two policies of one name',
      () => crossValidate(trajectories, [lastRound(), lastRound()], options),
      'setting',
      /crossValidate got two policies called "last-round"/,
    ],
  ];
  for (const [what, act, kind, message] of refused)
    it(`contract: ${what}`, () => {
      expect(act).toThrow(expect.objectContaining({ code: kind }));
      expect(act).toThrow(message);
    });
});
