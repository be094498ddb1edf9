import { describe, expect, it } from 'vitest';
import type { Json } from '../../../voting/src/json';
import type { Event } from './event';
import { note, notesOf } from './note';

const holding = (...events: Omit<Event, 'collaboration'>[]) => ({
  index: 3,
  instance: null,
  agents: ['Ann', 'Ben'],
  finished: null,
  events: events.map((event) => ({ ...event, collaboration: 3 }) as Event),
});
const place = { round: 2, phase: 'stage 1/group 1/debate', by: 'Ann' };

describe('notes', () => {
  it('known: what is written of a kind is what is read, and other kinds and events are left out', () => {
    const held = holding(
      note('filtered', place, { dropped: [{ from: 'Ben', why: 'own view' }] }),
      note('silent', place, { why: 'nothing new' }),
      { type: 'message', ...place, from: 'Ann', to: ['Ben'], text: 'filtered' } as never,
    );
    const [one, ...more] = notesOf(held, 'filtered');
    expect(more).toEqual([]);
    expect(one).toEqual({ ...held.events[0], data: { dropped: [{ from: 'Ben', why: 'own view' }] } });
    expect(one?.data.dropped.map(({ why }) => why)).toEqual(['own view']);
  });

  it('known: whom agents read comes as a map, whatever the agents are called', () => {
    const reads = JSON.parse('{"__proto__": ["constructor"], "constructor": []}') as Record<string, string[]>;
    const [edges] = notesOf(holding(note('edges', place, { reads })), 'edges');
    expect([...(edges?.data.reads ?? [])]).toEqual([
      ['__proto__', ['constructor']],
      ['constructor', []],
    ]);
  });

  it('known: a debate of an older record has the memory, order and summaries that all had', () => {
    const old = { method: 'MAD', rounds: 2, intraRounds: 2, groups: [['Ann', 'Ben']], temperature: 1 };
    expect(notesOf(holding(note('debate', place, old)), 'debate')[0]?.data).toEqual({
      ...old,
      memory: 'last round',
      order: 'simultaneous',
      summarise: 'all answers',
    });
  });

  it('contract: a kind of one’s own holds any JSON, under any name', () => {
    for (const kind of ['estimate', 'constructor', '__proto__']) {
      const data: Json = { value: [1, null] };
      expect(notesOf(holding(note(kind, place, data)), kind)[0]?.data).toEqual(data);
    }
  });

  it('contract: one that does not hold what its kind does is named, and nonsense is turned away', () => {
    const broken = holding({ type: 'note', ...place, kind: 'filtered', data: { dropped: 'all' } } as never);
    expect(() => notesOf(broken, 'filtered')).toThrow(
      expect.objectContaining({
        code: 'note',
        message: expect.stringMatching(
          /^the note of kind "filtered" of collaboration 3, round 2, is invalid: dropped: .*"all"/,
        ) as string,
      }),
    );
    expect(notesOf(broken, 'silent')).toEqual([]);
    expect(() => notesOf(undefined as never, 'silent')).toThrow(/notesOf needs/);
    expect(() => notesOf(broken, 7 as never)).toThrow(/notesOf needs a text/);
  });
});
