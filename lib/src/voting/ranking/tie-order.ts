import { AgoraError } from '../../agora-error';
import type { RankingProfile } from '../ranking-profile';

/**
 * Each option's place in an order that settles ties; in the options' own order where none is given.
 * @throws AgoraError 'tie-policy' when the order lacks an option or names one twice; names beyond the options do no harm
 */
export function ranksIn(
  rule: string,
  options: readonly string[],
  order?: readonly string[],
): readonly number[] {
  if (order === undefined) return agenda(options.length);
  return options.map((option) => {
    const rank = order.indexOf(option);
    if (rank < 0 || order.includes(option, rank + 1))
      throw new AgoraError(
        'tie-policy',
        `${rule} needs an order with every option once to settle ties: ${JSON.stringify(option)} is ${rank < 0 ? 'missing' : 'twice'} in ${JSON.stringify(order)}`,
      );
    return rank;
  });
}

/** The options as the first ballot that anybody holds ranks them; those it ranks alike in their own order. */
export function byFirstBallot({ options, tiers, weights }: RankingProfile): number[] {
  const m = options.length;
  const at = weights.findIndex((weight) => weight > 0) * m;
  return [...agenda(m)].sort((a, b) => (tiers[at + a] as number) - (tiers[at + b] as number) || a - b);
}

let lastAgenda: readonly number[] = [];

/** 0, 1, 2, ...: remembered for as many options in a row. */
export function agenda(m: number): readonly number[] {
  if (lastAgenda.length !== m) lastAgenda = Array.from({ length: m }, (_, option) => option);
  return lastAgenda;
}
