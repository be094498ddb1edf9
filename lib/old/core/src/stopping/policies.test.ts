import { describe, expect, it } from 'vitest';
import { bestRound } from './trajectory';
import {
  consecutiveAgreements,
  trajectoryOf,
  crossValidate,
  dialogueAct,
  firstAgreement,
  informationDistancePolicy,
  lastRound,
  livePolicy,
  roundObserver,
  stoppedRound,
  tokenBudget,
  validationCheckpoint,
  type FitSettings,
  type StoppingTrajectory,
  type TrainablePolicy,
} from './index';
import { trajectoryFrom, trajectoryOfValues } from './testing/trajectories';

const up: FitSettings = { direction: 'maximize' };
const stopOf = (
  policy: TrainablePolicy,
  trajectory: StoppingTrajectory,
  training = [trajectory],
  settings = up,
) => stoppedRound(policy.fit(training, settings), trajectory);

describe('the best round', () => {
  it('known: the first of equal bests, for both directions; no decision is the worst', () => {
    expect(bestRound(trajectoryOfValues([null, 2, 5, 5, 1]), 'maximize')).toBe(3);
    expect(bestRound(trajectoryOfValues([null, 2, 1, 5, 1]), 'minimize')).toBe(3);
    expect(bestRound(trajectoryOfValues([null, null]), 'minimize')).toBe(1);
  });
});

describe('policies that learn nothing', () => {
  it('known: last round never fires', () => {
    expect(stopOf(lastRound(), trajectoryFrom([{ agreed: true }, {}]))).toEqual({ round: 2, fired: false });
  });

  it('known: first agreement stops when a decision stands, and else plays on', () => {
    expect(stopOf(firstAgreement(), trajectoryFrom([{}, { agreed: true }, { agreed: true }]))).toEqual({
      round: 2,
      fired: true,
    });
    expect(stopOf(firstAgreement(), trajectoryFrom([{}, {}]))).toEqual({ round: 2, fired: false });
  });

  it('known: consecutive agreements wants a selection, then a round without proposals', () => {
    const quiet = { proposals: 0 };
    const policy = consecutiveAgreements();
    expect(stopOf(policy, trajectoryFrom([quiet, { selected: true }, { selected: true }, quiet])).round).toBe(
      4,
    );
    expect(stopOf(policy, trajectoryFrom([{ selected: true }, {}, quiet]))).toEqual({
      round: 3,
      fired: false,
    });
    expect(stopOf(policy, trajectoryFrom([{ ...quiet, selected: true }])).fired).toBe(false);
  });
});

describe('tokenBudget', () => {
  it('known: stops where another round as long as the last would not fit, after the first one at the least', () => {
    // 100 + 300 + 300 are 700, and another 300 would be exactly 1,000.
    const growing = trajectoryFrom([{ tokens: 100 }, { tokens: 300 }, { tokens: 300 }, { tokens: 300 }]);
    expect(stopOf(tokenBudget(1000), growing)).toEqual({ round: 4, fired: true });
    expect(stopOf(tokenBudget(999), growing)).toEqual({ round: 3, fired: true });
    expect(stopOf(tokenBudget(10), growing)).toEqual({ round: 1, fired: true });
    expect(stopOf(tokenBudget(9999), growing)).toEqual({ round: 4, fired: false });
  });

  it('contract: half a token is refused, and the budget is in its parameters', () => {
    expect(() => tokenBudget(0.5)).toThrow('tokenBudget needs a whole number');
    expect(tokenBudget(5).fit([], up).parameters).toEqual({ tokens: 5 });
  });
});

describe('validationCheckpoint', () => {
  // Best rounds 1, 3 and 4: mean 8/3, rounded 3; round 3 has mean (0 + 9 + 1) / 3, round 1 mean 5/3.
  const training = [
    trajectoryOfValues([5, 0, 0, 0]),
    trajectoryOfValues([0, 0, 9, 0]),
    trajectoryOfValues([0, 0, 1, 2]),
  ];

  it('known: mean, and the round with the best mean', () => {
    const roundOf = (average: 'mean' | 'best-mean', trajectories = training) =>
      validationCheckpoint({ average }).fit(trajectories, up).parameters['round'];
    expect([roundOf('mean'), roundOf('best-mean')]).toEqual([3, 3]);
    const skewed = [
      trajectoryOfValues([1, 0, 0, 0]),
      trajectoryOfValues([1, 0, 0, 0]),
      trajectoryOfValues([0, 0, 0, 9]),
    ];
    expect([roundOf('mean', skewed), roundOf('best-mean', skewed)]).toEqual([2, 4]);
  });

  it('known: it stops there, and never in a collaboration that ends before', () => {
    expect(stopOf(validationCheckpoint(), trajectoryOfValues([1, 1, 1, 1]), training)).toEqual({
      round: 3,
      fired: true,
    });
    expect(stopOf(validationCheckpoint(), trajectoryOfValues([1, 1]), training)).toEqual({
      round: 2,
      fired: false,
    });
  });

  it('contract: no training collaborations', () => {
    expect(() => validationCheckpoint().fit([], up)).toThrow(
      expect.objectContaining({ code: 'invalid-trajectory' }),
    );
  });
});

