import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json';
import type { Collaboration } from '../../transcripts/collaboration';
import { lengthsOf, partsIn } from './testing/lengths-of';
import { madeDebate, type MadeDebate } from '../../metrics/debates/testing/made-debates';

/** Two stages of one round; answers of 1, 2 and 3 tokens. */
const made: MadeDebate = {
  ...{ rounds: ['AAB', 'AAB'], intraRounds: 1, summaries: [['AB']] },
  tokens: (_, agent) => [100, agent + 1],
};
const embedded = { summarise: 'different answers', similarity: { name: 'embedding' } };
/** The debate with more in the notes of its summaries. */
const summed = (held: Collaboration, more: JsonObject): Collaboration => ({
  ...held,
  events: held.events.map((event) =>
    event.type === 'note' && event.kind === 'summary'
      ? { ...event, data: { ...(event.data as JsonObject), ...more } }
      : event,
  ),
});

describe('what summarisers were shown', () => {
  it('known: the answers of whom the summary names, whatever their answers are', () => {
    for (const settings of [embedded, { summarise: 'different answers' }, {}]) {
      const held = madeDebate({ ...made, settings });
      expect(lengthsOf(summed(held, { of: ['Agent 2'] })).summarised).toEqual([[2]]);
      expect(lengthsOf(summed(held, { of: ['Agent 1', 'Agent 2'] })).summarised).toEqual([[3]]);
      expect(lengthsOf(summed(held, { of: [] })).summarised).toEqual([[0]]);
    }
  });

  it('known: without names, all answers or the first of each', () => {
    expect(lengthsOf(madeDebate(made)).summarised).toEqual([[6]]);
    expect(lengthsOf(madeDebate({ ...made, settings: embedded })).summarised).toEqual([[1 + 3]]);
  });

  it('known: a summary that was refused is read by nobody, and all that it cost is overhead', async () => {
    const held = madeDebate(made);
    const refused = { ...held, events: held.events.filter((e) => e.type !== 'note' || e.kind !== 'summary') };
    const { summaries, summarised, heard } = lengthsOf(refused);
    expect([summaries, summarised, heard?.[1]]).toEqual([[[0]], [[0]], [1, 2, 3]]);
    const sent = await partsIn(refused, { counting: 'what is sent' });
    expect(sent['summaries 1']).toEqual({ measured: 70, formula: 0, overhead: 70 });
  });

  it('contract: names are those of members of the group', () => {
    const held = madeDebate({ ...made, index: 3 });
    expect(() => lengthsOf(summed(held, { of: ['agent 1'] }))).toThrow(
      expect.objectContaining({ code: 'debate-record' }),
    );
    expect(() => lengthsOf(summed(held, { of: ['agent 1'] }))).toThrow(
      /collaboration 3: the summary of group 1 in stage 1 must be "of" its members, got "agent 1"/,
    );
    expect(() => lengthsOf(summed(held, { of: 'all' }))).toThrow(/"summary" of collaboration 3.*: of:/);
  });
});
