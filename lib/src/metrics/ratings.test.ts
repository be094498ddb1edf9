import { describe, expect, it } from 'vitest';
import type { Collaboration } from '../transcripts/collaboration';
import type { DecisionEvent, Event } from '../transcripts/event';
import { ratingConditions, ratings } from '.';

/** A decision on a rating of 3; null is none. */
const decision = (round: number, prediction: number | null, rating = 3): DecisionEvent => ({
  type: 'decision',
  collaboration: 0,
  round,
  phase: 'vote',
  by: 'majority',
  candidates: [],
  tally: {},
  winners: [],
  selected: null,
  standing: prediction === null ? null : { candidate: '1', proposal: { rating: prediction } },
  score: { prediction, rating, absoluteError: null, squaredError: null },
});

const collaboration = (events: readonly Event[], rounds: number | null, index = 0): Collaboration => ({
  index,
  instance: null,
  agents: ['Ann', 'Bob', 'Cyd'],
  events,
  finished:
    rounds === null
      ? null
      : {
          type: 'finished',
          collaboration: index,
          rounds,
          cause: 'limit',
          outcome: null,
          score: { prediction: null, rating: 3, absoluteError: null, squaredError: null },
        },
});

/** A collaboration whose prediction after each round is the one given. */
const course = (predictions: readonly (number | null)[], index = 0): Collaboration =>
  collaboration(
    predictions.map((prediction, place) => decision(place + 1, prediction)),
    predictions.length,
    index,
  );

/** Errors: none, +1, 0 and +2, +2, -1 by round. */
const two = [course([null, 4, 3]), course([5, 5, 2], 1)];

const means = (estimates: readonly { readonly mean: number | null }[]) => estimates.map(({ mean }) => mean);

