import { describe, expect, it } from 'vitest';
import { crossValidate, type Validated } from './cross-validate';
import { dialogueActPolicy, type FittedDialogueActPolicy } from './dialogue-act-policy';
import { randomTrajectories, trajectoryOf, withUtilities } from './testing/made-up-trajectories';
import {
  consecutiveAgreements,
  firstAgreement,
  informationDistancePolicy,
  lastRound,
  validationCheckpoint,
} from './policies';
import reference from './reference/stops-reference.json';
import type { Goal, Trajectory } from './trajectory';

const all = () => [
  lastRound(),
  firstAgreement(),
  consecutiveAgreements(),
  validationCheckpoint(),
  informationDistancePolicy(),
  dialogueActPolicy(),
];
const up = { direction: 'maximize', seed: 1 } as const;
const named = (rows: readonly Validated[], policy: string) =>
  rows.find((row) => row.policy === policy) as Validated;

describe('reference values', () => {
  // Computed by the project's first edition, with a different regression and a different grid search.
  const made: { trajectories: Trajectory[]; goal: Goal }[] = [
    { trajectories: randomTrajectories(40, 21, 8), goal: { direction: 'maximize', undecided: 0 } },
    { trajectories: randomTrajectories(25, 22, 5), goal: { direction: 'minimize', undecided: null } },
    { trajectories: randomTrajectories(25, 22, 5), goal: { direction: 'minimize', undecided: 3 } },
  ];

  it.each(made.map((one, place) => ({ ...one, place })))(
    'reference: stops, means and fitted values, set $place',
    ({ trajectories, goal, place }) => {
      const rows = crossValidate(trajectories, all(), { ...goal, folds: 5, seed: 4 });
      const expected = (reference[place] as readonly ReferenceRow[]).filter(
        ({ policy }) => policy !== 'best mean',
      );
      expect(rows.map(({ policy }) => policy.replaceAll(' ', '-').replace(/s$/, ''))).toEqual(
        expected.map(({ policy }) => policy.replace(/s$/, '')),
      );
      for (const [i, theirs] of expected.entries()) {
        const ours = rows[i] as Validated;
        expect(ours.stops.map(({ round, fired }) => (fired ? round : -round)).join(' ')).toBe(theirs.stops);
        for (const column of [
          'performance',
          'undecided',
          'stoppedRound',
          'roundsPlayed',
          'effectiveRatio',
          'threshold',
        ] as const)
          expectNear(ours[column], theirs[column]);
        for (const [fold, fitted] of ours.fitted.entries()) {
          const learnt = theirs.parameters[fold] as ReferenceParameters;
          if (learnt.round !== undefined) expect(fitted.settings['round']).toBe(learnt.round);
          if (learnt.threshold !== undefined)
            expectNear(fitted.settings['threshold'] as number | null, learnt.threshold);
          if (learnt.setting === undefined) continue;
          const { setting, chosen, signals, training } = fitted as FittedDialogueActPolicy;
          expect(setting).toEqual(learnt.setting);
          expect(chosen.map(({ pair }) => pair).join()).toBe(learnt.chosen);
          expect(signals.length).toBe(learnt.pairs);
          expect(training.observations).toBe(learnt.regression?.observations);
          expectNear(training.rSquared, learnt.regression?.rSquared);
          expectNear(training.performance, learnt.training?.performance);
          expectNear(training.rounds, learnt.training?.rounds);
          for (const [rank, best] of (learnt.best ?? []).entries()) {
            expect(signals[rank]?.pair).toBe(best.pair);
            expect(signals[rank]?.occurrences).toBe(best.occurrences);
            for (const part of ['coefficient', 'standardError', 'pValue'] as const)
              expectNear(signals[rank]?.[part], best[part]);
          }
        }
      }
    },
  );
});

