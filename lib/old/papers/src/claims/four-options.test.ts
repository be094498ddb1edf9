import { describe, expect, it } from 'vitest';
import { borda, bucklin, instantRunoff, minimax, plurality, Random, rankedPairs } from 'agora-voting';
import { chanceAmong, countFour, placesBy, rankings, sixRules } from './four-options';

const kit = [plurality({ on: 'rankings' }), bucklin, borda, instantRunoff, minimax, rankedPairs];

/** Scores as places from the end, equal ones sharing the upper place. */
const placesOf = (scores: readonly number[]) => {
  const levels = [...new Set(scores)].sort((a, b) => a - b);
  return scores.map((score) => levels.indexOf(score) + 1);
};

describe('countFour', () => {
  it('reference: each rule orders random profiles of 2 to 10 ballots as agora-voting does', () => {
    const random = Random.from(1, 'profiles');
    for (let draw = 0; draw < 400; draw++) {
      const ballots = Array.from({ length: 2 + (draw % 9) }, () => random.below(24));
      const found = countFour(ballots).map(placesOf);
      expect(found, ballots.join()).toEqual(kit.map((rule) => placesBy(rule, ballots)));
    }
  });

  it('known: two of three for A elect it under every rule', () => {
    const [first, last] = [rankings.findIndex((one) => one.join() === '0,1,2,3'), rankings.length - 1];
    for (const scores of countFour([first, first, last])) expect(chanceAmong(scores, 0, 1)).toBe(1);
    expect(sixRules.length).toBe(kit.length);
  });
});

describe('chanceAmong', () => {
  it('known: a tie over places 2 and 3 is in the first two half of the time', () => {
    const scores = [4, 2, 2, 1];
    expect([1, 2, 3].map((k) => chanceAmong(scores, 1, k))).toEqual([0, 0.5, 1]);
    expect(chanceAmong([1, 1, 1, 1], 3, 1)).toBe(0.25);
  });
});
