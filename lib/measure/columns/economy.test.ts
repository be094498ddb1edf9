import { describe, expect, it } from 'vitest';
import type { Event } from '../../protocols/protocol';
import type { Column } from '../measure';
import { decision, made, proposal } from '../testing/made';
import { agreement } from './decisions';
import { auc, fairness, rationality, rigidity, utility, utilityAt } from './economy';

const found = (column: Column, events: readonly Event[], rounds: number) =>
  column.measure(made({ events, rounds }));
const values = (column: Column, events: readonly Event[], rounds: number) =>
  (found(column, events, rounds) as { value: number }[]).map(({ value }) => value);
const pair = (Ann: number, Bob: number) => ({ Ann, Bob });

/** Four rounds: no decision, 20 + 20, no change, 50 + 30. */
const four = [
  decision(1, null),
  decision(2, '1', pair(20, 20)),
  decision(3, '1', pair(20, 20)),
  decision(4, '2', pair(50, 30)),
];

describe('the economy', () => {
  it('known: four rounds worth 0, 40, 40 and 80', () => {
    expect(values(utility, four, 4)).toEqual([0, 40, 40, 80]);
    expect(found(auc(1), four, 4)).toBe(0);
    expect(found(auc(2), four, 4)).toBe(20); // (0 + 40) / 2
    expect(found(auc(4), four, 4)).toBe(40); // (0 + 40 + 40 + 80) / 4
    expect(found(utilityAt(3), four, 4)).toBe(40);
    expect(found(fairness, four, 4)).toBe(60); // 30 / 50
    expect(found(rigidity, four, 4)).toBe(50); // round 1, which keeps 0, and round 3
    expect(found(rationality, four, 4)).toBe(0); // nobody proposed
    expect(values(agreement, four, 4)).toEqual([0, 100, 100, 100]);
  });

  it('known: a game with three agents and four rounds: no decision, an even split, the optimum twice', () => {
    const even = { Ann: 21.05, Bob: 21.05, Cy: 21.05 };
    const best = { Ann: 33.34, Bob: 33.33, Cy: 33.33 };
    const events = [
      proposal(1, 'Ann', '1', even), // rational: nothing is decided
      decision(1, null),
      proposal(2, 'Bob', '1', even), // rational
      decision(2, '1', even),
      proposal(3, 'Cy', '2', best), // rational
      proposal(3, 'Ann', '1', even), // already in force
      decision(3, '2', best),
      proposal(4, 'Bob', '1', even), // worse than the current decision
      decision(4, '2', best),
    ];
    const game = made({
      events,
      rounds: 4,
      agents: ['Ann', 'Bob', 'Cy'].map((name) => ({ name, background: '' })),
    });
    expect(auc(3).measure(game)).toBeCloseTo(54.38, 2); // (0 + 63.15 + 100) / 3
    expect(rationality.measure(game)).toBe(25); // 3 / 12
    expect(rigidity.measure(game)).toBe(50);
  });

  it('behaviour: a round that was not played is missing, not carried forward', () => {
    expect(found(auc(10), four, 4)).toBeNull();
    expect(found(utilityAt(5), four, 4)).toBeNull();
    expect(values(utility, four.slice(0, 2), 2)).toEqual([0, 40]);
  });

  it('known: a round without a decision keeps the current one; the last of several decisions in a round counts', () => {
    const gaps = [decision(2, '1', pair(20, 20)), decision(4, '2', pair(50, 30))];
    expect(values(utility, gaps, 5)).toEqual([0, 40, 40, 80, 80]);
    const twice = [decision(1, '1', pair(1, 1)), decision(1, '2', pair(20, 20))];
    expect(values(utility, twice, 1)).toEqual([40]);
  });

  it.each([
    ['no decision', [decision(1, null)], 1, null],
    ['utilities of 0', [decision(1, '1')], 1, null],
    ['one agent gets nothing', [decision(1, '1', pair(50, 0))], 1, 0],
  ])('known: fairness of %s', (_, events, rounds, expected) =>
    expect(found(fairness, events, rounds)).toBe(expected),
  );

  it.each([
    [
      'a first decision in round 1 is a change',
      [decision(1, '1', pair(20, 20)), decision(2, '1', pair(20, 20))],
      50,
    ],
    [
      'different utilities with the same total are not a change',
      [decision(1, '1', pair(30, 10)), decision(2, '2', pair(10, 30))],
      50,
    ],
  ])('known: rigidity: %s', (_, events, expected) => expect(found(rigidity, events, 2)).toBe(expected));

  // Round 1: no decision is in force; Ann proposes, Bob does not. Round 2: Ann repeats the current decision, Bob asks
  // for more. Round 3: Ann offers less for herself, Bob makes no proposal.
  const talk = [
    proposal(1, 'Ann', '1', pair(20, 20)),
    proposal(1, 'Bob', null),
    decision(1, '1', pair(20, 20)),
    proposal(2, 'Ann', '1', pair(20, 20)),
    proposal(2, 'Bob', '2', pair(10, 25)),
    decision(2, '1', pair(20, 20)),
    proposal(3, 'Ann', '3', pair(15, 40)),
    decision(3, '1', pair(20, 20)),
  ];
  it.each([
    ['2 of 6: Ann in round 1, Bob in round 2', talk, 3, 100 / 3],
    [
      'equal utility, a rounding error, and 0 over nothing do not count',
      [
        proposal(1, 'Ann', '1', pair(0, 30)),
        decision(1, '1', pair(20, 20)),
        proposal(2, 'Ann', '2', pair(20 + 1e-12, 50)),
        decision(2, '1', pair(20, 20)),
      ],
      2,
      0,
    ],
    [
      'the last of several proposals in a round counts',
      [proposal(1, 'Ann', '1', pair(0, 9)), proposal(1, 'Ann', '2', pair(5, 5)), decision(1, null)],
      1,
      50,
    ],
  ])('known: rationality: %s', (_, events, rounds, expected) =>
    expect(found(rationality, events, rounds)).toBeCloseTo(expected, 12),
  );

  it('behaviour: a decision from another environment is an error', () => {
    const other = { ...decision(1, '1'), score: { error: 1 } } as Event;
    expect(() => found(utility, [other], 1)).toThrow(/share/);
  });
});
