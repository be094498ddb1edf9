import { describe, expect, it } from 'vitest';
import type { Question } from '../protocols';
import type { ReplyEvent } from '../transcripts';
import { interpret } from './interpret';

const format = { name: 'vote', schema: { type: 'object' } };
const read = (value: unknown) => ({ ok: true, value }) as const;
const asked = { round: 1, phase: 'vote', agent: 'Ann', messages: [], read };
const question = (isJson: boolean): Question<unknown, unknown> => (isJson ? { ...asked, format } : asked);
const reply = (text: string, finish: ReplyEvent['finish']) =>
  ({ text, finish, outputTokens: 64 }) as ReplyEvent;

describe('interpret, of a reply that was cut off', () => {
  it.each([
    ['{"decision": "A"}', 'whole'],
    ['{"decision": "A"}      \n\n\n', 'whole, and spaces to the limit'],
    ['```json\n{"decision": "A"}\n```\nThis is because', 'whole, and talk behind it'],
  ])('known: JSON that is whole counts: %s (%s)', (text) => {
    expect(interpret(question(true), reply(text, 'length'))).toMatchObject({
      kind: 'answered',
      value: { decision: 'A' },
    });
  });

  it.each([
    '{"decision": "A", "reason": "It is',
    'First I thought of {"decision": "B"}, but then',
    'I think that',
    '',
  ])('known: JSON that is not, or stands behind talk, is unparsed, and says why: %s', (text) => {
    expect(interpret(question(true), reply(text, 'length'))).toMatchObject({
      kind: 'unparsed',
      reason: expect.stringContaining('(it was cut off at its length limit, after 64 tokens)') as string,
    });
  });

  it('known: prose never counts; whole prose does', () => {
    const text = '25 eggs/day';
    expect(interpret(question(false), reply(text, 'length'))).toEqual({
      kind: 'unparsed',
      reason: 'it was cut off at its length limit, after 64 tokens',
      text,
    });
    expect(interpret(question(false), reply(text, 'stop'))).toMatchObject({ kind: 'answered', value: text });
  });
});
