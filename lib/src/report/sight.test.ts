import { describe, expect, it } from 'vitest';
import type { Event } from '../transcripts';
import { sightOf } from './sight';

const at = (round: number) => ({ collaboration: 0, round, phase: 'talk' });
const says = (round: number, from: string, ...to: string[]): Event => ({
  ...{ type: 'message', ...at(round), from, to, text: `${from} ${round}` },
});
const note = (round: number, kind: string, by: string, data: object): Event => ({
  ...{ type: 'note', ...at(round), kind, by, data: data as never },
});
const seen = (events: readonly Event[], agent: string, agents = ['Ann', 'Bob', 'Cleo', 'Dan']) =>
  events
    .filter(sightOf({ agents, events }, agent))
    .map((event) => ('text' in event ? event.text : 'kind' in event ? event.kind : event.type));

describe('sightOf', () => {
  it('known: in a debate its own group, those it is linked to, all summaries, and no view that was withheld', () => {
    const groups = [
      ['Ann', 'Bob', 'Cleo'],
      ['Dan', 'Eve'],
    ];
    const debate: Event = { type: 'note', ...at(1), kind: 'debate', data: { groups } };
    const reads = { Ann: ['Bob', 'Cleo'], Bob: ['Ann'], Cleo: ['Ann'], Dan: ['Eve'], Eve: ['Dan'] };
    const events: Event[] = [
      debate,
      { type: 'note', ...at(1), kind: 'edges', data: { reads } },
      says(1, 'Ann', 'Bob', 'Cleo'),
      says(1, 'Bob', 'Ann', 'Cleo'),
      says(1, 'Cleo', 'Ann', 'Bob'),
      says(1, 'Dan', 'Eve'),
      note(2, 'filtered', 'Ann', { dropped: [{ from: 'Cleo', why: 'already seen' }] }),
      says(2, 'Cleo', 'Ann', 'Bob'),
      note(2, 'summary', 'Dan', { text: 'ours', of: ['Dan', 'Eve'] }),
    ];
    expect(seen(events, 'Ann')).toEqual(['Ann 1', 'Bob 1', 'filtered', 'Cleo 2', 'summary']);
    expect(seen(events, 'Bob')).toEqual(['Ann 1', 'Bob 1', 'summary']);
  });

  it('known: elsewhere what was said to all or to it, its own summary and the one of who leads from outside', () => {
    const secret: Event = { ...(says(1, 'Bob', 'Ann') as Event & { type: 'message' }), visibleTo: ['Ann'] };
    const events = [
      says(1, 'Ann', 'Bob', 'Cleo'),
      secret,
      note(1, 'summary', 'Ann', { text: 'mine' }),
      note(1, 'summary', 'Instructor', { text: 'all' }),
      note(1, 'belief', 'Bob', {}),
    ];
    expect(seen(events, 'Ann')).toEqual(['Ann 1', 'Bob 1', 'summary', 'summary']);
    expect(seen(events, 'Cleo')).toEqual(['Ann 1', 'summary']);
  });

  it('contract: notes that hold something else hide nothing, and names of no own links are no links', () => {
    const events = [
      note(1, 'debate', 'x', {}),
      note(1, 'edges', 'x', { reads: [] }),
      note(2, 'filtered', 'Ann', { dropped: 7 }),
      says(1, 'Bob', 'Ann', 'constructor'),
    ];
    expect(seen(events, 'constructor')).toEqual([]);
    expect(seen([events[0]!, events[2]!, events[3]!], 'Ann')).toEqual(['filtered', 'Bob 1']);
  });
});
