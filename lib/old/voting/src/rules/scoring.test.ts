import { describe, expect, it } from 'vitest';
import { criteriaTable } from '../criteria';
import { Random } from '../random';
import { RankingProfile } from '../ranking-profile';
import { borda } from './borda';
import { plurality } from './plurality';
import { scoringRule } from './scoring';

const options = ['A', 'B', 'C', 'D'];
const profiles = Array.from({ length: 50 }, (_, seed) => {
  const random = Random.from(seed);
  const ballots = Array.from({ length: 7 }, () => ({
    kind: 'ranking' as const,
    ranking: random.shuffle(options),
  }));
  return RankingProfile.from({ options, ballots, electorate: 7 }, {}, 'test');
});

describe('a scoring rule of your own', () => {
  it("law: Borda's and plurality's points give their results", () => {
    for (const [rule, points] of [
      [borda, [3, 2, 1]],
      [plurality({ on: 'rankings' }), [1]],
    ] as const)
      for (const profile of profiles) {
        const { order, winners, tally } = scoringRule({ points: points }).count(profile);
        expect({ order, winners, tally }).toEqual(rule.count(profile));
      }
  });

  it("law: on rankings with ties, Borda's points give its results: a tier shares the average of its places", () => {
    const rule = scoringRule({ points: [3, 2, 1], weak: true });
    expect(rule.name).toBe('scoring (3, 2, 1, weak)');
    const tieds = Array.from({ length: 50 }, (_, seed) => {
      const random = Random.from(seed, 'tiers');
      const ballots = Array.from({ length: 7 }, () => {
        const tiers: string[][] = [];
        for (const option of random.shuffle(options))
          if (tiers.length > 0 && random.below(2) === 0) tiers.at(-1)!.push(option);
          else tiers.push([option]);
        return { kind: 'weak-ranking' as const, tiers: tiers };
      });
      return { options: options, ballots: ballots, electorate: 7 };
    });
    for (const profile of [...tieds, ...profiles]) {
      const { order, winners, tally } = rule.count(profile);
      expect({ order, winners, tally }).toEqual(borda({ weak: true }).count(profile as never));
    }
    expect(() => scoringRule({ points: [1] }).count(tieds[0] as never)).toThrow('tier');
  });

  it('law: it meets what it promises, as far as profiles are searched', () => {
    const rule = scoringRule({ points: [3, 1] });
    const [cells = []] = criteriaTable([rule]);
    const broken = cells.filter(({ text }) => text.startsWith('broken')).map(({ criterion }) => criterion);
    expect(rule.meets.filter((criterion) => broken.includes(criterion))).toEqual([]);
  });

  it('contract: points that rise, or none, are refused', () => {
    expect(() => scoringRule({ points: [1, 2] })).toThrow(/points that do not rise/);
    expect(() => scoringRule({ points: [] })).toThrow(/points/);
    expect(() => scoringRule({ points: [Number.NaN] })).toThrow(/points/);
  });
});
