import { AgoraError } from '../error';
import type { Random } from '../random';

/**
 * How to choose among several winners. none: select no option (RoundTable, Figure 9). first: select the first winner in
 * option order, which at a round table is the order of proposal. random: draw one winner at random.
 */
export type TieBreak = 'none' | 'first' | 'random';

/**
 * Selects one winner, or returns null. Counting gives the set of winners; choosing among them is this separate step. A
 * count lists its winners in option order.
 */
export function breakTies(winners: readonly string[], ties: TieBreak, random?: Random): string | null {
  const [first = null] = winners;
  if (winners.length < 2 || ties === 'first') return first;
  if (ties === 'none') return null;
  if (random === undefined)
    throw new AgoraError(
      'Breaking a tie at random needs a random stream. Pass a stream, such as Random.from(1).',
    );
  return random.pick(winners);
}
