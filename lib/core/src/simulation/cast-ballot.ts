import type { BallotAsked } from '../environments/situation';
import { wholeShares } from '../environments/whole-shares';
import type { Random } from 'agora-voting';
import type { Json, JsonObject } from 'agora-voting/internal';

/** A candidate as a member sees it. */
export interface Judged {
  readonly id: string;
  readonly utility: number;
}

/** How a member converts utilities into a ballot; see `ReasoningSimulatedAgent` for the first three. */
export interface BallotHabits {
  readonly unit?: number;
  readonly middle?: number;
  readonly reservation?: number;
  /** The standard deviation of the error on a utility that is converted to a rating. */
  readonly ratingNoise?: number;
}

/**
 * A ballot of the requested kind, in the form of the answer's `decision` field; null is an abstention.
 *
 * - choice: the candidate with the highest utility; ranking: all, by utility.
 * - rating: lowest + (highest - lowest) * logistic((utility - middle) / unit + error), to the nearest whole number.
 * - approval: all above the reservation, or above the mean if there is none.
 * - points: proportional to exp(utility / unit), in whole points by largest remainder.
 */
export function castBallot(
  { ballot, points, scale }: BallotAsked,
  candidates: readonly Judged[],
  { unit = 1, middle, reservation, ratingNoise = 0 }: BallotHabits,
  random: Random,
): Json {
  const sorted = [...candidates].sort((a, b) => b.utility - a.utility);
  const [top] = sorted;
  if (top === undefined || top.utility < (reservation ?? -Infinity)) return null;
  const mean = candidates.reduce((sum, { utility }) => sum + utility, 0) / candidates.length;
  switch (ballot) {
    case 'choice':
      return top.id;
    case 'ranking':
      return sorted.map(({ id }) => id);
    case 'rating': {
      const { lowest, highest } = scale;
      const rate = (utility: number): number => {
        const felt = (utility - (middle ?? mean)) / unit + random.normal(0, ratingNoise);
        return Math.round(lowest + (highest - lowest) / (1 + Math.exp(-felt)));
      };
      return Object.fromEntries(candidates.map(({ id, utility }) => [id, rate(utility)]));
    }
    case 'approval':
      return candidates.filter(({ utility }) => utility >= (reservation ?? mean)).map(({ id }) => id);
    case 'points': {
      const weights = candidates.map(({ utility }) => Math.exp((utility - top.utility) / unit));
      const shares = wholeShares(weights, points);
      return Object.fromEntries(candidates.map(({ id }, place) => [id, shares[place] as number]));
    }
  }
}

/**
 * Utilities of a member who sees ballots (an informed dictator). The member's own utilities and the ballots' Borda
 * points are each scaled to 0 to 1, and combined for each candidate: (1 - trust) * own + trust * Borda. The member
 * cannot tell invented ballots from real ones. If the ballots are unreadable or even, its own utilities remain.
 */
export function heeding(
  candidates: readonly Judged[],
  ballots: readonly { readonly ballot: Json }[],
  trust: number,
): readonly Judged[] {
  const points = candidates.map(() => 0);
  for (const { ballot } of ballots)
    orderIn(ballot).forEach((option, rank) => {
      const place = candidates.findIndex(({ id }) => id === option);
      if (place >= 0) points[place] = (points[place] as number) + candidates.length - 1 - rank;
    });
  const [told, own] = [onUnitScale(points), onUnitScale(candidates.map(({ utility }) => utility))];
  if (told === null) return candidates;
  return candidates.map(({ id }, place) => ({
    id,
    utility: (1 - trust) * (own?.[place] ?? 0) + trust * (told[place] as number),
  }));
}

/** Numbers scaled linearly so that the smallest is 0 and the largest 1; null if all are equal. */
function onUnitScale(numbers: readonly number[]): number[] | null {
  const least = Math.min(...numbers);
  const spread = Math.max(...numbers) - least;
  return spread > 0 ? numbers.map((number) => (number - least) / spread) : null;
}

/** The candidates of a ranking or a choice, best first; none for other ballots. */
function orderIn(ballot: Json): readonly Json[] {
  const { ranking, choice } = (ballot ?? {}) as JsonObject;
  if (Array.isArray(ranking)) return ranking as readonly Json[];
  return typeof choice === 'string' ? [choice] : [];
}
