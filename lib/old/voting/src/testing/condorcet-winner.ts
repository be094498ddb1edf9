import type { RankingProfile } from '../ranking-profile';

/** The option that beats every other one in pairs, by its number; -1 where there is none. */
export function condorcetWinner(profile: RankingProfile): number {
  return profile.options.findIndex((_, a) =>
    profile.options.every((__, b) => a === b || profile.margin(a, b) > 0),
  );
}
