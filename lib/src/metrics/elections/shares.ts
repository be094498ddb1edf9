import { AgoraError } from '../../agora-error';
import type { Random } from '../../random';
import { settleTie } from '../../voting';
import type { Election } from './election';
import type { Outcome } from './recount';
import type { RecountSettings } from './recount-settings';

/** Whether the right option is selected, 0 or 1; its chance to be, with ties `expected`. */
export function shareRight(
  { winners }: Outcome,
  election: Election,
  ties: RecountSettings['ties'],
  random: () => Random,
): number {
  const right = rightOf(election);
  if (!winners.includes(right)) return 0;
  if (winners.length === 1) return 1;
  if (ties === 'expected') return 1 / winners.length;
  const help = { order: election.options, ...(ties === 'random' ? { random: random().split('tie') } : {}) };
  return settleTie(winners, ties, help).selected === right ? 1 : 0;
}

/**
 * Whether the right option is among the first k of the order. A tie in the order counts as the chance that breaking it
 * at random puts the option there: with b options before the t tied ones, (k - b) / t, within 0 and 1.
 */
export function shareWithin({ order }: Outcome, election: Election, k: number): number {
  const right = rightOf(election);
  let before = 0;
  for (const tied of order) {
    if (tied.includes(right)) return Math.min(1, Math.max(0, (k - before) / tied.length));
    before += tied.length;
  }
  return 0;
}

/** @throws AgoraError 'missing-score' when the record does not tell which option is right */
function rightOf({ right, collaboration }: Election): string {
  if (right !== null) return right;
  throw new AgoraError(
    'missing-score',
    `an accuracy needs the right option of collaboration ${collaboration}: its instance has no "answer" among the options, and no decision is scored correct`,
  );
}
