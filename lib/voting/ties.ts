import { AgoraError } from '../error';
import type { Random } from '../random';

/**
 * What happens when several options win. none: nothing is selected (RoundTable, Figure 9). first: the first in the order
 * of the options, which at a round table is the order in which they were proposed. random: one of them is drawn.
 */
export type TieBreak = 'none' | 'first' | 'random';

/**
 * Selects one of the winners, or null. Counting gives the set of winners; choosing among them is this separate step.
 * The winners of a count are in the order of its options.
 */
export function breakTies(winners: readonly string[], ties: TieBreak, random?: Random): string | null {
  const [first = null] = winners;
  if (winners.length < 2 || ties === 'first') return first;
  if (ties === 'none') return null;
  if (random === undefined)
    throw new AgoraError('Breaking a tie at random needs a random stream. Pass one, such as Random.from(1).');
  return random.pick(winners);
}
