import { describe, expect, it } from 'vitest';
import type { Event, ReplyEvent } from './event';
import { replyBehind } from './reply-behind';

const place = { collaboration: 0, round: 1, phase: 'path' };
const reply = (repeat: number, text: string, attempt = 0): ReplyEvent => ({
  type: 'reply',
  ...place,
  agent: 'Ann',
  repeat,
  attempt,
  request: text,
  text,
  finish: 'stop',
  inputTokens: 1,
  outputTokens: 1,
  counted: 'reported',
  latencyMs: 0,
  cached: false,
});
const says = (text: string): Event => ({ type: 'message', ...place, from: 'Ann', to: [], text });
const fails = (repeat: number, kind: 'invalid' | 'failed'): Event => ({
  type: 'failure',
  ...place,
  agent: 'Ann',
  repeat,
  kind,
  reason: 'so',
});

describe('replyBehind', () => {
  it('known: who is asked several times at once has each message led back to its own answer', () => {
    const messages = [says('18'), says('18'), says('180')];
    const failures = [fails(1, 'invalid'), fails(4, 'failed')];
    const replies = [reply(3, '\\boxed{180}'), reply(0, '\\boxed{18}'), reply(1, '?'), reply(2, 'I take 18')];
    const events = [...replies, reply(1, '??', 1), ...failures, ...messages];
    const texts = (...all: Event[]) => all.map((event) => replyBehind(events, event)?.text);
    expect(texts(...messages)).toEqual(['\\boxed{18}', 'I take 18', '\\boxed{180}']);
    expect(texts(...failures)).toEqual(['??', undefined]);
    expect(texts(structuredClone(messages[2]!))).toEqual(['\\boxed{180}']);
  });

  it('known: one answer makes several events, and one who is asked again is taken at the last word', () => {
    const proposal: Event = { type: 'proposal', ...place, by: 'Ann', candidate: '1', proposal: 7 };
    const events = [reply(0, 'not yet'), reply(1, 'seven'), proposal, says('seven')];
    expect([proposal, events[3]!].map((event) => replyBehind(events, event)?.text)).toEqual([
      'seven',
      'seven',
    ]);
    const two = [reply(0, 'both'), says('one'), says('two')];
    expect(two.slice(1).map((event) => replyBehind(two, event)?.text)).toEqual(['both', 'both']);
    const belief: Event = { type: 'note', ...place, kind: 'belief', by: 'Ann', data: {} };
    expect(replyBehind([reply(0, 'x'), belief], belief)?.text).toBe('x');
    expect(replyBehind(events, { type: 'note', ...place, kind: 'debate', data: {} })).toBeUndefined();
  });
});
