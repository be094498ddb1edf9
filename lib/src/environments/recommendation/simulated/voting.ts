import type { Json } from '../../../json';
import type { Random } from '../../../random';
import { onScale } from '../../on-scale';
import type { BallotKind } from '../../situation';
import type { AgentParameters } from './parameters';
import type { Situation } from './situation';

/** A candidate as an agent judges it: 0 is exactly the own estimate, -1 is a star away from it. */
export interface Judgement {
  readonly id: string;
  readonly value: number;
}

/** An agent rather abstains than puts its name to a rating further than this from its estimate, in stars. */
const farthest = 2;

/** Judges all candidates by how close they are to the agent's own estimate; a little more for what stands. */
export function judge(
  { candidates, standing }: Situation,
  ownEstimate: number,
  { inertia, judgementNoise }: AgentParameters,
  random: Random | null,
): Judgement[] {
  return candidates.map(({ id, proposal }) => ({
    id,
    value:
      -Math.abs(proposal.rating - ownEstimate) +
      (standing?.id === id ? inertia : 0) +
      (random === null ? 0 : random.normal(0, judgementNoise)),
  }));
}

/** A ballot of the kind asked for, as the prompt's `decision` field holds it; null abstains. */
export function castBallot(
  kind: BallotKind,
  judgements: readonly Judgement[],
  points: number,
  scale?: Situation['scale'],
): Json {
  const order = [...judgements].sort((a, b) => b.value - a.value);
  const [favourite] = order;
  if (favourite === undefined || favourite.value < -farthest) return null;
  switch (kind) {
    case 'choice':
      return favourite.id;
    case 'rating':
      return Object.fromEntries(judgements.map(({ id, value }) => [id, onScale(rate(value), scale)]));
    case 'ranking':
      return order.map(({ id }) => id);
    case 'approval':
      return judgements.filter(({ value }) => value >= -farthest).map(({ id }) => id);
    case 'points':
      return sharePoints(judgements, points);
  }
}

/** 5 for the own estimate, two steps less for each star that a candidate is away from it. */
function rate(value: number): number {
  return Math.min(5, Math.max(1, Math.round(5 + 2 * value)));
}

/** All points, whole ones, halved with every half star of distance; what rounding leaves goes to the largest rests. */
function sharePoints(judgements: readonly Judgement[], budget: number): Json {
  const weights = judgements.map(({ value }) => Math.pow(4, value));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const wanted = weights.map((weight) => (weight / total) * budget);
  const points = wanted.map(Math.floor);
  const left = budget - points.reduce((sum, count) => sum + count, 0);
  wanted
    .map((value, place) => ({ place, rest: value - Math.floor(value) }))
    .sort((a, b) => b.rest - a.rest || a.place - b.place)
    .slice(0, left)
    .forEach(({ place }) => (points[place] = (points[place] ?? 0) + 1));
  return Object.fromEntries(judgements.map(({ id }, place) => [id, points[place] ?? 0]));
}
