import type { Json } from '../../../json';
import type { Random } from '../../../random';
import type { BallotKind } from '../../situation';

/** An option as a rater sees it. */
export interface RatedOption {
  readonly id: string;
  readonly utility: number;
}

export interface BallotForm {
  readonly kind: BallotKind;
  readonly points: number;
  readonly scale: { readonly lowest: number; readonly highest: number };
  /** Standard deviation of the error of a rating, in utility. */
  readonly ratingNoise: number;
}

/**
 * A ballot of the kind asked for, as the answer's `decision` field holds it.
 *
 * - choice: the option of the highest utility; ranking: all, by utility.
 * - rating: lowest + (highest - lowest) * logistic(utility - mean + error), to the nearest whole number.
 * - approval: all above the mean.
 * - points: in proportion to exp(utility), in whole points by largest remainder.
 */
export function castBallot(form: BallotForm, options: readonly RatedOption[], random: Random): Json {
  const sorted = [...options].sort((a, b) => b.utility - a.utility);
  const mean = options.reduce((sum, { utility }) => sum + utility, 0) / options.length;
  switch (form.kind) {
    case 'choice':
      return sorted[0]?.id ?? null;
    case 'ranking':
      return sorted.map(({ id }) => id);
    case 'rating': {
      const { lowest, highest } = form.scale;
      const rate = (utility: number): number => {
        const felt = utility - mean + random.normal(0, form.ratingNoise);
        return Math.round(lowest + (highest - lowest) / (1 + Math.exp(-felt)));
      };
      return Object.fromEntries(options.map(({ id, utility }) => [id, rate(utility)]));
    }
    case 'approval':
      return options.filter(({ utility }) => utility >= mean).map(({ id }) => id);
    case 'points':
      return sharePoints(options, form.points, sorted[0]?.utility ?? 0);
  }
}

function sharePoints(options: readonly RatedOption[], budget: number, top: number): Json {
  const weights = options.map(({ utility }) => Math.exp(utility - top));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const wanted = weights.map((weight) => (weight / total) * budget);
  const points = wanted.map(Math.floor);
  const byRest = wanted
    .map((value, place) => ({ place, rest: value - Math.floor(value) }))
    .sort((a, b) => b.rest - a.rest || a.place - b.place);
  const left = budget - points.reduce((sum, count) => sum + count, 0);
  for (const { place } of byRest.slice(0, Math.round(left))) points[place] = (points[place] ?? 0) + 1;
  return Object.fromEntries(options.map(({ id }, place) => [id, points[place] ?? 0]));
}
