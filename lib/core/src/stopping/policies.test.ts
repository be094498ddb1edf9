import { describe, expect, it } from 'vitest';
import { bestRound } from './course';
import {
  consecutiveAgreements,
  courseOf,
  crossValidate,
  dialogueAct,
  firstAgreement,
  informationDistancePolicy,
  lastRound,
  livePolicy,
  roundObserver,
  stoppedRound,
  validationCheckpoint,
  type FitSettings,
  type StoppingCourse,
  type TrainablePolicy,
} from './index';
import { courseFrom, courseOfValues } from './testing/courses';

const up: FitSettings = { direction: 'maximize' };
const stopOf = (policy: TrainablePolicy, course: StoppingCourse, training = [course], settings = up) =>
  stoppedRound(policy.fit(training, settings), course);

describe('the best round', () => {
  it('known: the first of equal bests, for both directions; no decision is the worst', () => {
    expect(bestRound(courseOfValues([null, 2, 5, 5, 1]), 'maximize')).toBe(3);
    expect(bestRound(courseOfValues([null, 2, 1, 5, 1]), 'minimize')).toBe(3);
    expect(bestRound(courseOfValues([null, null]), 'minimize')).toBe(1);
  });
});

describe('policies that learn nothing', () => {
  it('known: last round never fires', () => {
    expect(stopOf(lastRound(), courseFrom([{ agreed: true }, {}]))).toEqual({ round: 2, fired: false });
  });

  it('known: first agreement stops when a decision stands, and else plays on', () => {
    expect(stopOf(firstAgreement(), courseFrom([{}, { agreed: true }, { agreed: true }]))).toEqual({
      round: 2,
      fired: true,
    });
    expect(stopOf(firstAgreement(), courseFrom([{}, {}]))).toEqual({ round: 2, fired: false });
  });

  it('known: consecutive agreements wants a selection, then a round without proposals', () => {
    const quiet = { proposals: 0 };
    const policy = consecutiveAgreements();
    expect(stopOf(policy, courseFrom([quiet, { selected: true }, { selected: true }, quiet])).round).toBe(4);
    expect(stopOf(policy, courseFrom([{ selected: true }, {}, quiet]))).toEqual({ round: 3, fired: false });
    expect(stopOf(policy, courseFrom([{ ...quiet, selected: true }])).fired).toBe(false);
  });
});

describe('validationCheckpoint', () => {
  // Best rounds 1, 3 and 4: mean 8/3, rounded 3; round 3 has mean (0 + 9 + 1) / 3, round 1 mean 5/3.
  const training = [courseOfValues([5, 0, 0, 0]), courseOfValues([0, 0, 9, 0]), courseOfValues([0, 0, 1, 2])];

  it('known: mean, and the round with the best mean', () => {
    const roundOf = (average: 'mean' | 'best-mean', courses = training) =>
      validationCheckpoint({ average }).fit(courses, up).parameters['round'];
    expect([roundOf('mean'), roundOf('best-mean')]).toEqual([3, 3]);
    const skewed = [courseOfValues([1, 0, 0, 0]), courseOfValues([1, 0, 0, 0]), courseOfValues([0, 0, 0, 9])];
    expect([roundOf('mean', skewed), roundOf('best-mean', skewed)]).toEqual([2, 4]);
  });

  it('known: it stops there, and never in a collaboration that ends before', () => {
    expect(stopOf(validationCheckpoint(), courseOfValues([1, 1, 1, 1]), training)).toEqual({
      round: 3,
      fired: true,
    });
    expect(stopOf(validationCheckpoint(), courseOfValues([1, 1]), training)).toEqual({
      round: 2,
      fired: false,
    });
  });

  it('contract: no training collaborations', () => {
    expect(() => validationCheckpoint().fit([], up)).toThrow(
      expect.objectContaining({ code: 'invalid-course' }),
    );
  });
});

describe('informationDistancePolicy', () => {
  const at = (best: number, distances: readonly (number | null)[]) =>
    courseFrom(distances.map((distance, place) => ({ distance, performance: place + 1 === best ? 1 : 0 })));

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
    const course = at(2, [null, 0.25, 0.25]);
    expect(stopOf(informationDistancePolicy(), course).fired).toBe(false);
  });

  it('known: without any distance it has no threshold and never stops', () => {
    const course = at(1, [null, 0.2]);
    expect(informationDistancePolicy().fit([course], up).parameters['threshold']).toBeNull();
    expect(stopOf(informationDistancePolicy(), course).fired).toBe(false);
  });
});

describe('what a policy sees', () => {
  it('contract: the rounds so far and no performance', () => {
    const seen: unknown[] = [];
    stoppedRound(
      { name: 'spy', parameters: {}, stopsAt: (rounds) => (seen.push(rounds), false) },
      courseOfValues([1, 2]),
    );
    expect(seen.map((rounds) => (rounds as object[]).length)).toEqual([1, 2]);
    expect(JSON.stringify(seen)).not.toContain('performance');
  });
});

describe('what users set', () => {
  const course = courseOfValues([1, 2]);
  const fitted = lastRound().fit([course], up);
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
      () => informationDistancePolicy().fit([course], {} as FitSettings),
      'fitting information-distance needs "maximize" or "minimize" as direction, got nothing',
    ],
    [
      () => dialogueAct().fit([3] as never, up),
      'fitting dialogue-act needs a course, which courseOf makes, as training.0, got 3',
    ],
    [
      () => livePolicy(lastRound() as never, { observe: roundObserver() }),
      'livePolicy needs a fitted policy, which fit makes, as fitted, got an object',
    ],
    [() => livePolicy(fitted, {} as never), 'livePolicy needs a function as observe, got nothing'],
    [() => roundObserver({ acts: 3 } as never), 'roundObserver needs a function as acts, got 3'],
    [
      () => stoppedRound(fitted, {} as never),
      'stoppedRound needs a course, which courseOf makes, as course, got an object',
    ],
    [
      () =>
        crossValidate([course], [fitted] as never, { seed: 1, direction: 'maximize', evidence: 'simulated' }),
      'crossValidate needs a stopping policy as policies.0, got an object',
    ],
    [
      () =>
        crossValidate([course], [lastRound()], { seed: 0.5, direction: 'maximize', evidence: 'simulated' }),
      'crossValidate needs a whole number as seed, got 0.5',
    ],
  ];
  it.each(cases.map(([act, message]) => ({ act, message })))('contract: $message', ({ act, message }) => {
    expect(act).toThrow(expect.objectContaining({ code: 'setting', message }));
  });

  it('contract: courseOf turns its arguments away by name', async () => {
    await expect(courseOf({} as never, { performance: () => 1 })).rejects.toThrow(
      expect.objectContaining({ message: 'courseOf needs a collaboration as collaboration, got an object' }),
    );
  });
});
