import { AgoraError } from './agora-error';
import { check, object, oneOf } from './check';
import type { Random } from './random';

/**
 * What becomes of several winners. none: nothing is selected (the paper's own: "multiple proposals passed").
 * fixed-order: the first in a stated order. random: each equally likely.
 */
export type TiePolicy = 'none' | 'fixed-order' | 'random';

/** What a setting that takes a tie policy must be. */
export const tiePolicy = oneOf('none', 'fixed-order', 'random');

const breakTieArguments = object('arguments', { policy: tiePolicy });

export interface BrokenTie {
  readonly selected: string | null;
  /** Whether there was a tie to settle. */
  readonly tied: boolean;
}

/**
 * Chooses among the winners of a vote. One winner is selected, and no winner selects nothing, under any policy.
 * @param help.order - for fixed-order: options, first choice first; left out, the order of the winners
 * @param help.random - for random: the stream to draw from
 * @throws AgoraError 'tie-policy' when a tie is there and the policy lacks its stream, or its order lacks all winners
 * @example
 * voting.breakTie(['B', 'C'], 'fixed-order', { order: ['A', 'C', 'B'] }).selected; // => 'C'
 */
export function breakTie(
  winners: readonly string[],
  policy: TiePolicy,
  help: { readonly random?: Random; readonly order?: readonly string[] } = {},
): BrokenTie {
  check('breakTie', breakTieArguments, { policy });
  const [first] = winners;
  if (first === undefined) return { selected: null, tied: false };
  if (winners.length === 1) return { selected: first, tied: false };
  switch (policy) {
    case 'none':
      return { selected: null, tied: true };
    case 'fixed-order': {
      const selected = (help.order ?? winners).find((option) => winners.includes(option));
      if (selected === undefined)
        throw new AgoraError(
          'tie-policy',
          `breakTie needs an order that names a winner, got ${JSON.stringify(help.order)} for the winners ${JSON.stringify(winners)}`,
        );
      return { selected, tied: true };
    }
    case 'random':
      if (!help.random)
        throw new AgoraError('tie-policy', 'breakTie needs a Random for the policy "random", got none');
      return { selected: help.random.pick(winners), tied: true };
  }
}
