import { AgoraError } from './agora-error';
import { check, object, oneOf } from './check';
import type { Random } from './random';

/**
 * How a tie between several winners is broken. none: nothing is selected (the paper's "multiple proposals passed").
 * fixed-order: the first in a stated order. random: each equally likely.
 */
export type TiePolicy = 'none' | 'fixed-order' | 'random';

/** Schema of a setting that takes a tie policy. */
export const tiePolicy = oneOf('none', 'fixed-order', 'random');

const breakTieArguments = object('arguments', { policy: tiePolicy });

export interface BrokenTie {
  readonly selected: string | null;
  /** Whether there was a tie to break. */
  readonly tied: boolean;
}

/**
 * Breaks a tie among the winners of a vote. A single winner is selected under any policy; without a winner nothing is
 * selected.
 * @param help.order - for fixed-order: the options, first choice first. Default: the order of the winners
 * @param help.random - for random: the stream to draw from
 * @throws AgoraError 'tie-policy' when there is a tie and the policy has no random stream, or the order names no winner
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
