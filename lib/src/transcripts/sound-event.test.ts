import { describe, expect, it } from 'vitest';
import type { Event } from './event';
import { readBySchema } from './event-schema';
import { isSoundEvent } from './sound-event';

const place = { collaboration: 0, round: 1, phase: 'vote' };
const samples: Event[] = [
  { type: 'started', collaboration: 0, instance: null, agents: ['A'] },
  {
    ...{ type: 'reply', ...place, agent: 'A', repeat: 0, attempt: 0, request: 'ab', text: '' },
    ...{
      finish: 'stop',
      inputTokens: 1,
      outputTokens: 0,
      counted: 'reported',
      latencyMs: 0.5,
      cached: false,
    },
    intent: { acts: [] },
  },
  { type: 'message', ...place, from: 'A', to: ['B'], visibleTo: [], text: 'hi' },
  { type: 'proposal', ...place, by: 'A', candidate: '1', proposal: { a: 1 }, reason: '', score: {} },
  { type: 'vote', ...place, by: 'A', ballot: null, reason: 'none' },
  {
    ...{ type: 'decision', ...place, by: 'majority', candidates: [{ id: '1', by: ['A'] }], tally: { 1: 1 } },
    ...{ winners: ['1'], selected: null, standing: { candidate: '1', proposal: 2 }, score: {} },
  },
  { type: 'failure', ...place, agent: 'A', repeat: 0, kind: 'refused', reason: 'no', text: 'no' },
  { type: 'note', ...place, kind: 'tool', by: 'A', data: 1 },
  { type: 'finished', collaboration: 0, rounds: 1, cause: 'rounds', outcome: null, score: {} },
];
const values = [
  ...[undefined, null, '', 'stop', 'unparsed', 'tokenizer', 'note', 'toString', 0, 1, -1, 1.5, NaN, Infinity],
  ...[2 ** 60, true, [], ['A'], [1], {}, { a: 1 }, { a: 'b' }, [{ id: '1', by: ['A'] }], [{ id: '1' }]],
  ...[
    [{ id: '1', by: [], more: 1 }],
    { candidate: '1' },
    { candidate: '1', proposal: undefined },
    new Date(0),
  ],
];

describe('isSoundEvent', () => {
  it('law: agrees with the schema on sound events, and on every event with one field changed, added or left out', () => {
    let sound = 0;
    let unsound = 0;
    for (const sample of samples) {
      const names = [...Object.keys(sample), 'other', 'text'];
      const missing = names.map((name) =>
        Object.fromEntries(Object.entries(sample).filter(([key]) => key !== name)),
      );
      const changed = names.flatMap((name) => values.map((value) => ({ ...sample, [name]: value })));
      for (const event of [sample, ...missing, ...changed]) {
        expect(isSoundEvent(event), JSON.stringify(event)).toBe(readBySchema(event).ok);
        if (isSoundEvent(event)) sound++;
        else unsound++;
      }
    }
    // One field of a type takes a few of the values, most take one kind.
    expect(sound).toBeGreaterThan(100);
    expect(unsound).toBeGreaterThan(1000);
  });

  it('contract: what is no object is no event', () => {
    for (const value of values) expect(isSoundEvent(value)).toBe(false);
  });
});
