import { describe, expect, it } from 'vitest';
import type { Collaboration, DecisionEvent, Event, ProposalEvent } from '../../transcripts';
import { rowOf, rowsOf, valuesOf } from '../testing/measured';
import { economy, type EconomyColumnSettings } from './economy';

type Utilities = readonly [ann: number, bob: number];

/** An economy whose optimum is 100, so that a total is its own percentage. */
const score = ([ann, bob]: Utilities) => ({
  utilities: { Ann: ann, Bob: bob },
  total: ann + bob,
  optimum: 100,
  share: (ann + bob) / 100,
});

/** The decision that stands after a round; null is none. */
const decision = (round: number, id: string | null, utilities: Utilities = [0, 0]): DecisionEvent => ({
  type: 'decision',
  collaboration: 0,
  round,
  phase: 'vote',
  by: 'majority',
  candidates: [],
  tally: {},
  winners: [],
  selected: id,
  standing: id === null ? null : { candidate: id, proposal: {} },
  score: score(utilities),
});

const proposal = (round: number, by: string, id: string | null, utilities?: Utilities): ProposalEvent => ({
  type: 'proposal',
  collaboration: 0,
  round,
  phase: 'proposal',
  by,
  candidate: id,
  proposal: id === null ? null : {},
  ...(utilities ? { score: score(utilities) } : {}),
});

const collaboration = (events: readonly Event[], rounds: number | null, index = 0): Collaboration => ({
  index,
  instance: null,
  agents: ['Ann', 'Bob'],
  events,
  finished:
    rounds === null
      ? null
      : { type: 'finished', collaboration: index, rounds, cause: 'limit', outcome: null, score: {} },
});

/** Nothing, then 20 + 20, kept, then 50 + 30. */
const four = [
  decision(1, null),
  decision(2, '1', [20, 20]),
  decision(3, '1', [20, 20]),
  decision(4, '2', [50, 30]),
];

/** By column, of one collaboration; utility at its rounds. */
const metricsOf = async (
  one: Collaboration,
  settings: EconomyColumnSettings = {},
): Promise<Readonly<Record<string, number | null>>> => {
  const rows = await rowsOf([one], economy({ at: [1, 2, 4], ...settings }));
  const named = rows.map(({ column, round, value }) => [
    round === undefined ? column : `${column}@${round}`,
    value,
  ]);
  return Object.fromEntries(named) as Record<string, number | null>;
};
const utilitiesOf = async (one: Collaboration) => valuesOf(await rowsOf([one], economy()), 'utility');

describe('utility, AUC, fairness and rigidity', () => {
  it('known: four rounds worth 0, 40, 40 and 80', async () => {
    expect(await metricsOf(collaboration(four, 4))).toEqual({
      'utility@1': 0,
      'utility@2': 40,
      'utility@3': 40,
      'utility@4': 80,
      'auc@1': 0,
      'auc@2': 20, // (0 + 40) / 2
      'auc@4': 40, // (0 + 40 + 40 + 80) / 4
      rationality: 0, // nobody proposed
      fairness: 60, // 30 / 50
      rigidity: 50, // round 1 (0 = U_0) and round 3 of 4
      'withoutAgreement@1': 1,
      'withoutAgreement@2': 0,
      'withoutAgreement@3': 0,
      'withoutAgreement@4': 0,
      firstAgreement: 2,
    });
  });

  it('known: a first agreement in round 1 is a change from U_0 = 0', async () => {
    const metrics = await metricsOf(
      collaboration([decision(1, '1', [20, 20]), decision(2, '1', [20, 20])], 2),
    );
    expect(metrics['rigidity']).toBe(50);
  });

  it('known: a round without a decision event keeps the decision, before the first there is none', async () => {
    const gaps = collaboration([decision(2, '1', [20, 20]), decision(4, '2', [50, 30])], 5);
    expect(await utilitiesOf(gaps)).toEqual([0, 40, 40, 80, 80]);
    expect((await metricsOf(gaps))['firstAgreement']).toBe(2);
  });

  it('known: of several decisions in a round the last holds', async () => {
    const twice = collaboration([decision(1, '1', [1, 1]), decision(1, '2', [20, 20])], 1);
    expect(await utilitiesOf(twice)).toEqual([40]);
  });

  it('known: other utilities of the same total are no change, as the formula compares totals', async () => {
    const swapped = [decision(1, '1', [30, 10]), decision(2, '2', [10, 30])];
    expect((await metricsOf(collaboration(swapped, 2)))['rigidity']).toBe(50);
  });

  it('known: fairness without agreement is left out, or 1, or 0', async () => {
    const never = collaboration([decision(1, null)], 1);
    expect((await metricsOf(never))['fairness']).toBeNull();
    expect((await metricsOf(never, { undecided: 'one' }))['fairness']).toBe(100);
    expect((await metricsOf(never, { undecided: 'zero' }))['fairness']).toBe(0);
    const worthless = collaboration([decision(1, '1', [0, 0])], 1);
    expect((await metricsOf(worthless))['fairness']).toBeNull();
    const unfair = collaboration([decision(1, '1', [50, 0])], 1);
    expect((await metricsOf(unfair))['fairness']).toBe(0);
  });

  it('known: a collaboration that stopped after round 2 of 4 keeps its decision, or has none', async () => {
    const stopped = collaboration([decision(1, '1', [20, 20]), decision(2, '2', [50, 30])], 2);
    const carried = await metricsOf(stopped);
    expect(carried['auc@4']).toBe(70); // (40 + 80 + 80 + 80) / 4
    expect(carried['rigidity']).toBe(0); // both rounds played changed it
    const cut = await metricsOf(stopped, { afterEnd: 'undefined' });
    expect([cut['utility@2'], cut['auc@2'], cut['auc@4']]).toEqual([80, 60, null]);
  });
});

