import type { Json } from 'agora-voting/internal';
import type { BallotAsked } from '../environments/situation';
import { wholeShares } from '../environments/whole-shares';

/** A candidate as the agent judges it. */
export interface Judged {
  readonly id: string;
  readonly utility: number;
}

/** The candidate with the highest utility; undefined if there is none. */
export function favourite(judged: readonly Judged[]): Judged | undefined {
  return judged.reduce<Judged | undefined>(
    (best, one) => (best === undefined || one.utility > best.utility ? one : best),
    undefined,
  );
}

/**
 * A ballot of the requested kind, in the form of the answer's `decision` field; null if there are no candidates.
 *
 * - choice: the candidate with the highest utility; ranking: all, by utility.
 * - rating: lowest + (highest - lowest) * logistic(utility - mean), to the nearest whole number.
 * - approval: all that are at least as good as the mean.
 * - points: proportional to exp(utility), in whole points by largest remainder.
 */
export function castBallot({ ballot, points, scale }: BallotAsked, judged: readonly Judged[]): Json {
  const top = favourite(judged);
  if (top === undefined) return null;
  const mean = judged.reduce((sum, { utility }) => sum + utility, 0) / judged.length;
  switch (ballot) {
    case 'choice':
      return top.id;
    case 'ranking':
      return [...judged].sort((a, b) => b.utility - a.utility).map(({ id }) => id);
    case 'rating': {
      const { lowest, highest } = scale;
      const rate = (utility: number): number =>
        Math.round(lowest + (highest - lowest) / (1 + Math.exp(mean - utility)));
      return Object.fromEntries(judged.map(({ id, utility }) => [id, rate(utility)]));
    }
    case 'approval':
      return judged.filter(({ utility }) => utility >= mean).map(({ id }) => id);
    case 'points': {
      const weights = judged.map(({ utility }) => Math.exp(utility - top.utility));
      const shares = wholeShares(weights, points);
      return Object.fromEntries(judged.map(({ id }, place) => [id, shares[place] as number]));
    }
  }
}
