import type { Json } from '../../json';
import { settleTie, type Ballot, type TiePolicy, type VotingRule } from '../../voting';
import type { Session } from '../protocol';
import { candidatesOf } from './floor';
import type { Said } from './member';
import type { Viewpoints } from './viewpoints';

/** Answers to decide among, and how many have a say (those without an answer too). */
export interface House<Instance, Proposal> {
  readonly views: Viewpoints<Instance, Proposal>;
  readonly standing: readonly Said[];
  readonly electorate: number;
}

export interface Vote {
  readonly rule: VotingRule;
  /** What to call it on record, where the rule had nothing to count. */
  readonly by?: string;
  readonly ties: TiePolicy;
  readonly round: number;
  readonly phase: string;
  /** Left out or null, the answers themselves are counted, each as one vote. */
  readonly ballots?: readonly Ballot[] | null;
}

/** Counts, settles a tie, and puts the decision on record. @returns the selected answer's id, null when none was */
export function decide<I, P>(
  session: Session<I, P>,
  { views, standing, electorate }: House<I, P>,
  { rule, by = rule.name, ties, round, phase, ballots }: Vote,
): string | null {
  const { random, environment, instance } = session;
  const candidates = candidatesOf(views, standing);
  const options = candidates.map(({ id }) => id);
  const votes = standing.map(({ answers }) => ({ kind: 'choice', choice: answers[0] as string }) as const);
  const { tally, winners } =
    options.length === 0
      ? { tally: {}, winners: [] }
      : rule.count(
          { options, ballots: ballots ?? votes, electorate },
          { random: random.split('rule', round) },
        );
  // The same stream for the last round and for the settlement: what stands is what is settled.
  const { selected } = settleTie(winners, ties, { random: random.split('tie', round), order: options });
  const proposal = selected === null ? null : views.proposal(selected);
  session.record({
    ...{ type: 'decision', round, phase, by, tally, winners, selected },
    candidates: candidates.map(({ id, by: names }) => ({ id, by: names })),
    standing: selected === null ? null : { candidate: selected, proposal: proposal as Json },
    score: environment.score(instance, proposal),
  });
  return selected;
}
