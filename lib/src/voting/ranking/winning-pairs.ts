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
  const pairs: number[] = [];
  const strengths: number[] = [];
  // insertion sort: keeps the order in which pairs of equal strength are put in
  const put = (a: number, b: number): boolean => {
    const pro = preferred[a * m + b] as number;
    const margin = pro - (preferred[b * m + a] as number);
    if (margin <= 0) return false;
    const strong = strength === 'margins' ? margin : pro;
    let at = pairs.length;
    pairs.push(0);
    strengths.push(0);
    for (; at > 0 && (strengths[at - 1] as number) < strong; at--) {
      pairs[at] = pairs[at - 1] as number;
      strengths[at] = strengths[at - 1] as number;
    }
    pairs[at] = a * m + b;
    strengths[at] = strong;
    return true;
  };
  for (let i = 0; i < m; i++)
    for (let j = equal === 'by winner' ? 0 : i + 1; j < m; j++) {
      const [a, b] = [order[i] as number, order[j] as number];
      if (!put(a, b) && equal === 'as listed') put(b, a);
    }
  return { pairs, strengths };
}
