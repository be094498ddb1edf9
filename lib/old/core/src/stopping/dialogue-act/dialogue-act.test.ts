import { describe, expect, it } from 'vitest';
import {
  dialogueAct,
  stoppedRound,
  type DialogueActOptions,
  type FitSettings,
  type StoppingTrajectory,
} from '..';
import { trajectoryFrom, trajectoryOfValues, randomTrajectories } from '../testing/trajectories';
import type { DialogueAct } from '../../language/dialogue-act';

const up: FitSettings = { direction: 'maximize' };
const down: FitSettings = { direction: 'minimize' };
const said = (a: readonly DialogueAct[], b: readonly DialogueAct[], performance: number | null = 0) => ({
  acts: { A: a, B: b },
  performance,
});

describe('pairs of dialogue acts', () => {
  const trajectory = trajectoryFrom([
    said(['Inform'], ['Request']),
    said(['Accept'], ['Accept', 'Decline'], 1),
  ]);

  it('known: an act links with those of other agents in the next round', () => {
    const { signals } = dialogueAct().fit([trajectory], up);
    const pairs = Object.fromEntries(signals.map(({ pair, occurrences }) => [pair, occurrences]));
    expect(pairs).toEqual({ 'Inform -> Accept': 1, 'Inform -> Decline': 1, 'Request -> Accept': 1 });
  });

  it('known: one agent alone makes no pairs with others, and never stops', () => {
    const alone = trajectoryFrom([
      { acts: { A: ['Inform'] }, performance: 1 },
      { acts: { A: ['Accept'] }, performance: 2 },
    ]);
    const fitted = dialogueAct().fit([alone], up);
    expect(fitted.signals).toEqual([]);
    expect(stoppedRound(fitted, alone)).toEqual({ round: 2, fired: false });
  });
});

describe('learning signals', () => {
  // Inform -> Accept in rounds worth 4 and 6, Inform -> Decline in rounds worth 1 and 3; the pair is all that differs.
  const trajectories = [4, 6, 1, 3].map((value, place) =>
    trajectoryFrom([said(['Inform'], []), said([], [place < 2 ? 'Accept' : 'Decline'], value)]),
  );

  it('known: with both levels and an intercept, coefficients by hand', () => {
    // Means 5 and 2. Minimum norm: b0 = b1 + b2, b0 + b1 = 5, b0 + b2 = 2: b1 = 8/3, b2 = -1/3.
    const { signals } = dialogueAct().fit(trajectories, up);
    expect(signals.map(({ pair }) => pair)).toEqual(['Inform -> Accept', 'Inform -> Decline']);
    expect(signals[0]?.coefficient).toBeCloseTo(8 / 3, 12);
    expect(signals[1]?.coefficient).toBeCloseTo(-1 / 3, 12);
  });

  it('known: a pair that occurs twice in a round counts once, or twice where counts are asked for', () => {
    const twice = [2, 1].map((value, place) =>
      trajectoryFrom([said(['Inform'], []), said([], place === 0 ? ['Accept', 'Accept'] : [], value)]),
    );
    // The line through (times, 2) and (0, 1) has a slope of 1 over the times.
    const slopeOf = (row: 'round' | 'count') => dialogueAct({ row }).fit(twice, up).signals[0]?.coefficient;
    expect([slopeOf('round'), slopeOf('count')].map((slope) => slope?.toFixed(12))).toEqual([
      '1.000000000000',
      '0.500000000000',
    ]);
  });

  it('known: for an error the good pairs are those with small coefficients', () => {
    expect(dialogueAct().fit(trajectories, down).signals[0]?.pair).toBe('Inform -> Decline');
  });

  it('known: rounds without a decision are left out', () => {
    const open = [...trajectories, trajectoryFrom([said(['Inform'], []), said([], ['Defend'], null)])];
    const { regression } = dialogueAct().fit(open, { ...up, undecided: 0 }).parameters;
    expect(regression).toMatchObject({ observations: 4 });
  });

  it('known: a planted signal is found, and stops a collaboration where it comes up', () => {
    const training = randomTrajectories(80, 3);
    const fitted = dialogueAct().fit(training, up);
    expect(fitted.chosen[0]).toMatchObject({ pair: 'Propose -> Accept' });
    expect(fitted.chosen[0]?.pValue).toBeLessThan(0.001);
    const trajectory = trajectoryFrom([
      said(['Inform'], ['Inform']),
      said(['Propose'], ['Inform']),
      said([], ['Accept']),
      said([], []),
    ]);
    expect(stoppedRound(dialogueAct({ grid: { top: [1] } }).fit(training, up), trajectory)).toEqual({
      round: 3,
      fired: true,
    });
  });

  it('known: no acts, no decisions, nothing learnt, never stopped', () => {
    for (const trajectory of [
      trajectoryOfValues([1, 2, 3]),
      trajectoryFrom([said(['Inform'], []), said([], ['Accept'], null)]),
    ]) {
      const fitted = dialogueAct().fit([trajectory], up);
      expect([fitted.signals, fitted.chosen]).toEqual([[], []]);
      expect(stoppedRound(fitted, trajectory).fired).toBe(false);
    }
  });
});

