import { AgoraError } from '../error';
import type { Random } from '../random';

/**
 * How to choose among several winners. 'none' selects no option (RoundTable, Figure 9). 'first' selects the first
 * winner in option order; at a round table, options are in the order of proposal. 'random' draws one winner at random.
 */
export type TieBreak = 'none' | 'first' | 'random';

/**
 * Selects one of the winners, or returns null. Counting and breaking ties are separate steps: a count returns all
 * winners, in option order.
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