describe('crossValidate', () => {
  const agreeing = (place: number, values: readonly (number | null)[], from: number) =>
    trajectoryOf(values.map((utility, at) => ({ utility, agreed: at + 1 >= from })), place); // prettier-ignore

  it('known: two collaborations, computed by hand', () => {
    // firstAgreement stops collaboration 0 in round 2 of 4, worth 3. Collaboration 1 never agrees.
    const two = [agreeing(0, [null, 3, 2, 5], 2), agreeing(1, [null, null, null, null], 9)];
    const rows = crossValidate(two, [firstAgreement()], { ...up, folds: 2, undecided: 0 });
    expect(named(rows, 'first agreement')).toMatchObject({
      performance: 1.5,
      undecided: 1,
      stoppedRound: 2,
      roundsPlayed: 3,
      effectiveRatio: 0.5,
      threshold: null,
    });
    expect(named(rows, 'oracle')).toMatchObject({ performance: 2.5, roundsPlayed: 2.5 });
    const excluded = crossValidate(two, [firstAgreement()], { ...up, folds: 2 });
    expect(named(excluded, 'first agreement').performance).toBe(3);
  });

  it('known: firing in the last round has no effect', () => {
    const two = [agreeing(0, [null, 1], 2), agreeing(1, [1, 1], 1)];
    const rows = crossValidate(two, [firstAgreement()], { ...up, folds: 2 });
    expect(named(rows, 'first agreement')).toMatchObject({ stoppedRound: 1.5, effectiveRatio: 0.5 });
  });

  it('known: the threshold is the mean over folds, each fitted on all other folds', () => {
    const two = [0.1, 0.3].map((distance, place) =>
      trajectoryOf([{ utility: 0 }, { utility: 1, distance }], place),
    );
    const row = named(
      crossValidate(two, [informationDistancePolicy()], { ...up, folds: 2 }),
      'information distance',
    );
    expect(row.threshold).toBeCloseTo(0.2, 12);
    for (const { fold, collaboration } of row.stops)
      expect(row.fitted[fold]?.settings['threshold']).toBe(collaboration === 0 ? 0.3 : 0.1);
  });

  it('law: collaborations on the same case are in the same fold, even in pooled runs', () => {
    const run = [0, 1, 2, 3, 4].map((place) => withUtilities([1, 2], place));
    const pooled = [...run, ...run.map((one) => ({ ...one, collaboration: one.collaboration + 5 })), ...run];
    const folds = new Map<string, Set<number>>();
    for (const { case: name, fold } of named(crossValidate(pooled, [], { ...up, folds: 3 }), 'oracle').stops)
      folds.set(name, (folds.get(name) ?? new Set()).add(fold));
    expect([...folds.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1, 1]);
    expect(new Set([...folds.values()].map((fold) => [...fold][0])).size).toBe(3);
  });

  const many = randomTrajectories(40, 2);

  it('law: no policy does better than the oracle, in either direction', () => {
    for (const direction of ['maximize', 'minimize'] as const) {
      const sign = direction === 'maximize' ? 1 : -1;
      const rows = crossValidate(many, all(), { ...up, direction, undecided: -9 * sign });
      const best = sign * (named(rows, 'oracle').performance as number);
      for (const { performance } of rows)
        expect(sign * (performance as number)).toBeLessThanOrEqual(best + 1e-12);
    }
  });

  it("law: a test collaboration's utilities do not affect the policy fitted for its fold", () => {
    const before = crossValidate(many, all(), up);
    const tested = new Set(
      named(before, 'oracle')
        .stops.filter(({ fold }) => fold === 2)
        .map((stop) => stop.case),
    );
    const changed = many.map((one) =>
      tested.has(one.case) ? { ...one, utilities: one.utilities.map((_, place) => 100 - place) } : one,
    );
    const after = crossValidate(changed, all(), up);
    for (const [place, { fitted }] of before.entries())
      expect(after[place]?.fitted[2]?.settings).toEqual(fitted[2]?.settings);
    expect(named(after, 'dialogue acts').fitted[0]?.settings).not.toEqual(
      named(before, 'dialogue acts').fitted[0]?.settings,
    );
  });

  it('law: scaling and shifting all utilities does not change any stop', () => {
    const scaled = many.map((one) => ({
      ...one,
      utilities: one.utilities.map((utility) => (utility === null ? null : 3 * utility + 7)),
    }));
    const stopsOf = (given: Trajectory[]) =>
      crossValidate(given, all(), up).map(({ stops }) => stops.map(({ round }) => round));
    expect(stopsOf(scaled)).toEqual(stopsOf(many));
  });

  it.each([
    ['no collaborations', [], {}],
    ['fewer cases than folds', [withUtilities([1], 0), withUtilities([2], 1)], {}],
    ['one fold', many, { folds: 1 }],
    ['a misspelt option', many, { fold: 3 }],
    ['no direction', many, { direction: undefined }],
    ['a collaboration without rounds', [...many, withUtilities([], 40)], {}],
    ['a utility that is not a number', [...many, withUtilities([NaN], 40)], {}],
    ['a distance that is not a number', [...many, trajectoryOf([{ distance: NaN }], 40)], {}],
  ])('behaviour: %s is an error', (_, given, options) => {
    expect(() => crossValidate(given, all(), { ...up, ...options } as never)).toThrow(
      expect.objectContaining({ name: 'AgoraError' }),
    );
  });
});

interface ReferenceParameters {
  readonly round?: number;
  readonly threshold?: number | null;
  readonly setting?: object;
  readonly chosen?: string;
  readonly pairs?: number;
  readonly regression?: { readonly observations: number; readonly rSquared: number | null };
  readonly training?: { readonly performance: number | null; readonly rounds: number };
  readonly best?: readonly {
    readonly pair: string;
    readonly coefficient: number;
    readonly standardError: number | null;
    readonly pValue: number | null;
    readonly occurrences: number;
  }[];
}

interface ReferenceRow {
  readonly policy: string;
  readonly performance: number | null;
  readonly undecided: number;
  readonly stoppedRound: number | null;
  readonly roundsPlayed: number;
  readonly effectiveRatio: number;
  readonly threshold: number | null;
  readonly stops: string;
  readonly parameters: readonly ReferenceParameters[];
}

/** Expects numbers that are equal to nine decimals. */
function expectNear(ours: number | null | undefined, theirs: number | null | undefined): void {
  if (typeof theirs === 'number') expect(ours).toBeCloseTo(theirs, 9);
  else expect(ours ?? null).toBe(theirs ?? null);
}
