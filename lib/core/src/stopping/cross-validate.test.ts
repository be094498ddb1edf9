import { describe, expect, it } from 'vitest';
import {
  consecutiveAgreements,
  crossValidate,
  dialogueAct,
  firstAgreement,
  informationDistancePolicy,
  lastRound,
  validationCheckpoint,
  type StoppingCourse,
} from './index';
import { foldsOf, type CrossValidation } from './cross-validate';
import { courseFrom, courseOfValues, randomCourses } from './testing/courses';

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
  ): StoppingCourse =>
    courseFrom(
      values.map((performance, at) => ({ performance, agreed: at + 1 >= rounds, tokens: 10 * (at + 1) })),
      place,
    );

  it('known: two collaborations by hand', () => {
    // First agreement: collaboration 0 stops in round 2 of 4 (worth 3), 1 never agrees (ends in round 4, undecided).
    const courses = [agreeing(0, [null, 3, 2, 5], 2), agreeing(1, [null, null, null, null], 9)];
    const result = crossValidate(courses, [firstAgreement()], { ...options, folds: 2, undecided: 0 });
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
    const excluded = crossValidate(courses, [firstAgreement()], { ...options, folds: 2 });
    expect(valuesOf(excluded, 'first-agreement')['performance']).toBe(3);
  });

  it('known: firing in the last round saves nothing and is not effective', () => {
    const courses = [agreeing(0, [null, 1], 2), agreeing(1, [1, 1], 1)];
    const result = crossValidate(courses, [firstAgreement()], { ...options, folds: 2 });
    expect(valuesOf(result, 'first-agreement')).toMatchObject({
      stoppedRound: 1.5,
      firedRatio: 1,
      effectiveRatio: 0.5,
    });
  });

  it('known: the threshold is the mean of the folds, each fitted on the others', () => {
    const courses = [0.1, 0.3].map((distance, place) =>
      courseFrom([{ performance: 0 }, { performance: 1, distance }], place),
    );
    const result = crossValidate(courses, [informationDistancePolicy()], { ...options, folds: 2 });
    expect(valuesOf(result, 'information-distance')['threshold']).toBeCloseTo(0.2, 12);
    result.policies[0]?.fitted.forEach(({ parameters }, fold) =>
      expect(parameters['threshold']).toBe(result.folds[fold]?.[0] === 0 ? 0.3 : 0.1),
    );
  });

  const courses = randomCourses(40, 2);

  it('law: no policy does better than the oracle, in either direction', () => {
    for (const direction of ['maximize', 'minimize'] as const) {
      // Undecided rounds at the worst value there could be, so that the oracle is never tempted by one.
      const undecided = direction === 'maximize' ? -9 : 9;
      const { rows } = crossValidate(courses, all(), { ...options, direction, undecided });
      const sign = direction === 'maximize' ? 1 : -1;
      const values = rows.flatMap(({ column, value }) => (column === 'performance' ? [value ?? NaN] : []));
      expect(values).toHaveLength(7);
      for (const value of values) expect(sign * value).toBeLessThanOrEqual(sign * (values[6] ?? NaN) + 1e-12);
    }
  });

  it('law: what a test collaboration is worth changes nothing that its fold has fitted', () => {
    const before = crossValidate(courses, all(), options);
    const fold = 2;
    const tested = new Set(before.folds[fold]);
    const changed = courses.map((course) =>
      tested.has(course.collaboration)
        ? { ...course, rounds: course.rounds.map((round) => ({ ...round, performance: 100 - round.round })) }
        : course,
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
    const scaled = courses.map((course) => ({
      ...course,
      rounds: course.rounds.map((round) => ({
        ...round,
        performance: round.performance === null ? null : 3 * round.performance + 7,
      })),
    }));
    const stops = (given: readonly StoppingCourse[]) =>
      crossValidate(given, all(), options).policies.map((policy) => policy.stops.map(({ round }) => round));
    expect(stops(scaled)).toEqual(stops(courses));
  });

  it('law: the baseline plays every round and saves nothing', () => {
    expect(valuesOf(crossValidate(courses, [lastRound()], options), 'last-round')).toMatchObject({
      roundsPlayed: 6,
      roundsSaved: 0,
      tokensSaved: 0,
      stoppedRound: null,
      firedRatio: 0,
    });
  });

  it('contract: the courses survive', () => {
    const copy = structuredClone(courses);
    crossValidate(courses, all(), options);
    expect(courses).toEqual(copy);
  });

  const refused: readonly [string, () => unknown, string, RegExp][] = [
    [
      'no courses',
      () => crossValidate([], all(), options),
      'invalid-course',
      /at least one collaboration, got none/,
    ],
    [
      'more folds than data',
      () => crossValidate(courses.slice(0, 3), all(), options),
      'setting',
      /crossValidate needs at least 5 collaborations for 5 folds, got 3/,
    ],
    [
      'one fold',
      () => crossValidate(courses, all(), { ...options, folds: 1 }),
      'setting',
      /crossValidate needs a whole number of at least 2 as folds, got 1/,
    ],
    [
      'a course without rounds',
      () => crossValidate([...courses, courseFrom([], 77)], all(), options),
      'invalid-course',
      /collaboration 77 has no rounds/,
    ],
    [
      'a performance that is no number',
      () => crossValidate([...courses, courseOfValues([1, NaN], 77)], all(), options),
      'invalid-course',
      /round 2 of collaboration 77 has performance NaN/,
    ],
    [
      'rounds out of order',
      () => crossValidate([...courses, courseFrom([{ round: 2 }], 77)], all(), options),
      'invalid-course',
      /has round 2 in place 1/,
    ],
    [
      'two policies of one name',
      () => crossValidate(courses, [lastRound(), lastRound()], options),
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
