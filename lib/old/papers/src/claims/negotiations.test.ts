import { describe, expect, it } from 'vitest';
import { negotiations, tableAfter, utilityShare } from './negotiations';
import { stopsOf } from './stopped-negotiations';

describe('negotiations', () => {
  const games = negotiations();

  it('known: 596 games in 24 configurations and six score sheets, of the models that the claims name', () => {
    expect(games.length).toBe(596);
    expect(new Set(games.map(({ config }) => config)).size).toBe(24);
    expect(new Set(games.map(({ sheets }) => sheets)).size).toBe(6);
    expect([...new Set(games.map(({ model }) => model))].sort()).toEqual([
      'gpt-4',
      'gpt-4 with gpt-3.5 in a role',
      'llama2-13b',
      'llama2-70b',
      'llama3-70b',
      'mixtral',
    ]);
  });

  it('law: every party speaks once a round, the opening is in none, and the final proposal is left out', () => {
    for (const { turns, seats, rounds } of games) {
      expect(turns[0]!.round).toBe(0);
      for (let round = 1; round <= rounds; round++) {
        const speakers = turns.filter((turn) => turn.round === round).map(({ party }) => party);
        expect(new Set(speakers).size).toBe(seats.length);
      }
      expect(rounds).toBeGreaterThanOrEqual(4);
    }
  });

  it('law: the table after a round is the latest deal, worth no more than the best', () => {
    for (const one of games.slice(0, 50)) {
      expect(tableAfter(one, 0)).toEqual(one.turns[0]!.deal);
      for (const round of [1, 2, 3, 4]) {
        const share = utilityShare(one, round);
        expect(share >= 0 && share <= 100).toBe(true);
      }
    }
  });

  it('law: reading tags alone finds fewer deals in turns than the one reader', () => {
    const deals = (of: typeof games) =>
      of.reduce((sum, { turns }) => sum + turns.filter(({ deal }) => deal !== null).length, 0);
    expect(deals(negotiations('tags'))).toBeLessThan(deals(games));
  });
});

describe('stopsOf', () => {
  it('law: what a group is stopped by was learnt on other groups', () => {
    // Group a is best in round 3, at a distance of 1; the others in round 2, at 0.2. Without a the threshold is 0.2, and a's
    // round 2 (0.25) is not below it; with a it would be 0.36. The others learn (1 + 3 x 0.2) / 4 = 0.4.
    const round = { selected: true, agreed: true, proposals: 1, acts: {}, tokens: 0 };
    const course = (collaboration: number, distances: readonly number[], best: number) => ({
      collaboration: collaboration,
      agents: ['Ann'],
      rounds: [null, ...distances].map((distance, place) => ({
        ...round,
        round: place + 1,
        performance: place + 1 === best ? 9 : 1,
        distance: distance,
      })),
    });
    const groups = ['a', 'b', 'c', 'd', 'e'];
    const courses = groups.map((name, place) =>
      name === 'a' ? course(place, [0.25, 1], 3) : course(place, [0.2, 0.1], 2),
    );
    expect(stopsOf(courses, groups, 5, 1).map(({ distance }) => distance)).toEqual([3, 2, 2, 2, 2]);
  });
});
