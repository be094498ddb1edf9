import { AgoraError } from '../error';
import type { Random } from '../random';

/**
 * How to choose among several winners. 'none' selects no option (RoundTable, Figure 9). 'first' selects the first
 * winner in option order. In the round-table protocol, this is the winner that was proposed first. 'random' draws a
 * winner at random.
 */
export type TieBreak = (typeof tieBreaks)[number];
export const tieBreaks = ['none', 'first', 'random'] as const;

/**
 * Selects one of the winners that a count returned. Returns null if there are no winners, or if several options win and
 * `ties` is 'none'.
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
