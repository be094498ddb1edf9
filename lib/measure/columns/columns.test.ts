import { describe, expect, it } from 'vitest';
import type { Event } from '../../protocols/protocol';
import type { Column } from '../measure';
import { made } from '../testing/made';
import * as decisions from './decisions';
import * as deliberation from './deliberation';
import * as strategies from './strategies';
import * as tokens from './tokens';

type Given = Parameters<typeof made>[0];
const found = (column: Column, given: Given) => column.measure(made(given));

describe('decisions', () => {
  it.each<[string, Column, Given, number | null]>([
    ['right', decisions.accuracy, { score: { correct: true } }, 100],
    ['a chance', decisions.accuracy, { score: { correct: 0.5 } }, 50],
    ['left out', decisions.accuracy, { score: { correct: null } }, null],
    ['decided', decisions.decided, { outcome: 'B' }, 100],
    ['undecided', decisions.decided, {}, 0],
    ['nothing asked', decisions.unusable, {}, null],
  ])('known: %s', (_, column, given, expected) => expect(found(column, given)).toBe(expected));

  it('known: one of four questions has no usable answer; a repair is not a question', () => {
    const call = (agent: string, attempt: number) => ({
      round: 1,
      phase: 'vote',
      agent,
      attempt,
      input: 1,
      output: 1,
    });
    const calls = [call('a', 0), call('b', 0), call('b', 1), call('c', 0), call('d', 0)];
    const failed = { round: 1, phase: 'vote', agent: 'b', kind: 'invalid', reason: '', text: '' } as const;
    expect(found(decisions.unusable, { calls, events: [{ type: 'unusable', ...failed }] })).toBe(25);
  });

  it('behaviour: a score without "correct" is an error', () => {
    expect(() => found(decisions.accuracy, { score: { share: 1 } })).toThrow(/correct/);
    expect(() => found(decisions.accuracy, { score: { correct: 100 } })).toThrow(/correct/);
  });
});

describe('tokens', () => {
  const call = (round: number, input: number, output: number) => ({
    round,
    phase: '',
    agent: '',
    attempt: 0,
    input,
    output,
  });
  const given = { calls: [call(1, 10, 2), call(2, 20, 3)], rounds: 3 };
  it.each([
    ['calls', tokens.calls, 2],
    ['input', tokens.input, 30],
    ['output', tokens.output, 5],
    ['total', tokens.total, 35],
  ])('known: %s', (_, column, expected) => expect(found(column, given)).toEqual(expected));
  it('behaviour: without recorded calls, costs are missing, not 0', () =>
    expect(found(tokens.total, {})).toBeNull());
});

describe('deliberation', () => {
  const belief = (agent: string, hallucination: number, publicError: number): Event => ({
    type: 'belief',
    round: 1,
    agent,
    belief: {},
    errors: { hallucination, publicError },
  });
  const advice = (proposal: readonly string[], normalized: number): Event => ({
    type: 'tool',
    round: 1,
    phase: 'planning',
    agent: 'Ann',
    name: 'solver',
    input: null,
    output: { proposal, value: 1, score: { normalized } },
  });
  const whole = {
    score: { normalized: 0.8, valid: true, adjusted: 0.9 },
    outcome: ['soup', 'cake'],
    events: [
      belief('Ann', 0.5, 1),
      belief('Ben', 0.25, 0.4),
      advice(['soup'], 0.2),
      advice(['cake', 'soup'], 1),
    ],
  };
  it.each([
    ['NR', deliberation.normalizedReward, 80],
    ['VR', deliberation.valid, 100],
    ['NAR', deliberation.adjustedReward, 90],
    ['HR of the last belief', deliberation.hallucination, 25],
    ['NMAE of the last belief', deliberation.publicError, 0.4],
    ['tool NR', deliberation.toolReward, 100],
    ['actual NR', deliberation.rewardWithTool, 80],
    ['compliance, in any order', deliberation.compliance, 100],
  ])('known: %s', (_, column, expected) => expect(found(column, whole)).toBe(expected));
  it('known: a missing decision does not comply; without advice or beliefs, there is no value', () => {
    expect(found(deliberation.compliance, { ...whole, outcome: null })).toBe(0);
    expect(found(deliberation.toolReward, { ...whole, events: [] })).toBeNull();
    expect(found(deliberation.hallucination, { ...whole, events: [] })).toBeNull();
  });
  it('behaviour: the error names a missing score', () =>
    expect(() => found(deliberation.valid, { score: { valid: 'yes' } })).toThrow(/valid/));
});

describe('strategies', () => {
  it('known: equation 1 with alpha 1 and beta 4', () =>
    expect(strategies.tokenAccuracy(100, 60, 10)).toBe(1));
  it('known: in a majority vote, a tie scores its share of right answers', () => {
    const say = (agent: string, proposal: string): Event => ({
      type: 'proposal',
      round: 1,
      agent,
      candidate: proposal,
      proposal,
      score: { correct: proposal === 'A' ? 1 : 0 },
    });
    const vote = (letters: string) =>
      found(strategies.majorityVote, {
        events: [...letters].map((letter, at) => say(`agent ${at}`, letter)),
      });
    expect([vote('AAB'), vote('ABB'), vote('AB'), vote('')]).toEqual([100, 0, 50, 0]);
  });
});
