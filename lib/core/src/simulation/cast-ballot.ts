import type { BallotAsked } from '../environments/situation';
import { wholeShares } from '../environments/whole-shares';
import type { Random } from 'agora-voting';
import type { Json, JsonObject } from 'agora-voting/internal';

/** A candidate as a member sees it. */
export interface Judged {
  readonly id: string;
  readonly utility: number;
}

/** How a member's utilities become a ballot; see `ReasoningSimulatedAgent` for the first three. */
export interface BallotHabits {
  readonly unit?: number;
  readonly middle?: number;
  readonly reservation?: number;
  /** Standard deviation of the error when a utility is put on a scale. */
  readonly ratingNoise?: number;
}

/**
 * A ballot of the kind asked for, as the answer's `decision` field holds it; null abstains.
 *
 * - choice: the candidate of the highest utility; ranking: all, by utility.
 * - rating: lowest + (highest - lowest) * logistic((utility - middle) / unit + error), to the nearest whole number.
 * - approval: all above the reservation, or where there is none the mean.
 * - points: in proportion to exp(utility / unit), in whole points by largest remainder.
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
 * A view that heeds ballots shown (an informed dictator's): with the own utilities and the ballots' Borda points both put
 * on a scale from 0 to 1, candidate by candidate, (1 - trust) * own + trust * Borda. It cannot tell invented ballots from
 * cast ones. Where nothing can be read in the ballots, or they are even, the own view stays.
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

/** Numbers moved and stretched so that the least is 0 and the greatest 1; null when all are equal. */
function onUnitScale(numbers: readonly number[]): number[] | null {
  const least = Math.min(...numbers);
  const spread = Math.max(...numbers) - least;
  return spread > 0 ? numbers.map((number) => (number - least) / spread) : null;
}

/** What a ranking or a choice puts first, second, ...; nothing for other ballots. */
function orderIn(ballot: Json): readonly Json[] {
  const { ranking, choice } = (ballot ?? {}) as JsonObject;
  if (Array.isArray(ranking)) return ranking as readonly Json[];
  return typeof choice === 'string' ? [choice] : [];
}
