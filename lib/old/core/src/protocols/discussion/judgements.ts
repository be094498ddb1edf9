import type { Candidate } from '../../environments/situation';
import { plurality, type TiePolicy, type VotingRule } from 'agora-voting';
import type { Ending, Session } from '../protocol';
import { Candidates } from '../shared/candidates';
import { decide, type Vote } from '../shared/polling';
import type { Reading } from './context';

/** How a group without a decision reaches one. */
export interface Settling {
  readonly rule: VotingRule;
  readonly ties: TiePolicy;
}

/** The current views: each agent's latest judgement, and the group's decision from them. */
export class Judgements<Instance, Proposal> {
  private readonly latest = new Map<string, string>();
  private readonly candidates: Candidates<Instance, Proposal>;

  constructor(
    private readonly session: Session<Instance, Proposal>,
    private readonly names: readonly string[],
    private readonly settling: Settling,
  ) {
    this.candidates = new Candidates(session);
  }

  /** Stores an agent's new judgement; null keeps the old one. @returns the candidate if it is new */
  take(agent: string, proposal: Proposal | null): string | null {
    if (proposal === null) return null;
    const id = this.candidates.idOf(proposal);
    this.latest.set(agent, id);
    return id;
  }

  of(agent: string): string | null {
    return this.latest.get(agent) ?? null;
  }

  show(id: string): string {
    return this.candidates.show(id);
  }

  /** All judgements; equal ones are merged. @param also - a candidate that needs no supporter */
  held(also: string | null = null): Candidate<Proposal>[] {
    return this.candidates.behind(
      [...this.latest].map(([from, id]) => ({ from, answers: [id] })),
      also,
    );
  }

  /**
   * The judgements that a reading shows, with their authors: the latest of each agent, and those that a summary
   * states.
   */
  in({ summary, lastRound, thisRound }: Reading): Candidate<Proposal>[] {
    const { environment, instance } = this.session;
    const latest = new Map<string, string[]>();
    if (summary !== null) {
      const stated = environment.prose?.stated(instance, summary.text) ?? [];
      latest.set(summary.by, [...new Set(stated.map((one) => this.candidates.idOf(one)))]);
    }
    for (const { from, judgement } of [...lastRound, ...thisRound])
      if (judgement !== null) latest.set(from, [judgement]);
    return this.candidates.behind([...latest].map(([from, answers]) => ({ from, answers })));
  }

  /** As lines for a prompt. */
  told(): string[] {
    return this.names.map((name) => {
      const id = this.of(name);
      return id === null ? `- ${name} has given no judgement` : `- ${name} judged ${this.show(id)}`;
    });
  }

  /** Whether all agents with a judgement agree and are more than half of the group. */
  areAgreed(): boolean {
    return new Set(this.latest.values()).size === 1 && this.latest.size > this.names.length / 2;
  }

  /** Ends with the rule's decision on them. */
  settle(round: number, cause: string): Ending {
    const ballots = [...this.latest.values()];
    const { rule } = this.settling;
    return this.end({ round, cause, by: rule.name, rule, electorate: this.names.length }, ballots);
  }

  /** Ends with one decision, with or without supporters. */
  decree(round: number, cause: string, by: string, decision: Proposal): Ending {
    const id = this.candidates.idOf(decision);
    return this.end({ round, cause, by, rule: plurality, electorate: 1 }, [id], id);
  }

  private end(
    {
      cause,
      ...vote
    }: Pick<Vote<Proposal>, 'round' | 'by' | 'rule' | 'electorate'> & { readonly cause: string },
    chosen: readonly string[],
    also: string | null = null,
  ): Ending {
    const { environment, instance } = this.session;
    const { standing } = decide(this.session, {
      ...vote,
      phase: 'decision',
      ties: this.settling.ties,
      candidates: this.held(also),
      ballots: chosen.map((choice) => ({ kind: 'choice', choice })),
    });
    const outcome = standing?.proposal ?? null;
    return {
      rounds: vote.round,
      cause,
      outcome: outcome,
      score: environment.score(instance, outcome),
    };
  }
}
