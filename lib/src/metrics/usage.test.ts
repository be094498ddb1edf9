import { describe, expect, it } from 'vitest';
import type { Collaboration } from '../transcripts/collaboration';
import type { Event, FailureEvent, ReplyEvent } from '../transcripts/event';
import { economy, failures, usage } from '.';

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
    reply(2, 'message', 'Bob', [300, 30], { cached: true }),
    failure('refused'),
    failure('refused'),
  ),
];

describe('usage', () => {
  it('known: four calls, one of them cached, by round, phase and agent', async () => {
    const { total, byRound, byPhase, byAgent } = await usage(transcripts);
    expect(total).toEqual({ calls: 4, cached: 1, inputTokens: 810, outputTokens: 65 });
    expect(byRound).toEqual([
      { round: 1, calls: 3, cached: 0, inputTokens: 510, outputTokens: 35 },
      { round: 2, calls: 1, cached: 1, inputTokens: 300, outputTokens: 30 },
    ]);
    expect(byPhase).toEqual([
      { phase: 'message', calls: 2, cached: 1, inputTokens: 400, outputTokens: 40 },
      { phase: 'vote', calls: 2, cached: 0, inputTokens: 410, outputTokens: 25 },
    ]);
    expect(byAgent.map(({ agent, calls }) => [agent, calls])).toEqual([
      ['Ann', 1],
      ['Bob', 3],
    ]);
  });
});

describe('failures', () => {
  it('known: one unparsed, two refused, one repair among four replies, unfinished or not', async () => {
    const counts = { unparsed: 1, invalid: 0, refused: 2, failed: 0, total: 3, repairs: 1, replies: 4 };
    expect(await failures(transcripts)).toEqual(counts);
    expect((await economy(transcripts)).failures).toEqual(counts);
    expect((await failures([])).total).toBe(0);
  });
});
