import type { Candidate, GroupSituation, SeenDecision, SeenMessage } from '../../environments/situation';
import type { Json, JsonObject } from '../../json';
import { ballotSettings, settleTie, type Ballot, type TiePolicy, type VotingRule } from '../../voting';
import type { Ending, Protocol, Session } from '../protocol';
import { ProtocolSettingError } from '../protocol-error';
import {
  messageSchema,
  proposalSchema,
  readMessage,
  readProposalAnswer,
  readVote,
  voteSchema,
} from './answers';
import { CandidateList } from './candidate-list';
import {
  candidateText,
  conversationLine,
  historyText,
  messageQuestion,
  prompt,
  proposalQuestion,
  systemPrompt,
  voteQuestion,
  type SharedView,
  type VoteSummary,
} from './prompts';

export interface RoundTableOptions {
  readonly rule: VotingRule;
  /** Default 10, as in the paper. */
  readonly rounds?: number;
  /** What happens when several candidates win. Default "none": none is selected, as in the paper. */
  readonly ties?: TiePolicy;
}

/**
 * The round table: rounds of a message, a proposal and a voting phase, everybody acting at the same time within
 * each. Source: RoundTable sections 3 and B.1.
 *
 * Everybody reads every message, whomever it addresses. Reasoning stays with its author. The candidates of a vote
 * are everybody's latest proposals and the standing decision, equal ones merged; with none there is nothing to ask,
 * so the voting phase makes no calls. An answer that cannot be used counts as silence, as no new proposal, or as an
 * abstention, and stands on record as a failure.
 */
export function roundTable(options: RoundTableOptions): Protocol {
  const { rule, rounds = 10, ties = 'none' } = options;
  if (!Number.isSafeInteger(rounds) || rounds < 1) {
    throw new ProtocolSettingError(`roundTable needs a whole number of at least 1 as rounds, got ${rounds}`);
  }
  const settings: JsonObject = { rule: rule.name, rounds, ties };
  return {
    name: 'round-table',
    settings,
    run: (session) => new Table(session, rule, rounds, ties).run(),
  };
}

class Table<Instance, Proposal> {
  private readonly agents: readonly string[];
  private readonly systemPrompts: ReadonlyMap<string, string>;
  private readonly list: CandidateList<Instance, Proposal>;
  private messages: readonly SeenMessage[] = [];
  private conversation: readonly string[] = [];
  /** The state of the collaboration as text, while it is the same. */
  private told: string | null = null;
  private readonly shown = new Map<Proposal, string>();
  private decisions: readonly SeenDecision[] = [];
  private standing: (Candidate<Proposal> & { readonly round: number }) | null = null;
  private lastVote: VoteSummary | null = null;
  private lastCandidates: { readonly round: number; readonly list: readonly Candidate<Proposal>[] } = {
    round: 0,
    list: [],
  };

  constructor(
    private readonly session: Session<Instance, Proposal>,
    private readonly rule: VotingRule,
    private readonly rounds: number,
    private readonly ties: TiePolicy,
  ) {
    const { agents, environment, instance } = session;
    if (agents.length === 0)
      throw new ProtocolSettingError('roundTable needs at least one agent, and the environment has none');
    this.agents = agents.map((agent) => agent.name);
    const task = environment.task(instance);
    this.systemPrompts = new Map(
      agents.map((agent) => [agent.name, systemPrompt(agent, agents, task, rule, rounds)]),
    );
    this.list = new CandidateList(environment);
  }

  async run(): Promise<Ending> {
    let round = 0;
    let cause = 'rounds';
    while (round < this.rounds) {
      round++;
      await this.messagePhase(round);
      await this.proposalPhase(round);
      await this.votingPhase(round);
      if (round < this.rounds && (await this.session.shouldStop())) {
        cause = 'policy';
        break;
      }
    }
    const outcome = (this.standing?.proposal ?? null) as Json;
    return { rounds: round, cause, outcome, score: this.scoreOf(this.standing?.proposal ?? null) };
  }

  private async messagePhase(round: number): Promise<void> {
    const phase = 'message';
    const history = this.history();
    const format = { name: 'message', schema: () => messageSchema(this.agents) };
    const answers = await this.everybody((agent) =>
      this.session.ask({
        round,
        phase,
        agent,
        format,
        messages: prompt(this.systemOf(agent), history, messageQuestion(agent, round)),
        read: (value) => readMessage(value, agent, this.agents),
        situation: this.situation('speak', round, agent, this.lastCandidates.list),
      }),
    );
    for (const { agent, answer } of answers) {
      if (answer.kind !== 'answered') continue;
      const { to, text } = answer.value;
      this.session.record({ type: 'message', round, phase, from: agent, to, text });
      const seen = { round, from: agent, to, text };
      this.messages = [...this.messages, seen];
      this.conversation = [...this.conversation, conversationLine(seen)];
    }
    this.told = null;
  }

  private async proposalPhase(round: number): Promise<void> {
    const phase = 'proposal';
    const { environment, instance } = this.session;
    const history = this.history();
    const proposalFormat = environment.proposalFormat(instance);
    const format = { name: 'proposal', schema: () => proposalSchema(proposalFormat) };
    const answers = await this.everybody((agent) =>
      this.session.ask({
        round,
        phase,
        agent,
        format,
        messages: prompt(this.systemOf(agent), history, proposalQuestion(agent, round, proposalFormat)),
        read: (value) => readProposalAnswer(value, (inner) => environment.readProposal(instance, inner)),
        situation: this.situation('propose', round, agent, this.lastCandidates.list),
      }),
    );
    for (const { agent, answer } of answers) {
      if (answer.kind !== 'answered') continue;
      const { proposal, reason } = answer.value;
      const base = { type: 'proposal', round, phase, by: agent, reason } as const;
      if (proposal === null) this.session.record({ ...base, candidate: null, proposal: null });
      else {
        const candidate = this.list.propose(agent, proposal);
        this.session.record({
          ...base,
          candidate,
          proposal: proposal as Json,
          score: this.scoreOf(proposal),
        });
      }
    }
  }

