import { describe, expect, it } from 'vitest';
import type { Collaboration, DecisionEvent, Event } from '../../transcripts';
import { rowOf, rowsOf, valuesOf } from '../testing/measured';
import { ratings } from './ratings';

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

describe('columns.ratings', () => {
  it('known: MAE and RMSE by round of two collaborations', async () => {
    const rows = await rowsOf(two, ratings());
    expect(valuesOf(rows, 'mae')).toEqual([2, 1.5, 0.5]); // 2; (1 + 2) / 2; (0 + 1) / 2
    expect(valuesOf(rows, 'rmse')).toEqual([2, Math.sqrt(2.5), Math.sqrt(0.5)]); // 4; (1 + 4) / 2; (0 + 1) / 2
    const errors = rows.filter(({ round }) => round === 2).map(({ standardError }) => standardError);
    // |1| and |2|: sd sqrt(0.5), over sqrt(2): 0.5. Squares 1 and 4: sd sqrt(4.5), over sqrt(2) 1.5; / (2 sqrt(2.5)).
    expect(errors[0]).toBeCloseTo(0.5, 12);
    expect(errors[1]).toBeCloseTo(1.5 / (2 * Math.sqrt(2.5)), 12);
  });

  it('known: who has not agreed by a round is left out and counted, or counts as a guess', async () => {
    const rows = await rowsOf(two, ratings());
    expect(rows.filter(({ column }) => column === 'mae').map(({ n }) => n)).toEqual([1, 2, 2]);
    expect(valuesOf(rows, 'withoutAgreement')).toEqual([0.5, 0, 0]);
    expect(rowOf(rows, 'firstAgreement')).toMatchObject({ value: 1.5, n: 2 });
    const guessed = await rowsOf(two, ratings({ undecided: 4 })); // off by 1
    expect(valuesOf(guessed, 'mae')).toEqual([1.5, 1.5, 0.5]);
    expect(valuesOf(guessed, 'withoutAgreement')).toEqual([0.5, 0, 0]);
  });

  it('law: RMSE is at least MAE, and both are c where every error is c either way', async () => {
    for (let trial = 0; trial < 50; trial++) {
      const some = Array.from({ length: 1 + (trial % 7) }, (_, i) =>
        course([1 + ((trial * 7 + i * 3) % 5)], i),
      );
      const rows = await rowsOf(some, ratings());
      expect(rowOf(rows, 'rmse').value).toBeGreaterThanOrEqual((rowOf(rows, 'mae').value ?? NaN) - 1e-12);
    }
    const rows = await rowsOf([course([4.5]), course([1.5], 1), course([4.5], 2)], ratings());
    expect([rowOf(rows, 'mae').value, rowOf(rows, 'rmse').value]).toEqual([1.5, 1.5]);
  });

  it('known: the standing prediction holds until another one, whatever events are missing', async () => {
    const gaps = collaboration([decision(2, 5), decision(4, 3), decision(4, 4)], 5);
    const rows = await rowsOf([gaps], ratings());
    expect(valuesOf(rows, 'mae')).toEqual([null, 2, 2, 1, 1]);
    expect(rowOf(rows, 'firstAgreement').value).toBe(2);
    expect(valuesOf(await rowsOf([collaboration([], 2)], ratings({ undecided: 5 })), 'mae')).toEqual([2, 2]);
  });

  it('known: a collaboration that stopped early keeps its decision, or drops out', async () => {
    const stopped = [course([4]), course([5, 5], 1)];
    expect(valuesOf(await rowsOf(stopped, ratings()), 'mae')).toEqual([1.5, 1.5]);
    expect(valuesOf(await rowsOf(stopped, ratings({ afterEnd: 'undefined' })), 'mae')).toEqual([1.5, 2]);
  });

  it('contract: scores of another environment, and settings out of range, throw by name', async () => {
    const other = collaboration([{ ...decision(1, 4), score: { share: 1 } }], 1);
    await expect(rowsOf([other], ratings())).rejects.toMatchObject({
      code: 'missing-score',
      message: expect.stringContaining(
        'score.rating of the decision in round 1 of collaboration 0',
      ) as string,
    });
    expect(() => ratings({ undecided: 'four' as 'exclude' })).toThrow(
      /"exclude" or a number as undecided, got "four"/,
    );
    expect(() => ratings({ undecided: NaN })).toThrow(/got NaN/);
    expect(() => ratings({ afterEnd: 'drop' as 'carry' })).toThrow(
      /"carry" or "undefined" as afterEnd, got "drop"/,
    );
  });
});
