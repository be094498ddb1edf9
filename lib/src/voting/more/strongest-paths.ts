import type { RankingProfile } from '../ranking-profile';

/** How strong a win of one option over another is: the voters for it, or these less the voters against it. */
export type Strength = 'winning votes' | 'margins';

export interface StrongestPaths {
  /** `strengths[a * m + b]`: the weakest win on the strongest path from a to b; 0 where there is no path. */
  readonly strengths: Float64Array;
  /** `before[a * m + b]`: the last option before b on that path. Empty unless asked for. */
  readonly before: Uint16Array;
}

/**
 * Strongest paths of wins between all options, by Floyd and Warshall's algorithm: options cubed.
 * Source: Schulze (2011), section 2.3. Only wins are links: ties and losses never change who has the stronger path.
 */
export function strongestPaths(
  { options, preferred }: RankingProfile,
  strength: Strength,
  withPaths = false,
): StrongestPaths {
  const m = options.length;
  const strengths = new Float64Array(m * m);
  const before = new Uint16Array(withPaths ? m * m : 0);
  for (let a = 0; a < m; a++)
    for (let b = 0; b < m; b++) {
      const [pro, contra] = [preferred[a * m + b] as number, preferred[b * m + a] as number];
      if (pro > contra) strengths[a * m + b] = strength === 'margins' ? pro - contra : pro;
      if (withPaths) before[a * m + b] = a;
    }
  for (let via = 0; via < m; via++)
    for (let a = 0; a < m; a++) {
      const there = strengths[a * m + via] as number;
      if (there === 0) continue;
      for (let b = 0; b < m; b++) {
        const onward = strengths[via * m + b] as number;
        const through = there < onward ? there : onward;
        if (b === a || through <= (strengths[a * m + b] as number)) continue;
        strengths[a * m + b] = through;
        if (withPaths) before[a * m + b] = before[via * m + b] as number;
      }
    }
  return { strengths, before };
}

/** The strongest path from a to b as options, both ends included. */
export function pathBetween({ before }: StrongestPaths, m: number, a: number, b: number): number[] {
  const path = [b];
  for (let at = b; at !== a;) path.unshift((at = before[a * m + at] as number));
  return path;
}
