import type { Strength } from '../more/strongest-paths';
import type { RankingProfile } from '../ranking-profile';

/** One option against another that more voters put the other way round: `over * m + under`, strongest first. */
export interface WinningPairs {
  readonly pairs: readonly number[];
  /** Beside each pair. */
  readonly strengths: readonly number[];
}

/**
 * All pairs with a winner, strongest first. How pairs of equal strength are ordered:
 * - by winner: by the winner's place in `order`, then by the loser's;
 * - as listed: by the earlier one's place in `order`, then by the later one's, whichever of them wins.
 */
export function winningPairs(
  { options, preferred }: RankingProfile,
  strength: Strength,
  order: readonly number[],
  equal: 'by winner' | 'as listed' = 'by winner',
): WinningPairs {
  const m = options.length;
  const byWinner = equal === 'by winner';
  const pairs: number[] = [];
  const strengths: number[] = [];
  for (let i = 0; i < m; i++)
    for (let j = byWinner ? 0 : i + 1; j < m; j++) {
      let over = order[i] as number;
      let under = order[j] as number;
      let pro = preferred[over * m + under] as number;
      let contra = preferred[under * m + over] as number;
      if (!byWinner && contra > pro) {
        [over, under] = [under, over];
        [pro, contra] = [contra, pro];
      }
      if (pro <= contra) continue;
      const strong = strength === 'margins' ? pro - contra : pro;
      // insertion sort: keeps the order in which pairs of equal strength come
      let at = pairs.length;
      for (; at > 0 && (strengths[at - 1] as number) < strong; at--) {
        pairs[at] = pairs[at - 1] as number;
        strengths[at] = strengths[at - 1] as number;
      }
      pairs[at] = over * m + under;
      strengths[at] = strong;
    }
  return { pairs, strengths };
}
