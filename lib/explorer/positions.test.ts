import { describe, expect, it } from 'vitest';
import { recorded } from '../experiment/recorded';
import type { Event } from '../protocols/protocol';
import { dominanceOf, participantsOf } from './participants';
import { favouriteOf, heardBefore, positionsOf } from './positions';
import { loops, troublesOf } from './troubles';

const agents = ['A', 'B'].map((name) => ({ name, background: '' }));
const says = (round: number, agent: string, text: string, readers?: string[]): Event => ({
  type: 'message',
  round,
  agent,
  to: [],
  text,
  ...(readers && { readers }),
});
const proposes = (round: number, agent: string, candidate: string | null): Event => ({
  type: 'proposal',
  round,
  agent,
  candidate,
  proposal: candidate,
});
const votes = (
  round: number,
  agent: string,
  ballot: Event & { type: 'vote' } extends { ballot: infer B } ? B : never,
): Event => ({
  type: 'vote',
  round,
  agent,
  ballot,
});
const decides = (round: number, candidate: string | null): Event => ({
  type: 'decision',
  round,
  by: 'majority',
  candidates: [],
  totals: {},
  winners: [],
  selected: candidate,
  standing: candidate === null ? null : { candidate, proposal: candidate },
  score: {},
});

/** A backs x, hears y from B, and moves to y. B never changes its mind. */
const events: Event[] = [
  says(1, 'A', 'x is good'),
  proposes(1, 'A', 'x'),
  proposes(1, 'B', 'y'),
  votes(1, 'A', ['x', 'y']),
  votes(1, 'B', { x: 1, y: 5 }),
  decides(1, null),
  says(2, 'B', 'y is better'),
  says(2, 'B', 'a secret', ['C']),
  proposes(2, 'A', null),
  votes(2, 'A', 'y'),
  votes(2, 'B', 'y'),
  decides(2, 'y'),
];

describe('positions', () => {
  const positions = positionsOf({ agents, events });

  it('known: a ballot overrides a proposal, and a change of mind is marked', () => {
    const candidates = positions.agents.map(({ cells }) => cells.map((cell) => cell?.candidate));
    expect(candidates).toEqual([
      ['x', 'y'],
      ['y', 'y'],
    ]);
    expect(positions.standing).toEqual([null, 'y']);
    expect(positions.moves).toEqual([{ agent: 'A', round: 2, from: 'x', to: 'y', before: 3, event: 9 }]);
  });

  it('known: an agent heard what others said since its last position, backers of the new position first', () => {
    const more = [...events.slice(0, 6), says(2, 'C', 'hm'), ...events.slice(6)];
    const [move] = positionsOf({ agents, events: more }).moves;
    const heard = heardBefore({ events: more }, move!);
    expect(heard.map(({ event, isSponsor }) => [(more[event] as { text: string }).text, isSponsor])).toEqual([
      ['y is better', true],
      ['hm', false],
    ]);
  });

  it.each([
    ['B', 'B'],
    [['B', 'A'], 'B'],
    [[['A', 'B'], 'C'], null],
    [{ A: 1, B: 4 }, 'B'],
    [{ A: 4, B: 4 }, null],
    [null, null],
    [[], null],
  ])('known: the favourite of %j is %j', (ballot, favourite) => {
    expect(favouriteOf(ballot)).toBe(favourite);
  });

  it('law: in every recorded talk, changes of mind are between different candidates, in order', () => {
    for (const name of ['casino-negotiations', 'delidata', 'who-and-when'])
      for (const one of recorded(name)) {
        const { moves, rounds } = positionsOf(one);
        for (const move of moves) {
          expect(move.from).not.toBe(move.to);
          expect(move.before).toBeLessThan(move.event);
          expect(rounds).toContain(move.round);
        }
      }
  });
});

describe('participants', () => {
  it('known: participants have words, shares and adopted proposals; talks have a dominance', () => {
    const one = {
      index: 0,
      case: '0',
      task: '',
      agents,
      events,
      calls: [],
      rounds: 2,
      cause: '',
      outcome: 'y',
      score: { utilities: { A: 1, B: 2 } },
    };
    const people = participantsOf(one, positionsOf(one));
    expect(
      people.map(({ name, words, introduced, adopted, switches, utility }) => [
        name,
        words,
        introduced,
        adopted,
        switches,
        utility,
      ]),
    ).toEqual([
      ['A', 3, 1, 0, 1, 1],
      ['B', 5, 1, 1, 0, 2],
    ]);
    expect(dominanceOf(people)).toBeCloseTo(25);
    expect(dominanceOf([{ share: 100 }, { share: 0 }])).toBe(100);
    expect(dominanceOf([{ share: 100 }])).toBeNull();
  });
});

describe('troubles', () => {
  it('known: talk 540 in llm-deliberation ends in a loop; repeated phrases alone are not a loop', () => {
    const negotiations = [...recorded('llm-deliberation')];
    expect(troublesOf(negotiations[540]!)).toEqual({ count: 1, commonest: 'loop' });
    expect(loops('I agree. '.repeat(100))).toBe(false);
    expect(loops('I agree with that. '.repeat(200))).toBe(true);
    const words = Array.from({ length: 900 }, (_, at) => `word${(at * 7919) % 1009}`);
    expect(loops(words.join(' '))).toBe(false);
  });
});
