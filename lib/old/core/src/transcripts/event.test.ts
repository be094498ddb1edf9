import { describe, expect, it } from 'vitest';
import { readEvent } from './event';
import { sampleEvents } from './testing/sample-run';

const optional: Readonly<Record<string, readonly string[]>> = {
  reply: ['intent'],
  message: ['visibleTo'],
  proposal: ['reason', 'score'],
  vote: ['reason'],
  failure: ['text'],
  note: ['by'],
};
/** Anything but undefined can be an instance, a proposal, a ballot, an outcome, an intent and a note's data. */
const anything = ['instance', 'proposal', 'ballot', 'outcome', 'intent', 'data'];

/** Null stands for nothing here, so an example may be null, or not. */
const nullable = ['candidate', 'selected', 'standing'];

describe('readEvent', () => {
  it('known: an event of every type is one, and comes back as it is', () => {
    for (const event of sampleEvents(1)) expect(readEvent(event)).toEqual({ ok: true, value: event });
    expect(new Set(sampleEvents(1).map(({ type }) => type)).size).toBe(9);
  });

  it('law: with a needed field missing, a field too many, or one of another type, it is none', () => {
    for (const event of sampleEvents(1)) {
      for (const name of Object.keys(event)) {
        const rest = Object.fromEntries(Object.entries(event).filter(([key]) => key !== name));
        const needed = !(optional[event.type] ?? []).includes(name);
        expect(readEvent(rest).ok, `${event.type} without ${name}`).toBe(!needed);
        if (anything.includes(name) || nullable.includes(name)) continue;
        for (const value of [undefined, -1, 0.5, Number.NaN, 2 ** 60, true, [1], { a: 'b' }, 'nobody'])
          if (typeof value !== typeof event[name as keyof typeof event])
            expect(
              readEvent({ ...event, [name]: value }).ok,
              `${event.type}.${name}: ${JSON.stringify(value)}`,
            ).toBe(false);
      }
      expect(readEvent({ ...event, more: 1 })).toEqual({ ok: false, reason: 'Unrecognized key: "more"' });
    }
  });

  it('contract: a decision may select nobody, and a proposal make no candidate; nothing else stands for nothing', () => {
    const decision = sampleEvents(1).find(({ type }) => type === 'decision');
    for (const [name, value, ok] of [
      ['selected', 'A', true],
      ['selected', 1, false],
      ['selected', undefined, false],
      ['standing', null, true],
      ['standing', { candidate: '1' }, false],
      ['standing', { candidate: '1', proposal: 0, more: 1 }, false],
      ['candidates', [{ id: '1' }], false],
      ['tally', { A: '1' }, false],
      ['score', [], false],
    ] as const)
      expect(readEvent({ ...decision, [name]: value }).ok, `${name}: ${JSON.stringify(value)}`).toBe(ok);
  });

  it('contract: what is no object is no event, and where it fails is said', () => {
    for (const value of [
      undefined,
      null,
      '',
      'note',
      0,
      true,
      [],
      {},
      { type: 'toString' },
      [{ type: 'note' }],
    ])
      expect(readEvent(value).ok).toBe(false);
    const [first] = sampleEvents(1);
    expect(readEvent({ ...first, agents: ['A', 2] })).toMatchObject({
      reason: expect.stringMatching(/expected string.* at agents\.1$/) as string,
    });
  });
});
