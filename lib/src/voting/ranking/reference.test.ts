import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RankingProfile } from '../ranking-profile';
import type { RankingRule } from '../rule-types';
import { readVotingReference, referenceProfile } from '../testing/read-reference';
import {
  borda,
  bucklin,
  bucklinComplete,
  bucklinSimplified,
  firstPreferencePlurality,
  gediRankedPairs,
  instantRunoff,
  instantRunoffMethod,
  instantRunoffUniverses,
  minimax,
  minimaxOpposition,
  minimaxWinningVotes,
  rankedPairs,
  rankedPairsFirstBallot,
  rankedPairsMethod,
  rankedPairsTieBroken,
} from '.';

const reference = readVotingReference();
const profiles = reference.profiles.map(referenceProfile);
const letters = 'abcdef';
const backwards = [...letters].reverse();

const same: readonly [string, RankingRule][] = [
  ['plurality', firstPreferencePlurality],
  ['borda', borda],
  ['bucklin', bucklin],
  ['bucklin', bucklinComplete],
  ['simplified_bucklin', bucklinSimplified],
  ['instant_runoff', instantRunoff],
  ['instant_runoff(exit_on_majority=False)', instantRunoff],
  // there, the first of the tie breaker leaves first
  ['instant_runoff_tb', instantRunoffMethod({ ties: backwards })],
  ['instant_runoff_tb(exit_on_majority=False)', instantRunoffMethod({ ties: backwards })],
  ['instant_runoff_put', instantRunoffUniverses],
  ['minimax', minimax],
  ['minimax', minimaxOpposition],
  ['minimax_support', minimaxWinningVotes],
  ['ranked_pairs', rankedPairs],
  ['ranked_pairs_tb', rankedPairsTieBroken],
  ['ranked_pairs_zt', rankedPairsFirstBallot],
];

describe('the winners of pref_voting', () => {
  it('contract: the reference has at least 2,000 profiles of 3 to 6 options and 3 to 15 voters', () => {
    expect(profiles.length).toBeGreaterThanOrEqual(2000);
    for (const profile of profiles) {
      expect([3, 4, 5, 6]).toContain(profile.options.length);
      expect(profile.voters).toBeGreaterThanOrEqual(3);
      expect(profile.voters).toBeLessThanOrEqual(15);
    }
  });

  it.each(same)('reference: %s', (name, rule) => {
    const ours = profiles.map((profile) => rule.count(profile).winners.join(''));
    const theirs = (reference.winners[name] ?? []).map((set) =>
      set.map((option) => letters[option]).join(''),
    );
    expect(ours).toEqual(theirs);
  });

  it('reference: instant_runoff_put without early exit, but where it elects nobody', () => {
    // pref_voting 1.18.2 drops all options without a first place, and then the only one left as the lowest
    const theirs = reference.winners['instant_runoff_put(exit_on_majority=False)'] ?? [];
    const nobody = theirs.filter((set) => set.length === 0);
    expect(nobody).toHaveLength(89);
    theirs.forEach((set, place) => {
      const profile = profiles[place] as RankingProfile;
      if (set.length > 0)
        expect(instantRunoffUniverses.count(profile).winners.join('')).toBe(
          set.map((option) => letters[option]).join(''),
        );
      else expect(2 * Math.max(...firstPlaces(profile))).toBeGreaterThan(profile.voters);
    });
  });
});

function firstPlaces({ options, placed }: RankingProfile): number[] {
  return options.map((_, option) => placed[option * options.length] as number);
}

interface GediReference {
  readonly every: number;
  readonly orders: Readonly<Record<string, string>>;
}

describe("the orders of GEDI's own code", () => {
  const file = JSON.parse(
    readFileSync(join(__dirname, '..', 'testing', 'gedi-reference.json'), 'utf8'),
  ) as GediReference;
  const every = profiles.filter((_, place) => place % file.every === 0);
  const ordersOf = (rule: RankingRule): string[] =>
    every.map((profile) =>
      rule
        .count(profile)
        .order.map((tier) => tier.map((option) => letters.indexOf(option)).join('='))
        .join('>'),
    );

  it.each<[string, RankingRule]>([
    ['plurality', firstPreferencePlurality],
    ['borda_count', borda],
    ['bucklin', bucklin],
    ['irv', instantRunoff],
    ['minimax', minimax],
    ['ranked_pairs', gediRankedPairs],
  ])('reference: %s, every order equal', (name, rule) => {
    expect(ordersOf(rule)).toEqual(file.orders[name]?.split(' '));
  });

  it('reference: its ranked pairs elect others than ranked pairs do, on some of these profiles', () => {
    const firstAppearance = rankedPairsMethod({ ties: 'first appearance' });
    const differs = every.filter(
      (profile) =>
        gediRankedPairs.count(profile).winners.join() !== firstAppearance.count(profile).winners.join(),
    );
    expect(differs.length).toBeGreaterThan(0);
  });
});
