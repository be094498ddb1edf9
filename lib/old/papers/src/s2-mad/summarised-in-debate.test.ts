import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../voting/src/json';
import type { Collaboration } from 'agora-core/transcripts';
import { lengthsOf, partsIn } from './testing/lengths-of';
import { madeDebate, type MadeDebate } from '../../../core/src/metrics/debates/testing/made-debates';

/** Two stages of one round; answers of 1, 2 and 3 tokens. */
const made: MadeDebate = {
  rounds: ['AAB', 'AAB'],
  intraRounds: 1,
  summaries: [['AB']],
  tokens: (_, agent) => [100, agent + 1],
};
/** The debate with other notes of its summaries. */
const summed = (held: Collaboration, data: JsonObject): Collaboration => ({
  ...held,
  events: held.events.map((event) =>
    event.type === 'note' && event.kind === 'summary' ? { ...event, data } : event,
  ),
});

describe('what summarisers were shown', () => {
  it('known: the answers of whom the summary names, whatever their answers are', () => {
    const held = madeDebate(made);
    expect(lengthsOf(held).summarised).toEqual([[1 + 2 + 3]]);
    expect(lengthsOf(summed(held, { of: ['Agent 2'] })).summarised).toEqual([[2]]);
    expect(lengthsOf(summed(held, { of: ['Agent 1', 'Agent 2'] })).summarised).toEqual([[3]]);
    expect(lengthsOf(summed(held, { of: [] })).summarised).toEqual([[0]]);
  });

  it('known: a summary that was refused is read by nobody, and all that it cost is overhead', async () => {
    const held = madeDebate(made);
    const refused = { ...held, events: held.events.filter((e) => e.type !== 'note' || e.kind !== 'summary') };
    const { summaries, summarised, heard } = lengthsOf(refused);
    expect([summaries, summarised, heard[1]]).toEqual([[[0]], [[0]], [1, 2, 3]]);
    const sent = await partsIn(refused, { counting: 'what is sent' });
    expect(sent['summaries 1']).toEqual({ measured: 70, formula: 0, overhead: 70 });
  });

  it('contract: a summary that does not name them, and names that are none, are named', () => {
    const held = madeDebate({ ...made, index: 3 });
    expect(() => lengthsOf(summed(held, {}))).toThrow(
      'collaboration 3: the summary of stage 1/group 1/summary does not name whom it is of',
    );
    expect(() => lengthsOf(summed(held, { of: 'all' }))).toThrow(/"summary" of collaboration 3.*: of:/);
  });
});
