import type { RankingProfile } from '../ranking-profile';
import { resultByScore } from '../result';
import type { Result } from '../voting-rule';

/**
 * One ballot is the collective order: its favourites win. The tally is the number of options that the ballot puts
 * beneath one; those that it leaves out are tied at the end.
 */
export function decideByBallot(profile: RankingProfile, row: number): Result {
  const { options, tiers, lengths, isWeak } = profile;
  const m = options.length;
  const isStrict = !isWeak && lengths[row] === m;
  const beneath: number[] = [];
  for (let option = 0; option < m; option++) {
    const tier = tiers[row * m + option] as number;
    beneath.push(isStrict ? m - 1 - tier : howManyBeneath(profile, row, tier));
  }
  return resultByScore(options, beneath);
}

function howManyBeneath({ options, tiers }: RankingProfile, row: number, tier: number): number {
  const m = options.length;
  return options.reduce((count, _, other) => count + ((tiers[row * m + other] as number) > tier ? 1 : 0), 0);
}
