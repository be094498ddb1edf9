import { describe, expect, it } from 'vitest';
import { debateCosts } from '.';
import { agentName, madeDebate, madeReply } from './testing/made-debates';

/** Four agents in two groups, two stages of two rounds; Agent 4 is silent in rounds 2 and 4. */
const grouped = madeDebate({
  method: 'S2-MAD',
  rounds: ['ABAA', 'ABA.', 'AAAA', 'AAA.'],
  ...{
    groups: [
      [0, 1],
      [2, 3],
    ],
    intraRounds: 2,
    summaries: [['AB', 'A']],
  },
  tokens: (round) => [100 * round, 10 * round],
});
const repaired = madeDebate({
  index: 1,
  rounds: ['AB'],
  more: [
    madeReply({ agent: 'Agent 2', attempt: 1, inputTokens: 120, outputTokens: 5, counted: 'tokenizer' }),
    madeReply({ agent: 'Agent 1', phase: 'settlement', inputTokens: 30, outputTokens: 3, cached: true }),
  ],
});

describe('debateCosts', () => {
  it('known: by round, stage, step and agent; who is silent costs nothing', async () => {
    const costs = await debateCosts([grouped]);
    // rounds: 4 x 110, 3 x 220, 4 x 330, 3 x 440; two summaries of 50 + 20 in round 2
    expect(
      costs.byRound.map(({ calls, inputTokens, outputTokens }) => [calls, inputTokens, outputTokens]),
    ).toEqual([
      [4, 400, 40],
      [5, 700, 100],
      [4, 1200, 120],
      [3, 1200, 120],
    ]);
    expect(costs.byStage.map(({ stage, calls }) => [stage, calls])).toEqual([
      [1, 9],
      [2, 7],
    ]);
    const steps = Object.fromEntries(costs.byStep.map(({ step, calls }) => [step, calls]));
    expect(steps).toEqual({ alone: 4, debate: 6, summary: 2, exchange: 4 });
    const agents = Object.fromEntries(costs.byAgent.map(({ agent, calls }) => [agent, calls]));
    expect(agents).toMatchObject({ 'Agent 1': 4, 'Agent 4': 2, 'Summariser 2': 1 });
    expect(costs.rows).toContainEqual({
      ...{ agent: 'Agent 3', round: 3, stage: 2, group: 2, step: 'exchange' },
      ...{ calls: 1, cached: 0, inputTokens: 300, outputTokens: 30 },
    });
    expect(costs.total).toEqual({ calls: 16, cached: 0, inputTokens: 3500, outputTokens: 380 });
  });

  it('known: mean and standard error per debate, repairs apart, who counted, ballots outside the debate', async () => {
    const costs = await debateCosts([grouped, repaired]);
    // 3880 and 2 x 110 + 125 + 33 = 378: mean 2129; the error is half the difference.
    expect(costs.perDebate.tokens).toEqual({ mean: 2129, standardError: 1751, n: 2 });
    expect(costs.perDebate.thousands.mean).toBeCloseTo(2.129, 12);
    expect(costs.perDebate.thousands.standardError).toBeCloseTo(1.751, 12);
    expect(costs.repairs).toEqual({ calls: 1, cached: 0, inputTokens: 120, outputTokens: 5 });
    expect(costs.counted.tokenizer).toEqual(costs.repairs);
    expect(costs.counted.reported.calls).toBe(19);
    expect(costs.rows).toContainEqual({
      ...{ agent: 'Agent 1', round: 1, stage: null, group: null, step: 'settlement' },
      ...{ calls: 1, cached: 1, inputTokens: 30, outputTokens: 3 },
    });
  });

  it('law: every way to take it apart has the same sum', async () => {
    const costs = await debateCosts([grouped, repaired, grouped]);
    for (const parts of [
      costs.rows,
      costs.byStage,
      costs.byRound,
      costs.byAgent,
      costs.byStep,
      Object.values(costs.counted),
    ])
      for (const field of ['calls', 'cached', 'inputTokens', 'outputTokens'] as const)
        expect(parts.reduce((sum, part) => sum + part[field], 0)).toBe(costs.total[field]);
  });

  it('contract: unfinished debates are counted apart; none at all have no mean', async () => {
    const running = madeDebate({ rounds: ['AB'], finished: null });
    const costs = await debateCosts([running, repaired]);
    expect(costs.unfinished).toEqual({ debates: 1, calls: 2, cached: 0, inputTokens: 200, outputTokens: 20 });
    expect(costs.debates).toBe(1);
    expect(costs.byAgent.map(({ agent }) => agent)).toEqual([agentName(0), agentName(1)]);
    expect((await debateCosts([])).perDebate.thousands).toEqual({ mean: null, standardError: null, n: 0 });
  });
});
