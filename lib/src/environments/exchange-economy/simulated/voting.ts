import { onScale } from '../../on-scale';
import type { BallotKind } from '../../situation';
import type { Json } from '../../../json';
import { best, reservation, type Judgement } from './judgement';

/**
 * A ballot of the kind asked for, as the prompt's `decision` field holds it; null abstains, when no candidate is
 * worth half of an even split.
 */
export function castBallot(
  kind: BallotKind,
  judgements: readonly Judgement[],
  points: number,
  scale?: { readonly lowest: number; readonly highest: number },
): Json {
  const favourite = best(judgements);
  if (favourite === null || favourite.value < reservation) return null;
  switch (kind) {
    case 'choice':
      return favourite.id;
    case 'rating':
      return Object.fromEntries(judgements.map(({ id, value }) => [id, onScale(rate(value), scale)]));
    case 'ranking':
      return [...judgements].sort((a, b) => b.value - a.value).map(({ id }) => id);
    case 'approval':
      return judgements.filter(({ value }) => value >= reservation).map(({ id }) => id);
    case 'points':
      return sharePoints(judgements, points);
  }
}

/** 3 for as good as an even split, a step for every fifth of log utility (about 22%) above or below. */
function rate(value: number): number {
  return Math.min(5, Math.max(1, Math.round(3 + 5 * value)));
}

/** All points, in proportion to the cube of the judged utility, in whole points. */
function sharePoints(judgements: readonly Judgement[], budget: number): Json {
  const weights = judgements.map(({ value }) => Math.exp(3 * value));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const wanted = weights.map((weight) => (weight / total) * budget);
  const points = wanted.map(Math.floor);
  const order = wanted
    .map((value, j) => ({ j, rest: value - Math.floor(value) }))
    .sort((a, b) => b.rest - a.rest || a.j - b.j);
  let left = budget - points.reduce((sum, count) => sum + count, 0);
  for (const { j } of order) {
    if (left <= 0) break;
    points[j] = (points[j] ?? 0) + 1;
    left--;
  }
  return Object.fromEntries(judgements.map(({ id }, j) => [id, points[j] ?? 0]));
}
