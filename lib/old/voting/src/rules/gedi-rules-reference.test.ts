import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rankedPairsAsCoded } from '../../../papers/src/gedi/as-coded';
import type { RankingProfile } from '../ranking-profile';
import { readVotingReference, referenceProfile } from '../testing/read-reference';
import type { VotingRule } from '../voting-rule';
import { borda, bucklin, instantRunoff, minimax, plurality, rankedPairs } from './rules';

const bucklinComplete = bucklin({ winners: 'by stage' });
const bucklinSimplified = bucklin({ winners: 'all that pass' });
const firstPreferencePlurality = plurality({ on: 'rankings' });
const instantRunoffUniverses = instantRunoff({ ties: 'parallel universes' });
const minimaxOpposition = minimax({ by: 'opposition' });
const minimaxWinningVotes = minimax({ by: 'winning votes' });
const rankedPairsFirstBallot = rankedPairs({ ties: 'first ballot' });
const rankedPairsTieBroken = rankedPairs({ ties: 'agenda' });

const reference = readVotingReference();
const profiles = reference.profiles.map(referenceProfile);
const letters = 'abcdef';
const backwards = [...letters].reverse();

const same: readonly [string, VotingRule<'ranking'>][] = [
  ['plurality', firstPreferencePlurality],
  ['borda', borda],
  ['bucklin', bucklin],
  ['bucklin', bucklinComplete],
  ['simplified_bucklin', bucklinSimplified],
  ['instant_runoff', instantRunoff],
  ['instant_runoff(exit_on_majority=False)', instantRunoff],
  // there, the first of the tie breaker leaves first
  ['instant_runoff_tb', instantRunoff({ ties: backwards })],
  ['instant_runoff_tb(exit_on_majority=False)', instantRunoff({ ties: backwards })],
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

function firstPlaces(profile: RankingProfile): number[] {
  return profile.options.map((_, option) => profile.placed(option, 0));
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
  const ordersOf = (rule: VotingRule<'ranking'>): string[] =>
    every.map((profile) =>
      rule
        .count(profile)
        .order.map((tier) => tier.map((option) => letters.indexOf(option)).join('='))
        .join('>'),
    );

  it.each<[string, VotingRule<'ranking'>]>([
    ['plurality', firstPreferencePlurality],
    ['borda_count', borda],
    ['bucklin', bucklin],
    ['irv', instantRunoff],
    ['minimax', minimax],
    ['ranked_pairs', rankedPairsAsCoded],
  ])('reference: %s, every order equal', (name, rule) => {
    expect(ordersOf(rule)).toEqual(file.orders[name]?.split(' '));
  });
});
