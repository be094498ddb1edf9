import type { RankingProfile } from '../ranking-profile';
import { resultByTiers } from '../result';
import type { Result } from '../voting-rule';

/**
 * One ballot is the collective order: its favourites win. The tally is the one vote that counted; options that the
 * ballot leaves out are tied at the end.
 */
export function decideByBallot({ options, tiers }: RankingProfile, row: number): Result {
  const m = options.length;
  const groups: number[][] = [];
  const leftOut: number[] = [];
  for (let option = 0; option < m; option++) {
    const tier = tiers[row * m + option] as number;
    if (tier < m) (groups[tier] ??= []).push(option);
    else leftOut.push(option);
  }
  return resultByTiers(
    options,
    options.map((_, option) => (tiers[row * m + option] === 0 ? 1 : 0)),
    [...groups, leftOut],
  );
}
