import { describe, expect, it } from 'vitest';
import type { Collaboration, Event, FailureEvent, ReplyEvent } from '../../transcripts';
import { madeDebate, madeReply } from '../debates/testing/made-debates';
import { rowsOf, valuesOf } from '../testing/measured';
import { failures, usage } from './calls';

const reply = (
  round: number,
  phase: string,
  agent: string,
  [inputTokens, outputTokens]: readonly [number, number],
  more: Partial<ReplyEvent> = {},
): ReplyEvent => ({
  type: 'reply',
  collaboration: 0,
  round,
  phase,
  agent,
  repeat: 0,
  attempt: 0,
  request: '',
  text: '',
  finish: 'stop',
  inputTokens,
  outputTokens,
  counted: 'reported',
  latencyMs: 1,
  cached: false,
  ...more,
});
const failure = (kind: FailureEvent['kind']): FailureEvent => ({
  type: 'failure',
  collaboration: 0,
  round: 1,
  phase: 'vote',
  agent: 'Ann',
  repeat: 0,
  kind,
  reason: '',
});
const collaboration = (...events: Event[]): Collaboration => ({
  index: 0,
  instance: null,
  agents: ['Ann', 'Bob'],
  events,
  finished: null,
});

const transcripts = [
  collaboration(
    reply(1, 'message', 'Ann', [100, 10]),
    reply(1, 'vote', 'Bob', [200, 20]),
    reply(1, 'vote', 'Bob', [210, 5], { attempt: 1 }),
    failure('unparsed'),
  ),
  collaboration(
    reply(2, 'message', 'Bob', [300, 30], { cached: true, refusal: true }),
    failure('refused'),
    failure('refused'),
  ),
];

describe('columns.usage', () => {
  it('known: four calls, one of them cached, unfinished or not, by round and by agent', async () => {
    const totals = (await rowsOf(transcripts, usage())).map(({ column, value }) => [column, value]);
    expect(Object.fromEntries(totals)).toEqual({
      calls: 4,
      cached: 1,
      repairs: 1,
      inputTokens: 810,
      outputTokens: 65,
      tokens: 875,
    });
    const byRound = await rowsOf(transcripts, usage('round'));
    expect(valuesOf(byRound, 'inputTokens')).toEqual([510, 300]);
    const byAgent = await rowsOf(transcripts, usage('agent'));
    const calls = byAgent
      .filter(({ column }) => column === 'calls')
      .map(({ agent, value }) => [agent, value]);
    expect(calls).toEqual([
      ['Ann', 1],
      ['Bob', 3],
    ]);
    expect(() => usage('rule' as 'round')).toThrow(expect.objectContaining({ code: 'setting' }));
  });

  /** Four agents in two groups, two stages of two rounds; Agent 4 is silent in rounds 2 and 4. */
  const grouped = madeDebate({
    method: 'S2-MAD',
    rounds: ['ABAA', 'ABA.', 'AAAA', 'AAA.'],
    groups: [
      [0, 1],
      [2, 3],
    ],
    intraRounds: 2,
    summaries: [['AB', 'A']],
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

  it('known: a debate by stage, step and role; who is silent costs nothing', async () => {
    const by = async (...fields: Parameters<typeof usage>) =>
      (await rowsOf([grouped, repaired], usage(...fields)))
        .filter(({ column }) => column === 'calls')
        .map((row) => [...fields.map((field) => row[field]), row.value]);
    expect(await by('stage')).toEqual([
      [1, 12],
      [2, 7],
      [null, 1],
    ]);
    expect(Object.fromEntries(await by('step'))).toEqual({
      alone: 7,
      debate: 6,
      summary: 2,
      exchange: 4,
      settlement: 1,
    });
    expect(await by('agent', 'role')).toContainEqual(['Summariser 2', 'summariser', 1]);
    expect(await by('counted')).toEqual([
      ['reported', 19],
      ['tokenizer', 1],
    ]);
  });

  it('law: every way to take it apart has the same sum', async () => {
    const all = [grouped, repaired, grouped];
    const total = await rowsOf(all, usage());
    for (const fields of [
      ['stage'],
      ['round', 'agent'],
      ['step', 'role'],
      ['phase'],
      ['counted', 'group'],
    ] as const)
      for (const { column, value } of total) {
        const parts = valuesOf(await rowsOf(all, usage(...fields)), column);
        expect(parts.reduce<number>((sum, part) => sum + (part ?? NaN), 0)).toBe(value);
      }
  });
});

describe('columns.failures', () => {
  it('known: one unparsed, two refused, one repair, one refusal among four replies, unfinished or not', async () => {
    const counts = (await rowsOf(transcripts, failures())).map(({ column, value }) => [column, value]);
    expect(Object.fromEntries(counts)).toEqual({
      unparsed: 1,
      invalid: 0,
      refused: 2,
      failed: 0,
      repairs: 1,
      replies: 4,
      refusals: 1,
      strangers: 0,
    });
  });
});
