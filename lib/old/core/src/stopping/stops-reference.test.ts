import { expect, it } from 'vitest';
import {
  consecutiveAgreements,
  crossValidate,
  dialogueAct,
  firstAgreement,
  informationDistancePolicy,
  lastRound,
  validationCheckpoint,
} from './index';
import { randomTrajectories } from './testing/trajectories';
import reference from './testing/stops-reference.json';

const policies = [
  lastRound(),
  firstAgreement(),
  consecutiveAgreements(),
  validationCheckpoint(),
  { ...validationCheckpoint({ average: 'best-mean' }), name: 'best mean' },
  informationDistancePolicy(),
  dialogueAct(),
];

const made = [
  { trajectories: randomTrajectories(40, 21, 8), direction: 'maximize' as const, undecided: 0 },
  { trajectories: randomTrajectories(25, 22, 5), direction: 'minimize' as const, undecided: null },
  { trajectories: randomTrajectories(25, 22, 5), direction: 'minimize' as const, undecided: 3 },
].map(({ trajectories, ...settings }) => {
  const { rows, policies: validated } = crossValidate(trajectories, policies, {
    folds: 5,
    seed: 4,
    evidence: 'simulated',
    ...settings,
  });
  return validated.map(({ policy, fitted, stops }) => ({
    policy,
    ...Object.fromEntries(
      rows.filter((row) => row['policy'] === policy).map(({ column, value }) => [column, value]),
    ),
    stops: stops.map(({ round, fired }) => (fired ? round : -round)).join(' '),
    parameters: fitted.map(({ parameters: { setting, chosen, signals, ...learnt } }) =>
      Array.isArray(signals)
        ? {
            ...learnt,
            setting,
            pairs: signals.length,
            best: signals.slice(0, 3),
            chosen: (chosen as { pair: string }[]).map(({ pair }) => pair).join(),
          }
        : learnt,
    ),
  }));
});

/* The reference is what the first edition's code made, by other regressions and another grid search. */
it('reference: every policy stops where it did, having learnt the same', () => {
  expectSame(JSON.parse(JSON.stringify(made)), reference, 'made');
});

/** Equal, numbers to 1e-9. */
function expectSame(ours: unknown, theirs: unknown, path: string): void {
  if (typeof theirs === 'number') expect(ours, path).toBeCloseTo(theirs, 9);
  else if (typeof theirs === 'object' && theirs !== null) {
    expect(Object.keys(ours as object), path).toEqual(Object.keys(theirs));
    for (const [key, value] of Object.entries(theirs))
      expectSame((ours as Record<string, unknown>)[key], value, `${path}.${key}`);
  } else expect(ours, path).toBe(theirs);
}