describe('the grid search', () => {
  it('law: the chosen setting is the best of all 180, each tried by itself', () => {
    for (const [settings, options, training] of [
      [{ ...up, undecided: 0 }, {}, randomTrajectories(60, 9)],
      [down, { row: 'count' }, randomTrajectories(60, 9)],
      // Many rounds, and collaborations of different lengths.
      [
        up,
        {},
        [...randomTrajectories(15, 2, 70), ...randomTrajectories(15, 3, 33), ...randomTrajectories(15, 4, 3)],
      ],
    ] as [FitSettings, DialogueActOptions, StoppingTrajectory[]][]) {
      const found = dialogueAct(options).fit(training, settings);
      let best: { performance: number; rounds: number; setting: unknown } | undefined;
      let tried = 0;
      for (const top of [1, 2, 3, 4, 5])
        for (const pValue of [0.05, 0.1, 0.2, null])
          for (const countPerRound of [1, 2, 3])
            for (let score = 1; score <= top; score++) {
              tried++;
              const setting = { top, pValue, countPerRound, score };
              const { performance, rounds } = playedWith(training, setting, found.signals, settings);
              const sign = settings.direction === 'maximize' ? 1 : -1;
              const ahead = best === undefined ? 1 : sign * (performance - best.performance);
              if (ahead > 1e-12 || (ahead > -1e-12 && rounds < (best?.rounds ?? Infinity) - 1e-12))
                best = { performance, rounds, setting };
            }
      expect(tried).toBe(180);
      expect(found.setting).toEqual(best?.setting);
      const reported = found.parameters['training'] as { performance: number; rounds: number };
      expect(reported.performance).toBeCloseTo(best?.performance ?? NaN, 12);
      expect(reported.rounds).toBeCloseTo(best?.rounds ?? NaN, 12);
    }
  });

  /** The plain way: filter and cut the signals, count pairs in each round, stop at the first that passes. */
  function playedWith(
    training: readonly StoppingTrajectory[],
    {
      top,
      pValue,
      countPerRound,
      score,
    }: { top: number; pValue: number | null; countPerRound: number; score: number },
    signals: readonly { pair: string; pValue: number | null }[],
    { undecided = null }: FitSettings,
  ) {
    const passing = signals.filter((signal) => pValue === null || (signal.pValue ?? 1) < pValue);
    const chosen = passing.slice(0, top);
    const worths: number[] = [];
    let rounds = 0;
    for (const trajectory of training) {
      let stop = trajectory.rounds.length;
      for (const [place, round] of trajectory.rounds.entries()) {
        const links: string[] = [];
        for (const [agent, acts] of Object.entries(round.acts))
          for (const [other, before] of Object.entries(trajectory.rounds[place - 1]?.acts ?? {}))
            if (other !== agent)
              for (const from of before) for (const to of acts) links.push(`${from} -> ${to}`);
        const count = chosen.filter(
          ({ pair }) => links.filter((link) => link === pair).length >= countPerRound,
        );
        if (count.length >= score) {
          stop = place + 1;
          break;
        }
      }
      rounds += stop / training.length;
      const worth = trajectory.rounds[stop - 1]?.performance ?? undecided;
      if (worth !== null) worths.push(worth);
    }
    return { performance: worths.reduce((sum, value) => sum + value, 0) / worths.length, rounds };
  }

  it('known: ties go to fewer rounds, then to the earlier setting', () => {
    const flat = [1, 2, 3].map(() =>
      trajectoryFrom([said(['Inform'], []), said([], ['Accept'], 1), said([], ['Accept'], 1)]),
    );
    const fitted = dialogueAct().fit(flat, up);
    // All rounds are worth 1; only settings without a p-value fire (an exact fit has none), in round 2 of 3.
    expect(fitted.setting).toEqual({ top: 1, pValue: null, countPerRound: 1, score: 1 });
  });

  it('contract: grids that make no sense', () => {
    for (const grid of [{ top: [] }, { top: [0] }, { pValue: [0] }, { countPerRound: [1.5] }])
      expect(() => dialogueAct({ grid })).toThrow(expect.objectContaining({ code: 'setting' }));
    expect(() => dialogueAct({ grid: { pValue: [2] } })).toThrow(
      'dialogueAct needs a number above 0 and at most 1 as grid.pValue.0, got 2',
    );
  });
});