describe('rationality', () => {
  // Round 1: nothing stands; Ann proposes, Bob skips. Round 2: [20, 20] stands; Ann restates it, Bob asks for
  // [10, 25]. Round 3: still stands; Ann offers [15, 40], worse for herself; Bob says nothing at all.
  const events = [
    proposal(1, 'Ann', '1', [20, 20]),
    proposal(1, 'Bob', null),
    decision(1, '1', [20, 20]),
    proposal(2, 'Ann', '1', [20, 20]),
    proposal(2, 'Bob', '2', [10, 25]),
    decision(2, '1', [20, 20]),
    proposal(3, 'Ann', '3', [15, 40]),
    decision(3, '1', [20, 20]),
  ];

  it('known: 2 of 6 agent-rounds: Ann in round 1, Bob in round 2', async () => {
    const { rationality } = await metricsOf(collaboration(events, 3));
    expect(rationality).toBeCloseTo(200 / 6, 12);
    // Bob's rounds 1 and 3 out: 2 of 4.
    const left = await metricsOf(collaboration(events, 3), { skipped: 'exclude' });
    expect(left['rationality']).toBeCloseTo(50, 12);
  });

  it('known: equal utility does not exceed, nor does a rounding error, nor 0 over nothing', async () => {
    const equal = [
      proposal(1, 'Ann', '1', [0, 30]),
      decision(1, '1', [20, 20]),
      proposal(2, 'Ann', '2', [20 + 1e-12, 50]),
      decision(2, '1', [20, 20]),
    ];
    expect((await metricsOf(collaboration(equal, 2)))['rationality']).toBe(0);
  });

  it('known: nothing to count is undefined, not 0', async () => {
    expect((await metricsOf(collaboration([], 0)))['rationality']).toBeNull();
  });

  it('known: of several proposals in a round the last counts', async () => {
    const twice = [proposal(1, 'Ann', '1', [0, 9]), proposal(1, 'Ann', '2', [5, 5]), decision(1, null)];
    expect((await metricsOf(collaboration(twice, 1)))['rationality']).toBe(50);
  });
});

describe('over collaborations', () => {
  const never = [1, 2, 3, 4].map((round) => decision(round, null));

  it('known: by round, one of two agrees in round 2 and stops after it', async () => {
    const both = [collaboration(four.slice(0, 2), 2), collaboration(never, 4, 1)];
    const rows = await rowsOf(both, economy());
    expect(valuesOf(rows, 'utility')).toEqual([0, 20, 20, 20]);
    expect(valuesOf(rows, 'withoutAgreement')).toEqual([1, 0.5, 0.5, 0.5]);
    expect(rowOf(rows, 'fairness')).toMatchObject({ value: 100, n: 1 });
    const cut = (await rowsOf(both, economy({ afterEnd: 'undefined' }))).filter(
      ({ column }) => column === 'utility',
    );
    expect(cut.map(({ value, n }) => [value, n])).toEqual([
      [0, 2],
      [20, 2],
      [0, 1],
      [0, 1],
    ]);
  });

  it('contract: scores of another environment, and settings out of range, throw by name', async () => {
    const other = { ...decision(1, '1'), score: { error: 1 } };
    const measured = rowsOf([collaboration([other], 1)], economy());
    await expect(measured).rejects.toMatchObject({
      code: 'missing-score',
      message: expect.stringContaining('decision in round 1 of collaboration 0') as string,
    });
    const unscored = [decision(1, '1', [1, 1]), proposal(2, 'Ann', '2'), decision(2, '1', [1, 1])];
    await expect(rowsOf([collaboration(unscored, 2)], economy())).rejects.toThrow(
      /proposal of Ann in round 2/,
    );
    const setting = (message: string) => expect.objectContaining({ code: 'setting', message }) as Error;
    expect(() => economy({ at: [0] })).toThrow(
      setting('columns.economy needs a whole number of at least 1 as at.0, got 0'),
    );
  });
});
