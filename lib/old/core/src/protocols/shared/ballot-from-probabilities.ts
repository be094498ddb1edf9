import type { Ballot } from 'agora-voting';
import { ratingScale } from 'agora-voting/internal';
import type { BallotForm } from './answers';

/**
 * A ballot derived from a voter's probabilities of the options. An option's probability is how likely the voter is to
 * vote for it; they sum to 1.
 *
 * - choice: the most probable option.
 * - ranking: by probability. Equal options keep their order.
 * - rating: lowest + (highest - lowest) x probability, rounded to whole numbers (halves up). The sum over voters then
 *   reflects the voters' mean probability, the linear opinion pool of Stone (1961), up to the resolution of the
 *   scale.
 * - points: probability x budget, in whole points by largest remainders (Hamilton), so that they add up to the
 *   budget.
 * - approval: options with at least the mean probability, within the limits of the ballot.
 *
 * The mapping is ours: no paper of the kit votes in this way.
 */
export function ballotFromProbabilities(
  { kind, options, settings }: Pick<BallotForm, 'kind' | 'options' | 'settings'>,
  probabilities: Readonly<Record<string, number>>,
): Ballot {
  const of = (option: string) => probabilities[option] ?? 0;
  const byProbability = [...options].sort((a, b) => of(b) - of(a));
  switch (kind) {
    case 'choice':
      return { kind, choice: byProbability[0] ?? '' };
    case 'ranking':
      return { kind, ranking: byProbability };
    case 'rating': {
      const { lowest, highest } = settings.scale ?? ratingScale;
      const rating = (option: string) => lowest + Math.round((highest - lowest) * of(option));
      return { kind, ratings: Object.fromEntries(options.map((option) => [option, rating(option)])) };
    }
    case 'points':
      return { kind, points: wholePoints(options, of, settings.points ?? options.length) };
    case 'approval': {
      const { least = 0, most = options.length } = settings.approvals ?? {};
      const wanted = options.filter((option) => of(option) * options.length >= 1).length;
      return { kind, approved: byProbability.slice(0, Math.min(most, Math.max(least, wanted))) };
    }
  }
}

function wholePoints(
  options: readonly string[],
  of: (option: string) => number,
  budget: number,
): Record<string, number> {
  const points = new Map(options.map((option) => [option, Math.floor(of(option) * budget)]));
  const remainder = (option: string) => of(option) * budget - (points.get(option) ?? 0);
  const byRemainder = [...options].sort((a, b) => remainder(b) - remainder(a));
  let left = budget - [...points.values()].reduce((sum, one) => sum + one, 0);
  for (const option of byRemainder) {
    const more = Math.min(1, left);
    points.set(option, (points.get(option) ?? 0) + more);
    left -= more;
  }
  return Object.fromEntries(points);
}
