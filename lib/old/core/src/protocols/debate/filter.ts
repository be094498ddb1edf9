import type { Member, Said } from './member';
import type { StatementJudge } from './similarity';

/** A statement that was withheld from an agent, and why. */
export interface Dropped {
  readonly from: string;
  readonly why: 'own view' | 'already seen';
}

/**
 * The redundancy filter (S2-MAD, section 3.2): it withholds a statement from an agent if it expresses the agent's own
 * view, or one that the agent has received before.
 *
 * Algorithm 1 of the paper compares with the agent's own view only; the text adds "or previously received
 * viewpoints". `seen` says how far back to compare: `debate` follows the text literally, `round` removes repeats
 * within one prompt.
 */
export function keepNew(
  judge: StatementJudge,
  member: Member,
  incoming: readonly Said[],
  seen: 'debate' | 'round',
): { readonly kept: readonly Said[]; readonly dropped: readonly Dropped[] } {
  const own = member.answer === null ? [] : [member.answer];
  const before = seen === 'debate' ? member.received : [];
  const kept: Said[] = [];
  const dropped: Dropped[] = [];
  for (const statement of incoming) {
    if (judge.covers(own, statement)) dropped.push({ from: statement.from, why: 'own view' });
    else if (judge.covers([...own, ...before, ...kept], statement))
      dropped.push({ from: statement.from, why: 'already seen' });
    else kept.push(statement);
  }
  return { kept, dropped };
}

/**
 * The smallest set of statements that covers all of them: F(Sum) of Algorithm 1. First, each statement is kept that
 * the kept ones before it do not cover. Then each one is removed that the others cover, so that a summary of two
 * views replaces one of a single view in either order. Similarity is not transitive, so all statements are checked
 * again before one is removed.
 */
export function distinct(judge: StatementJudge, statements: readonly Said[]): readonly Said[] {
  let kept: readonly Said[] = [];
  for (const statement of statements) if (!judge.covers(kept, statement)) kept = [...kept, statement];
  for (const statement of kept) {
    const others = kept.filter((other) => other !== statement);
    if (others.length > 0 && statements.every((one) => judge.covers(others, one))) kept = others;
  }
  return kept;
}
