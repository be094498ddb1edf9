import { AgoraError } from '../../agora-error';

/**
 * Each option's place in an order that settles ties.
 * @throws AgoraError 'tie-policy' when the order lacks an option or names one twice; names beyond the options do no harm
 */
export function ranksIn(
  rule: string,
  options: readonly string[],
  order: readonly string[],
): readonly number[] {
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
