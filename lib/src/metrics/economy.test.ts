import { describe, expect, it } from 'vitest';
import type { Collaboration } from '../transcripts/collaboration';
import type { DecisionEvent, Event, ProposalEvent } from '../transcripts/event';
import { economy, type EconomyMetricSettings } from '.';

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

const metricsOf = async (
  one: Collaboration,
  settings: Partial<EconomyMetricSettings> = {},
): Promise<Readonly<Record<string, number | null>>> =>
  (await economy([one], { at: [1, 2, 4], ...settings })).rows[0]?.metrics ?? {};

describe('utility, AUC, fairness and rigidity', () => {
  it('known: four rounds worth 0, 40, 40 and 80', async () => {
    expect(await metricsOf(collaboration(four, 4))).toEqual({
      'utility@1': 0,
      'utility@2': 40,
      'utility@4': 80,
      'auc@1': 0,
      'auc@2': 20, // (0 + 40) / 2
      'auc@4': 40, // (0 + 40 + 40 + 80) / 4
      rationality: 0, // nobody proposed
      fairness: 60, // 30 / 50
      rigidity: 50, // round 1 (0 = U_0) and round 3 of 4
    });
    const sums = await metricsOf(collaboration(four, 4), { auc: 'sum' });
    expect([sums['auc@1'], sums['auc@2'], sums['auc@4']]).toEqual([0, 40, 160]);
  });

  it('known: a first agreement in round 1 is a change from U_0 = 0', async () => {
    const metrics = await metricsOf(
      collaboration([decision(1, '1', [20, 20]), decision(2, '1', [20, 20])], 2),
    );
    expect(metrics['rigidity']).toBe(50);
  });

  it('known: a round without a decision event keeps the decision, before the first there is none', async () => {
    const { rows } = await economy([
      collaboration([decision(2, '1', [20, 20]), decision(4, '2', [50, 30])], 5),
    ]);
    expect(rows[0]?.utility).toEqual([0, 40, 40, 80, 80]);
    expect(rows[0]?.firstAgreement).toBe(2);
  });

  it('known: of several decisions in a round the last holds', async () => {
    const { rows } = await economy([
      collaboration([decision(1, '1', [1, 1]), decision(1, '2', [20, 20])], 1),
    ]);
    expect(rows[0]?.utility).toEqual([40]);
  });

  it('known: other utilities of the same total are no change, as the formula compares totals', async () => {
    const swapped = [decision(1, '1', [30, 10]), decision(2, '2', [10, 30])];
    expect((await metricsOf(collaboration(swapped, 2)))['rigidity']).toBe(50);
  });

  it('known: fairness without agreement is left out, or 1, or 0', async () => {
    const never = collaboration([decision(1, null)], 1);
    expect((await metricsOf(never))['fairness']).toBeNull();
    expect((await metricsOf(never, { withoutAgreement: 'one' }))['fairness']).toBe(100);
    expect((await metricsOf(never, { withoutAgreement: 'zero' }))['fairness']).toBe(0);
    const worthless = collaboration([decision(1, '1', [0, 0])], 1);
    expect((await metricsOf(worthless))['fairness']).toBeNull();
    const unfair = collaboration([decision(1, '1', [50, 0])], 1);
    expect((await metricsOf(unfair))['fairness']).toBe(0);
  });

  it('known: a collaboration that stopped after round 2 of 4 keeps its decision, or has none', async () => {
    const stopped = collaboration([decision(1, '1', [20, 20]), decision(2, '2', [50, 30])], 2);
    const carried = await metricsOf(stopped);
    expect(carried['utility@4']).toBe(80);
    expect(carried['auc@4']).toBe(70); // (40 + 80 + 80 + 80) / 4
    expect(carried['rigidity']).toBe(0); // both rounds played changed it
    const cut = await metricsOf(stopped, { afterEnd: 'undefined' });
    expect([cut['utility@2'], cut['utility@4'], cut['auc@4']]).toEqual([80, null, null]);
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
  const share = async (settings: Partial<EconomyMetricSettings>): Promise<number | null> =>
    (await metricsOf(collaboration(events, 3), settings))['rationality'] ?? null;

  it('known: 2 of 6 agent-rounds by default: Ann in round 1, Bob in round 2', async () => {
    expect(await share({})).toBeCloseTo(200 / 6, 12);
  });

  it('known: each open reading moves numerator or denominator', async () => {
    // Round 1 out: Bob of 4. In the denominator only: Bob of 6.
    expect(await share({ withoutDecision: 'exclude' })).toBeCloseTo(25, 12);
    expect(await share({ withoutDecision: 'irrational' })).toBeCloseTo(100 / 6, 12);
    // Bob's rounds 1 and 3 out: 2 of 4. Ann's round 2 out: 2 of 5.
    expect(await share({ skipped: 'exclude' })).toBeCloseTo(50, 12);
    expect(await share({ restated: 'exclude' })).toBeCloseTo(40, 12);
    // Bob's latest in round 3 is [10, 25], 25 over 20: 3 of 6. In round 1 he has none.
    expect(await share({ skipped: 'latest' })).toBeCloseTo(50, 12);
    // Left: Bob in round 2, Ann in round 3.
    expect(await share({ withoutDecision: 'exclude', skipped: 'exclude', restated: 'exclude' })).toBeCloseTo(
      50,
      12,
    );
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
    const silent = collaboration([decision(1, null)], 1);
    expect((await metricsOf(silent, { skipped: 'exclude' }))['rationality']).toBeNull();
  });

  it('known: of several proposals in a round the last counts', async () => {
    const twice = [proposal(1, 'Ann', '1', [0, 9]), proposal(1, 'Ann', '2', [5, 5]), decision(1, null)];
    expect((await metricsOf(collaboration(twice, 1)))['rationality']).toBe(50);
  });
});

describe('over collaborations', () => {
  const never = [1, 2, 3, 4].map((round) => decision(round, null));

  it('known: mean and standard error of 80 and 0, and of one number, and of none', async () => {
    const { summary } = await economy([collaboration(four, 4), collaboration(never, 4, 1)], { at: [4] });
    // sd = sqrt(40^2 + 40^2) = 56.57 with n - 1 = 1; over sqrt(2): 40.
    expect(summary['utility@4']?.mean).toBe(40);
    expect(summary['utility@4']?.standardError).toBeCloseTo(40, 12);
    expect(summary['utility@4']?.n).toBe(2);
    expect(summary['fairness']).toEqual({ mean: 60, standardError: null, n: 1 });
    expect((await economy([])).summary['utility@10']).toEqual({ mean: null, standardError: null, n: 0 });
  });

  it('known: by round, one of two agrees in round 2 and stops after it', async () => {
    const short = collaboration(four.slice(0, 2), 2);
    const both = [short, collaboration(never, 4, 1)];
    const { byRound } = await economy(both);
    expect(byRound.utility.map(({ mean }) => mean)).toEqual([0, 20, 20, 20]);
    expect(byRound.withoutAgreement).toEqual([100, 50, 50, 50]);
    const cut = await economy(both, { afterEnd: 'undefined' });
    expect(cut.byRound.utility.map(({ mean, n }) => [mean, n])).toEqual([
      [0, 2],
      [20, 2],
      [0, 1],
      [0, 1],
    ]);
    expect(cut.byRound.withoutAgreement).toEqual([100, 50, 100, 100]);
  });

  it('known: unfinished collaborations are left out and counted, or taken as far as they are', async () => {
    const half = collaboration(four.slice(0, 2), null, 1);
    const left = await economy([collaboration(four, 4), half]);
    expect([left.rows.length, left.unfinished]).toEqual([1, 1]);
    const taken = await economy([half], { unfinished: 'include' });
    expect([taken.rows[0]?.rounds, taken.rows[0]?.metrics['utility@3'], taken.unfinished]).toEqual([
      2, 40, 1,
    ]);
  });

  it('law: an asynchronous stream gives what an array gives', async () => {
    const all = [collaboration(four, 4), collaboration(never, 4, 1)];
    async function* stream(): AsyncGenerator<Collaboration> {
      for (const one of all) yield await Promise.resolve(one);
    }
    expect(await economy(stream())).toEqual(await economy(all));
  });

  it('contract: columns are those of the published tables', async () => {
    expect(Object.keys((await economy([])).summary)).toEqual([
      ...['utility@3', 'utility@5', 'utility@10', 'auc@3', 'auc@5', 'auc@10'],
      ...['rationality', 'fairness', 'rigidity'],
    ]);
  });

  it('contract: scores of another environment, and settings out of range, throw by name', async () => {
    const other = { ...decision(1, '1'), score: { error: 1 } };
    await expect(economy([collaboration([other], 1)])).rejects.toThrow(
      expect.objectContaining({ code: 'missing-score' }),
    );
    await expect(economy([collaboration([other], 1)])).rejects.toThrow(
      /decision in round 1 of collaboration 0/,
    );
    const unscored = [decision(1, '1', [1, 1]), proposal(2, 'Ann', '2'), decision(2, '1', [1, 1])];
    await expect(economy([collaboration(unscored, 2)])).rejects.toThrow(/proposal of Ann in round 2/);
    await expect(economy([], { at: [0] })).rejects.toThrow(expect.objectContaining({ code: 'setting' }));
    await expect(economy([], { auc: 'median' as 'mean' })).rejects.toThrow(
      /^economy needs "mean" or "sum" as auc, got "median"/,
    );
  });
});