describe('ratings', () => {
  it('known: MAE and RMSE by round of two collaborations', async () => {
    const { summary, byRound } = await ratings(two, { at: [1, 2, 3] });
    expect(Object.keys(summary)).toEqual(['mae@1', 'mae@2', 'mae@3', 'rmse@1', 'rmse@2', 'rmse@3']);
    expect(means(byRound.mae)).toEqual([2, 1.5, 0.5]); // 2; (1 + 2) / 2; (0 + 1) / 2
    expect(means(byRound.rmse)).toEqual([2, Math.sqrt(2.5), Math.sqrt(0.5)]); // 4; (1 + 4) / 2; (0 + 1) / 2
    expect([summary['mae@2'], summary['rmse@3']]).toEqual([byRound.mae[1], byRound.rmse[2]]);
  });

  it('known: who has not agreed by a round is left out and counted, or counts as a guess', async () => {
    const { byRound, rows, firstAgreement } = await ratings(two);
    expect(byRound.mae.map(({ n }) => n)).toEqual([1, 2, 2]);
    expect(byRound.undecided).toEqual([1, 0, 0]);
    expect(byRound.withoutAgreement).toEqual([50, 0, 0]);
    expect(rows.map((row) => row.firstAgreement)).toEqual([2, 1]);
    expect(firstAgreement).toMatchObject({ mean: 1.5, n: 2 });
    const guessed = await ratings(two, { undecided: 4 }); // off by 1
    expect(guessed.byRound.mae[0]).toMatchObject({ mean: 1.5, n: 2 });
    expect(guessed.rows[0]).toMatchObject({ predictions: [null, 4, 3], errors: [1, 1, 0], rating: 3 });
    expect(guessed.byRound.undecided).toEqual([1, 0, 0]);
  });

  it('known: standard errors; that of the RMSE by the delta method', async () => {
    const { summary } = await ratings(two, { at: [2] });
    // |1| and |2|: sd sqrt(0.5), over sqrt(2): 0.5. Squares 1 and 4: sd sqrt(4.5), over sqrt(2) 1.5; / (2 sqrt(2.5)).
    expect(summary['mae@2']?.standardError).toBeCloseTo(0.5, 12);
    expect(summary['rmse@2']?.standardError).toBeCloseTo(1.5 / (2 * Math.sqrt(2.5)), 12);
    expect((await ratings([course([4])], { at: [1] })).summary['rmse@1']).toEqual({
      mean: 1,
      standardError: null,
      n: 1,
    });
    const perfect = await ratings([course([3]), course([3], 1)], { at: [1] });
    expect(perfect.summary['rmse@1']).toEqual({ mean: 0, standardError: 0, n: 2 });
  });

  it('law: RMSE is at least MAE, and both are c where every error is c either way', async () => {
    for (let trial = 0; trial < 50; trial++) {
      const some = Array.from({ length: 1 + (trial % 7) }, (_, i) =>
        course([1 + ((trial * 7 + i * 3) % 5)], i),
      );
      const { summary } = await ratings(some, { at: [1] });
      expect(summary['rmse@1']?.mean).toBeGreaterThanOrEqual((summary['mae@1']?.mean ?? NaN) - 1e-12);
    }
    const { summary } = await ratings([course([4.5]), course([1.5], 1), course([4.5], 2)], { at: [1] });
    expect([summary['mae@1']?.mean, summary['rmse@1']?.mean]).toEqual([1.5, 1.5]);
  });

  it('known: the standing prediction holds until another one, whatever events are missing', async () => {
    const gaps = collaboration([decision(2, 5), decision(4, 3), decision(4, 4)], 5);
    expect((await ratings([gaps])).rows[0]).toMatchObject({
      predictions: [null, 5, 5, 4, 4],
      errors: [null, 2, 2, 1, 1],
      firstAgreement: 2,
    });
    const never = collaboration([], 2);
    expect((await ratings([never], { undecided: 5 })).rows[0]).toMatchObject({ rating: 3, errors: [2, 2] });
  });

  it('known: a collaboration that stopped early keeps its decision, or drops out', async () => {
    const stopped = [course([4]), course([5, 5], 1)];
    const carried = await ratings(stopped, { at: [2, 9] });
    expect([carried.summary['mae@2']?.mean, carried.summary['mae@9']?.mean]).toEqual([1.5, 1.5]);
    const cut = await ratings(stopped, { at: [2, 9], afterEnd: 'undefined' });
    expect(cut.summary['mae@2']).toEqual({ mean: 2, standardError: null, n: 1 });
    expect(cut.summary['mae@9']).toEqual({ mean: null, standardError: null, n: 0 });
  });

  it('known: unfinished collaborations are left out and counted; failures are counted everywhere', async () => {
    const failure: Event = {
      type: 'failure',
      collaboration: 1,
      round: 1,
      phase: 'vote',
      agent: 'Ann',
      repeat: 0,
      kind: 'invalid',
      reason: 'no such candidate',
    };
    const half = collaboration([decision(1, 4), failure], null, 1);
    const left = await ratings([course([5]), half]);
    expect([left.rows.length, left.unfinished, left.failures.invalid]).toEqual([1, 1, 1]);
    const taken = await ratings([course([5]), half], { unfinished: 'include', at: [1] });
    expect([taken.rows.length, taken.summary['mae@1']?.mean]).toEqual([2, 1.5]);
  });

  it('contract: nothing measured is no number, and columns are those of Table 7', async () => {
    const { summary, byRound } = await ratings([]);
    expect(Object.keys(summary)).toHaveLength(20);
    expect(summary['rmse@10']).toEqual({ mean: null, standardError: null, n: 0 });
    expect(byRound).toEqual({ mae: [], rmse: [], withoutAgreement: [], undecided: [] });
  });

  it('contract: scores of another environment, and settings out of range, throw by name', async () => {
    const other = collaboration([{ ...decision(1, 4), score: { share: 1 } }], 1);
    await expect(ratings([other])).rejects.toThrow(expect.objectContaining({ code: 'missing-score' }));
    await expect(ratings([other])).rejects.toThrow(
      /score.rating of the decision in round 1 of collaboration 0/,
    );
    await expect(ratings([], { at: [1.5] })).rejects.toThrow(expect.objectContaining({ code: 'setting' }));
    await expect(ratings([], { undecided: 'four' as 'exclude' })).rejects.toThrow(
      /"exclude", or a rating as undecided, got "four"/,
    );
    await expect(ratings([], { undecided: NaN })).rejects.toThrow(/got NaN/);
    await expect(ratings([], { afterEnd: 'drop' as 'carry' })).rejects.toThrow(
      /"carry" or "undefined" as afterEnd, got "drop"/,
    );
  });
});

describe('ratingConditions', () => {
  const run = (items: readonly Collaboration[]) =>
    Object.assign([...items], { evidence: 'simulated' as const });
  it('known: cells for a table, and a line for each of two figures, of equal length', async () => {
    const [first, second] = await ratingConditions({
      Majority: run(two),
      Never: run([course([null, null])]),
    });
    expect(first).toMatchObject({ label: 'Majority', evidence: 'simulated' });
    expect(first?.cells['mae@2']).toEqual({ value: 1.5, standardError: expect.closeTo(0.5, 12) as number });
    expect(first?.trajectory.values).toEqual([2, 1.5, 0.5]);
    expect(first?.rmseTrajectory.values[1]).toBeCloseTo(Math.sqrt(2.5), 12);
    expect(first?.trajectory.withoutAgreement).toEqual([0.5, 0, 0]);
    expect(first?.trajectory.standardErrors).toHaveLength(3);
    expect([second?.cells, second?.trajectory.values]).toEqual([{}, [null, null]]);
  });
});
