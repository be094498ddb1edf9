import type { CriterionName, Result } from '../voting-rule';
import { written, type Opinions } from './cast';
import type { CountedElections } from './counted-elections';
import type { Criterion, Finding } from './criterion';

/** Votes on which a rule breaks a criterion, as data. */
export interface Counterexample {
  /** The rule's name. */
  readonly rule: string;
  readonly criterion: CriterionName;
  /** What the criterion asks, in one sentence. */
  readonly definition: string;
  readonly facts: Criterion['facts'];
  /** The most options and the most voters of its elections. */
  readonly options: number;
  readonly voters: number;
  /** How many ballots differ between the elections before and after; 0 where none is changed. */
  readonly changedBallots: number;
  /** One election, or one before and one after, or two groups and the whole. */
  readonly elections: readonly ShownElection[];
  /** What the criterion asks here; what happens instead. */
  readonly sentences: readonly [string, string];
}

/** An election of a counterexample: what the voters think, and what the rule makes of it. */
export interface ShownElection {
  readonly label: string;
  /** Rankings or ratings; `cast` makes the ballots of a rule on choices or approvals out of them. */
  readonly profile: Opinions;
  readonly result: Result;
}

export function toCounterexample(
  elections: CountedElections,
  criterion: Criterion,
  finding: Finding,
): Counterexample {
  return {
    rule: elections.rule.name,
    criterion: criterion.name,
    definition: criterion.definition,
    facts: criterion.facts,
    options: Math.max(...finding.elections.map(({ votes }) => votes.names.length)),
    voters: Math.max(...finding.elections.map(({ votes }) => votes.ballots.length)),
    changedBallots: finding.changedBallots,
    elections: finding.elections.map(({ label, votes }) => ({
      label,
      profile: written(elections.inOrder(votes), elections.anonymous),
      result: elections.result(votes),
    })),
    sentences: finding.sentences,
  };
}