describe('informationDistancePolicy', () => {
  const at = (best: number, distances: readonly (number | null)[]) =>
    trajectoryFrom(
      distances.map((distance, place) => ({ distance, performance: place + 1 === best ? 1 : 0 })),
    );

  it('known: the threshold is the mean distance at the best round, a best round of 1 left out', () => {
    const fitted = informationDistancePolicy().fit(
      [at(2, [null, 0.2, 0.9]), at(3, [null, 0.9, 0.4]), at(1, [null, 0.01])],
      up,
    );
    expect(fitted.parameters).toMatchObject({ fittedOn: 2 });
    expect(fitted.parameters['threshold']).toBeCloseTo(0.3, 12);
    expect(stoppedRound(fitted, at(1, [null, 0.3001, 0.29, 0.1]))).toEqual({ round: 3, fired: true });
    expect(stoppedRound(fitted, at(1, [null, null, 0.5]))).toEqual({ round: 3, fired: false });
  });

  it('known: a distance equal to the threshold is not below it', () => {
    const trajectory = at(2, [null, 0.25, 0.25]);
    expect(stopOf(informationDistancePolicy(), trajectory).fired).toBe(false);
  });

  it('known: without any distance it has no threshold and never stops', () => {
    const trajectory = at(1, [null, 0.2]);
    expect(informationDistancePolicy().fit([trajectory], up).parameters['threshold']).toBeNull();
    expect(stopOf(informationDistancePolicy(), trajectory).fired).toBe(false);
  });
});

describe('what a policy sees', () => {
  it('contract: the rounds so far and no performance', () => {
    const seen: unknown[] = [];
    stoppedRound(
      { name: 'spy', parameters: {}, stopsAt: (rounds) => (seen.push(rounds), false) },
      trajectoryOfValues([1, 2]),
    );
    expect(seen.map((rounds) => (rounds as object[]).length)).toEqual([1, 2]);
    expect(JSON.stringify(seen)).not.toContain('performance');
  });
});

describe('what users set', () => {
  const trajectory = trajectoryOfValues([1, 2]);
  const fitted = lastRound().fit([trajectory], up);
  const cases: readonly [() => unknown, string][] = [
    [
      () => validationCheckpoint({ average: 'men' as 'mean' }),
      'validationCheckpoint needs "mean" or "best-mean" as average, got "men" (did you mean "mean"?)',
    ],
    [
      () => dialogueAct({ row: 'rounds' as 'round' }),
      'dialogueAct needs "round" or "count" as row, got "rounds" (did you mean "round"?)',
    ],
    [
      () => informationDistancePolicy().fit([trajectory], {} as FitSettings),
      'fitting information-distance needs "maximize" or "minimize" as direction, got nothing',
    ],
    [
      () => dialogueAct().fit([3] as never, up),
      'fitting dialogue-act needs a trajectory, which trajectoryOf makes, as training.0, got 3',
    ],
    [
      () => livePolicy(lastRound() as never, { observe: roundObserver() }),
      'livePolicy needs a fitted policy, which fit makes, as fitted, got an object',
    ],
    [() => livePolicy(fitted, {} as never), 'livePolicy needs a function as observe, got nothing'],
    [() => roundObserver({ acts: 3 } as never), 'roundObserver needs a function as acts, got 3'],
    [
      () => stoppedRound(fitted, {} as never),
      'stoppedRound needs a trajectory, which trajectoryOf makes, as trajectory, got an object',
    ],
    [
      () =>
        crossValidate([trajectory], [fitted] as never, {
          seed: 1,
          direction: 'maximize',
          evidence: 'simulated',
        }),
      'crossValidate needs a stopping policy as policies.0, got an object',
    ],
    [
      () =>
        crossValidate([trajectory], [lastRound()], {
          seed: 0.5,
          direction: 'maximize',
          evidence: 'simulated',
        }),
      'crossValidate needs a whole number as seed, got 0.5',
    ],
  ];
  it.each(cases.map(([act, message]) => ({ act, message })))('contract: $message', ({ act, message }) => {
    expect(act).toThrow(expect.objectContaining({ code: 'setting', message }));
  });

  it('contract: trajectoryOf turns its arguments away by name', async () => {
    await expect(trajectoryOf({} as never, { performance: () => 1 })).rejects.toThrow(
      expect.objectContaining({
        message: 'trajectoryOf needs a collaboration as collaboration, got an object',
      }),
    );
  });
});
