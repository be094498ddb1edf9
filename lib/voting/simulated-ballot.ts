import type { Random } from '../random';
import { defaultScale, type BallotForm, type BallotKind, type BallotReply } from './ballots';

/** The standard deviation of a simulated voter's error in judging one proposal, in units of utility. */
const judgementNoise = 0.3;

/**
 * Returns a simulated voter's ballot, in the format of a model's answer. Each judgement has a small normally
 * distributed error.
 */
export function simulatedBallot(
  kind: BallotKind,
  options: readonly string[],
  utilityOf: (option: string) => number,
  random: Random,
  { points = options.length, scale = defaultScale }: BallotForm = {},
): BallotReply | null {
  const judged = options.map((option) => ({
    option,
    utility: utilityOf(option) + random.normal(0, judgementNoise),
  }));
  const ranked = [...judged].sort((a, b) => b.utility - a.utility);
  const best = ranked[0];
  if (best === undefined) return null;
  const mean = judged.reduce((sum, { utility }) => sum + utility, 0) / judged.length;
  switch (kind) {
    case 'choice':
      return best.option;
    case 'ranking':
      return ranked.map(({ option }) => option);
    case 'approval':
      return judged.filter(({ utility }) => utility >= mean).map(({ option }) => option);
    case 'rating': {
      // A proposal with the mean utility gets the middle of the scale.
      const rate = (utility: number): number =>
        Math.round(scale.lowest + (scale.highest - scale.lowest) / (1 + Math.exp(mean - utility)));
      return Object.fromEntries(judged.map(({ option, utility }) => [option, rate(utility)]));
    }
    case 'points': {
      const shares = wholeShares(
        judged.map(({ utility }) => Math.exp(utility - best.utility)),
        points,
      );
      return Object.fromEntries(judged.map(({ option }, place) => [option, shares[place] as number]));
    }
  }
}

/** Divides a number of points into whole-number shares, in proportion to weights, by the largest-remainder method. */
export function wholeShares(weights: readonly number[], points: number): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const exact = weights.map((weight) => (points * weight) / total);
  const shares = exact.map(Math.floor);
  const left = points - shares.reduce((sum, share) => sum + share, 0);
  const byRest = exact
    .map((share, place) => ({ rest: share - Math.floor(share), place }))
    .sort((a, b) => b.rest - a.rest || a.place - b.place);
  for (const { place } of byRest.slice(0, left)) shares[place]!++;
  return shares;
}
