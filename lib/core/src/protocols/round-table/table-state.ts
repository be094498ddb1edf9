import type { Candidate, SeenMessage } from '../../environments/situation';
import type { Session } from '../protocol';
import { Candidates } from '../shared/candidates';
import { Conversation, recalledMessages, type ConversationMemory } from '../shared/conversation';
import type { Decision } from '../shared/polling';
import { candidateText, historyText } from './prompts';

/** A decision that holds, and since when. */
export type Standing<Proposal> = Candidate<Proposal> & { readonly round: number };

/** A vote as everybody is told about it. */
export interface VoteTold extends Pick<Decision<unknown>, 'selected' | 'tally'> {
  readonly round: number;
  readonly ballots: readonly { readonly by: string; readonly text: string }[];
}

/** All that everybody at the table knows, as prompts tell it and as simulated agents see it. */
export class TableState<Instance, Proposal> {
  standing: Standing<Proposal> | null = null;
  private readonly proposals: Candidates<Instance, Proposal>;
  /** Each agent's latest candidate. */
  private readonly latest = new Map<string, string>();
  readonly conversation: Conversation;
  private round = 0;
  private lastVote: VoteTold | null = null;
  private lastCandidates: readonly Candidate<Proposal>[] = [];
  /** The history as text, until something is added to it: everybody is told the same, but for summaries of one's own. */
  private told: string | null = null;

  constructor(session: Session<Instance, Proposal>, memory: ConversationMemory) {
    this.proposals = new Candidates(session);
    this.conversation = new Conversation(memory);
  }

  begin(round: number): void {
    this.round = round;
    this.told = null;
  }

  hear(message: SeenMessage): void {
    this.conversation.hear(message);
    this.told = null;
  }

  /** Takes an agent's new proposal in place of its last one. @returns the candidate that it is */
  propose(agent: string, proposal: Proposal): string {
    const id = this.proposals.idOf(proposal);
    this.latest.set(agent, id);
    return id;
  }

  hasProposed(agent: string): boolean {
    return this.latest.has(agent);
  }

  /** What can be voted on: everybody's latest proposal and the standing decision, equal ones merged. */
  candidates(): Candidate<Proposal>[] {
    const latest = [...this.latest].map(([from, id]) => ({ from, answers: [id] }));
    return this.proposals.behind(latest, this.standing?.id ?? null);
  }

  decided(
    vote: VoteTold & Pick<Decision<Proposal>, 'standing'>,
    candidates: readonly Candidate<Proposal>[],
  ): void {
    const { round, selected, standing } = vote;
    if (selected !== null && standing !== null) this.standing = { ...standing, round };
    this.lastVote = vote;
    this.lastCandidates = candidates;
    this.told = null;
  }

  /** What an agent knows, as simulated members see it. */
  shared(agent = '') {
    const { standing, lastCandidates: candidates, round } = this;
    const messages = recalledMessages(this.conversation.recalled(agent, round), agent, round);
    return { messages, standing, candidates };
  }

  history(agent: string): string {
    if (this.conversation.memory === 'summaries') return this.historyFor(agent);
    this.told ??= this.historyFor(agent);
    return this.told;
  }

  private historyFor(agent: string): string {
    return historyText({
      candidatesRound: this.lastVote?.round ?? 0,
      candidates: this.lastCandidates.map((candidate) => this.candidateText(candidate)),
      lastVote: this.lastVote,
      standing: this.standing && { ...this.standing, text: this.proposals.show(this.standing.id) },
      recalled: this.conversation.recalled(agent, this.round),
    });
  }

  candidateText({ id, by }: Candidate<Proposal>): string {
    return candidateText(id, by, this.proposals.show(id));
  }
}
