import type { Candidate, GroupSituation, SeenDecision, SeenMessage } from '../../environments/situation';
import type { Session } from '../protocol';
import { conversationLine, historyText, type VoteSummary } from './prompts';

/** A decision that holds, and since when. */
export type Standing<Proposal> = Candidate<Proposal> & { readonly round: number };

/** All that everybody at the table knows, as prompts tell it and as simulated agents see it. */
export class TableState<Instance, Proposal> {
  standing: Standing<Proposal> | null = null;
  private messages: readonly SeenMessage[] = [];
  private conversation: readonly string[] = [];
  private decisions: readonly SeenDecision[] = [];
  private lastVote: VoteSummary | null = null;
  private lastCandidates: readonly Candidate<Proposal>[] = [];
  /** The history as text, until something is added to it: everybody is told the same. */
  private told: string | null = null;
  /** A proposal stays as it is, and is shown in every prompt for as long as it is a candidate. */
  private readonly shown = new Map<Proposal, string>();

  constructor(
    private readonly session: Session<Instance, Proposal>,
    private readonly agents: readonly string[],
    private readonly rounds: number,
  ) {}

  addMessage(message: SeenMessage): void {
    this.messages = [...this.messages, message];
    this.conversation = [...this.conversation, conversationLine(message)];
    this.told = null;
  }

  addVote(vote: VoteSummary, candidates: readonly Candidate<Proposal>[]): void {
    const { round, selected, tally } = vote;
    const chosen = candidates.find((candidate) => candidate.id === selected);
    if (chosen !== undefined) this.standing = { ...chosen, round };
    this.decisions = [...this.decisions, { round, selected, tally }];
    this.lastVote = vote;
    this.lastCandidates = candidates;
    this.told = null;
  }

  /** What one agent knows; `candidates` are the latest ones, or those of the vote that it is asked for. */
  situation(
    act: 'speak' | 'propose' | 'vote',
    round: number,
    agent: string,
    candidates = this.lastCandidates,
  ): GroupSituation<Instance, Proposal> {
    return {
      act,
      round,
      rounds: this.rounds,
      agent,
      agents: this.agents,
      instance: this.session.instance,
      messages: this.messages,
      standing: this.standing,
      candidates,
      decisions: this.decisions,
    };
  }

  history(): string {
    this.told ??= historyText(
      {
        candidatesRound: this.lastVote?.round ?? 0,
        candidates: this.lastCandidates,
        lastVote: this.lastVote,
        standing: this.standing,
        conversation: this.conversation,
      },
      this.show,
    );
    return this.told;
  }

  readonly show = (proposal: Proposal): string => {
    const known = this.shown.get(proposal);
    if (known !== undefined) return known;
    const text = this.session.environment.showProposal(this.session.instance, proposal);
    this.shown.set(proposal, text);
    return text;
  };
}
