import { describe, expect, it } from 'vitest';
import type { Reading } from '../../../../voting/src/json';
import { readDecision, readMessageText, readPlan, readTaggedJson } from './tagged';

const list = (value: unknown): Reading<string[]> =>
  Array.isArray(value) ? { ok: true, value: value as string[] } : { ok: false, reason: 'not a list' };
const valueOf = <T>(reading: Reading<T>): T | string => (reading.ok ? reading.value : reading.reason);

describe('tagged answers', () => {
  it.each([
    ['<belief>{"a": 1}</belief>'],
    ['<thoughts>{"b": 2} is wrong</thoughts>\n< Belief >\n```json\n{"a": 1}\n```\n</BELIEF> Thanks!'],
    ['I put it in <belief>. <belief>{"a": 1}</belief>'],
    ['<belief>{"a": 1}'],
    ['<belief>{"belief": {"a": 1}}</belief>'],
    ['{"belief": {"a": 1}}'],
    ['{"thoughts": "I count {2}.", "belief": {"a": 1}}'],
    ["so {'a': 1,}"],
    ['<belief>{"a": 1}</belief> As said in <belief>, that is all.'],
  ])('known: %s', (text) => expect(valueOf(readTaggedJson(text, 'belief'))).toEqual({ a: 1 }));

  it('contract: JSON or a tag that breaks off is said to', () => {
    expect(valueOf(readTaggedJson('<belief>{"a": 1', 'belief'))).toMatch(/breaks off/);
    expect(valueOf(readTaggedJson('thinking... <bel', 'belief'))).toMatch(/no JSON/);
  });

  it('known: plans and decisions, with fields or alone', () => {
    const reason = 'good';
    expect(valueOf(readPlan('<plan>{"proposal": ["a"], "explanation": "good"}</plan>', list))).toEqual({
      proposal: ['a'],
      reason,
    });
    expect(valueOf(readPlan('["a"]', list))).toEqual({ proposal: ['a'], reason: '' });
    expect(valueOf(readPlan('{"explanation": "hm"}', list))).toBe('not a list');
    expect(valueOf(readDecision('{"accept": "Yes", "explanation": "good"}', true, list))).toEqual({
      accept: true,
      proposal: null,
      reason,
    });
    const own = '<decision>{"decision": {"accept": false, "proposal": ["b"]}}</decision>';
    expect(valueOf(readDecision(own, true, list))).toMatchObject({ accept: false, proposal: ['b'] });
    expect(valueOf(readDecision(own, false, list))).toMatchObject({ accept: false, proposal: null });
    expect(valueOf(readDecision('{"accept": false, "proposal": "b"}', true, list))).toBe('not a list');
  });

  it('known: messages in a tag, as JSON, or all but the thoughts', () => {
    for (const text of [
      '<thoughts>hm</thoughts><message>I see 3.</message>',
      '{"target": ["Ben"], "message": "I see 3."}',
      '<thoughts>hm</thoughts>\nI see 3.',
      '<message>I see 3.',
      '<message>I see 3.</mess',
    ])
      expect(valueOf(readMessageText(text)), text).toBe('I see 3.');
    expect(valueOf(readMessageText('{"thoughts": "hm", "message": "I see 3."}'))).toBe('I see 3.');
    for (const text of [
      '',
      '<message> </message>',
      '<thoughts>hm',
      '<messa',
      '{"thoughts": "<your thoughts>", "message": "<your message>"}',
      '{"thoughts": "I see 3."}',
      '{"thoughts": "hm", "message": "I se',
    ])
      expect(readMessageText(text).ok, text).toBe(false);
  });
});