  private async votingPhase(round: number): Promise<void> {
    const phase = 'vote';
    const candidates = this.list.candidates(this.standing?.id ?? null);
    const votes = candidates.length === 0 ? [] : await this.vote(round, phase, candidates);
    const options = candidates.map((candidate) => candidate.id);
    const ballots = votes.flatMap(({ ballot }) => (ballot === null ? [] : [ballot]));
    const { tally, winners } =
      options.length === 0
        ? { tally: {}, winners: [] }
        : this.rule.count({ options, ballots, electorate: this.agents.length });
    const random = this.session.random.split('tie', round);
    const { selected } = settleTie(winners, this.ties, { random, order: options });
    const chosen = candidates.find((candidate) => candidate.id === selected);
    if (chosen !== undefined) this.standing = { ...chosen, round };
    this.decisions = [...this.decisions, { round, selected, tally }];
    this.lastCandidates = { round, list: candidates };
    this.lastVote = {
      round,
      tally,
      selected,
      ballots: votes.map(({ agent, text }) => ({ by: agent, text })),
    };
    this.told = null;
    this.session.record({
      type: 'decision',
      round,
      phase,
      by: this.rule.name,
      candidates: candidates.map(({ id, by }) => ({ id, by })),
      tally,
      winners,
      selected,
      standing:
        this.standing === null
          ? null
          : { candidate: this.standing.id, proposal: this.standing.proposal as Json },
      score: this.scoreOf(this.standing?.proposal ?? null),
    });
  }

  /** Asks everybody for a ballot; null is an abstention, or an answer that could not be used. */
  private async vote(
    round: number,
    phase: string,
    candidates: readonly Candidate<Proposal>[],
  ): Promise<{ agent: string; ballot: Ballot | null; text: string }[]> {
    const { rule } = this;
    const options = candidates.map((candidate) => candidate.id);
    const settings = ballotSettings(rule, options, this.agents.length);
    const history = this.history();
    const listed = candidates.map((candidate) => candidateText(candidate, this.show)).join('\n');
    const format = { name: 'vote', schema: () => voteSchema(rule.ballot, options) };
    const answers = await this.everybody((agent) =>
      this.session.ask({
        round,
        phase,
        agent,
        format,
        messages: prompt(
          this.systemOf(agent),
          history,
          voteQuestion(agent, round, rule, options, listed, settings),
        ),
        read: (value) => readVote(value, rule.ballot, options, settings),
        situation: {
          ...this.situation('vote', round, agent, candidates),
          ballot: rule.ballot,
          points: settings.points ?? options.length,
        },
      }),
    );
    return answers.map(({ agent, answer }) => {
      if (answer.kind !== 'answered') return { agent, ballot: null, text: 'no valid vote' };
      const { ballot, reason } = answer.value;
      this.session.record({ type: 'vote', round, phase, by: agent, ballot: ballot as Json, reason });
      return { agent, ballot, text: ballotText(ballot) };
    });
  }

  private situation(
    act: 'speak' | 'propose' | 'vote',
    round: number,
    agent: string,
    candidates: readonly Candidate<Proposal>[],
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

  /** Asks all agents at once, and gives their answers in roster order, whoever answered first. */
  private async everybody<T>(ask: (agent: string) => Promise<T>): Promise<{ agent: string; answer: T }[]> {
    const answers = await Promise.all(this.agents.map(ask));
    return this.agents.map((agent, place) => ({ agent, answer: answers[place] as T }));
  }

  private history(): string {
    return (this.told ??= this.tell());
  }

  private tell(): string {
    const view: SharedView<Proposal> = {
      candidatesRound: this.lastCandidates.round,
      candidates: this.lastCandidates.list,
      lastVote: this.lastVote,
      standing: this.standing,
      conversation: this.conversation,
    };
    return historyText(view, this.show);
  }

  /** A proposal stays as it is, and is shown in every prompt for as long as it is a candidate. */
  private readonly show = (proposal: Proposal): string => {
    const shown =
      this.shown.get(proposal) ?? this.session.environment.showProposal(this.session.instance, proposal);
    this.shown.set(proposal, shown);
    return shown;
  };

  private scoreOf(proposal: Proposal | null): JsonObject {
    return this.session.environment.score(this.session.instance, proposal);
  }

  private systemOf(agent: string): string {
    return this.systemPrompts.get(agent) ?? '';
  }
}

function ballotText(ballot: Ballot | null): string {
  if (ballot === null) return 'abstained';
  switch (ballot.kind) {
    case 'choice':
      return `voted for proposal ${ballot.choice}`;
    case 'rating':
      return `rated ${pairs(ballot.ratings)}`;
    case 'ranking':
      return `ranked ${ballot.ranking.map((id) => `proposal ${id}`).join(' > ')}`;
    case 'points':
      return `gave points to ${pairs(ballot.points)}`;
  }
}

function pairs(numbers: Readonly<Record<string, number>>): string {
  return Object.entries(numbers)
    .map(([id, number]) => `proposal ${id}: ${number}`)
    .join(', ');
}
