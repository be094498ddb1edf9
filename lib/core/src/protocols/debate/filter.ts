import type { Member, Said } from './member';
import type { StatementJudge } from './similarity';

/** A statement that was kept from an agent, and why. */
export interface Dropped {
  readonly from: string;
  readonly why: 'own view' | 'already seen';
}

/**
 * The redundancy filter (S2-MAD, section 3.2): a statement is kept from an agent when it puts the agent's own view, or one
 * that it has received before.
 *
 * Algorithm 1 of the paper compares with the agent's own view only; the text has "or previously received viewpoints".
 * `seen` says how far back: `debate` takes the text at its word, `round` removes repeats within one prompt.
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
 * As few of the statements as cover them all: F(Sum) of Algorithm 1. The first is taken, then whatever those before it do not
 * cover; then what the others cover is left out, so that a summary of two views stands for one of a single view whatever
 * their order. Likeness of texts need not carry over from one to the next, so all are checked again before one is left out.
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
