import { AgoraError, type Ballot, type TiePolicy, type VotingRule } from 'agora-voting';
import {
  ballotSettings,
  check,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Reading,
  settings,
  tiePolicy,
  votingRule,
  whole,
} from 'agora-voting/internal';
import type { Candidate, Shared, Situation } from '../../environments/situation';
import type { Sampling } from '../../models/chat-model';
import type { Ending, Protocol, Session } from '../protocol';
import { charactersIn, maxTokensGiven, maxTokensOf, upTo, type MaxTokens } from '../shared/answer-size';
import {
  messageSchema,
  proposalSchema,
  readMessage,
  readProposalAnswer,
  type BallotForm,
} from '../shared/answers';
import { Candidates } from '../shared/candidates';
import {
  Conversation,
  conversationMemory,
  recalledMessages,
  recordedMemory,
  sumUp,
  type ConversationMemory,
} from '../shared/conversation';
import { ballotAsked, decide, recordVote } from '../shared/polling';
import { chat } from '../shared/memory';
import { takeTurns } from '../shared/order';
import {
  ballotTold,
  candidateText,
  historyText,
  messageQuestion,
  proposalQuestion,
  systemPrompt,
  voteQuestion,
  type VoteTold,
} from './prompts';
import { asShipped } from '../../own-code';

export interface RoundTableOptions {
  readonly rule: VotingRule;
  /** Default 10, as in the paper. */
  readonly rounds?: number;
  /**
   * What happens when several candidates win. The default follows the paper and depends on the rule's ballot. If
   * voters choose one candidate, none is selected (Figure 9, the prompt for those rules). If voters grade candidates,
   * the first one with the highest total is selected (appendix C defines these rules by argmax and does not mention
   * ties).
   */
  readonly ties?: TiePolicy;
  /** What prompts repeat of the conversation. Default all, as in the paper: they grow with every round. */
  readonly memory?: ConversationMemory;
  /** The most tokens of an answer, its reason included (default 200), and of a summary (default 512). */
  readonly maxTokens?: Partial<MaxTokens<'message' | 'prose'>>;
}

const roundTableOptions = settings({
  rule: votingRule,
  rounds: whole(1).optional(),
  ties: tiePolicy.optional(),
  memory: conversationMemory.optional(),
  maxTokens: maxTokensGiven('message', 'prose'),
});

/**
 * The round table: each round has a message phase, a proposal phase and a voting phase, and all agents act at the
 * same time in each. Source: RoundTable sections 3 and B.1.
 *
 * Everybody reads every message, also those addressed to others. Only its author sees the reasoning. The candidates of a
 * vote are everybody's latest proposals and the current decision; equal ones are merged. Without candidates the
 * voting phase makes no calls. An agent that gives null as a ballot abstains; prompt and schema offer this once there
 * is a decision to keep. An unusable answer counts as silence, as no new proposal, or as an abstention, and is
 * recorded as a failure.
 *
 * Answers are sampled at temperature 0, as in the paper (appendix D.8: "For all LLM inferences, we used temperature =
 * 0").
 * @example
 * import { protocols, voting } from 'agora-lab';
 * protocols.roundTable({ rule: voting.majority, rounds: 3 }).settings['ties']; // => 'none'
 * protocols.roundTable({ rule: voting.dowdall }).settings['ties']; // => 'fixed-order'
 */
export function roundTable(options: RoundTableOptions): Protocol {
  check('roundTable', roundTableOptions, options);
  const { rule, rounds = 10, memory = 'all' } = options;
  const { ties = rule.ballot === 'choice' ? 'none' : 'fixed-order' } = options;
  const maxTokens = maxTokensOf(['message', 'prose'], options.maxTokens);
  return asShipped<Protocol>({
    name: 'round-table',
    settings: { rule: rule.name, rounds, ties, memory: recordedMemory(memory), maxTokens },
    sampling: { temperature: 0 },
    rules: [rule],
    run: (session) => new Table(session, { rule, rounds, ties, memory, maxTokens }).run(),
  });
}

/** What all agents are asked in one phase. */
interface PhaseQuestion<T, Proposal> {
  readonly situation: Situation<Proposal>;
  readonly question: (agent: string) => string;
  readonly schema: (agent: string) => JsonSchema;
  readonly sampling: Sampling;
  readonly read: (value: unknown, agent: string) => Reading<T>;
}

/** The share of an answer's tokens for words: a message to the others, or reasoning that only its author sees. */
const share = { message: 0.7, reason: 0.5 };

/** Options with all defaults filled in. */
interface TableSettings {
  readonly rule: VotingRule;
  readonly rounds: number;
  readonly ties: TiePolicy;
  readonly memory: ConversationMemory;
  readonly maxTokens: MaxTokens<'message' | 'prose'>;
}

class Table<Instance, Proposal> {
  private readonly agents: readonly string[];
  private readonly systemPrompts: readonly string[];
  private readonly proposals: Candidates<Instance, Proposal>;
  private readonly conversation: Conversation;
  private round = 0;
  /** The candidate that each agent proposed last. */
  private readonly latest = new Map<string, string>();
  /** The current decision, and the round it was made in. */
  private standing: (Candidate<Proposal> & { readonly round: number }) | null = null;
  private lastVote: VoteTold | null = null;
  private lastCandidates: readonly Candidate<Proposal>[] = [];
  /**
   * The history as text; reset when something is added. It is the same for all agents, except for their own
   * summaries.
   */
  private told: string | null = null;

  constructor(
    private readonly session: Session<Instance, Proposal>,
    private readonly settings: TableSettings,
  ) {
    const { agents, environment, instance } = session;
    const { rule, rounds, ties, memory } = settings;
    if (agents.length === 0)
      throw new AgoraError('setting', 'roundTable needs at least one agent, and the environment has none');
    this.agents = agents.map((agent) => agent.name);
    const task = environment.task(instance);
    this.systemPrompts = agents.map((agent) => systemPrompt(agent, agents, task, rule, rounds, ties, memory));
    this.proposals = new Candidates(session);
    this.conversation = new Conversation(memory);
  }

  async run(): Promise<Ending> {
    const { rounds, memory } = this.settings;
    let cause = 'rounds';
    while (this.round < rounds) {
      const round = ++this.round;
      this.told = null;
      await this.messagePhase(round);
      await this.proposalPhase(round);
      await this.votingPhase(round);
      if (round < rounds && (await this.session.shouldStop())) {
        cause = 'policy';
        break;
      }
      if (round < rounds && memory === 'summaries') await this.sumUp(round);
    }
    const outcome = this.standing?.proposal ?? null;
    return { rounds: this.round, cause, outcome: outcome as Json, score: this.scoreOf(outcome) };
  }

  private messagePhase(round: number): Promise<void> {
    const phase = 'message';
    const maxLength = charactersIn(this.settings.maxTokens.message, share.message);
    return this.everybody(
      round,
      phase,
      {
        situation: { act: 'speak', rounds: this.settings.rounds, ...this.shared() },
        question: (agent) => messageQuestion(agent, this.others(agent), round, maxLength),
        schema: (agent) => messageSchema(this.others(agent), maxLength),
        sampling: upTo(this.settings.maxTokens.message, messageSchema(this.agents, maxLength)),
        read: (value, agent) => readMessage(value, agent, this.agents),
      },
      (from, said) => {
        if (said === null) return;
        this.session.record({ type: 'message', round, phase, from, ...said });
        this.conversation.hear({ round, from, ...said });
        this.told = null;
      },
    );
  }

  private proposalPhase(round: number): Promise<void> {
    const phase = 'proposal';
    const { environment, instance } = this.session;
    const format = environment.proposalFormat(instance);
    const maxLength = charactersIn(this.settings.maxTokens.message, share.reason);
    const schema = (mayBeNull: boolean) => proposalSchema({ format, maxLength, mayBeNull });
    // There is nothing to keep before the first proposal.
    const keepers = new Set(this.agents.filter((agent) => this.latest.has(agent)));
    return this.everybody(
      round,
      phase,
      {
        situation: { act: 'propose', mayKeep: true, ...this.shared() },
        question: (agent) => proposalQuestion(agent, round, format, maxLength, keepers.has(agent)),
        schema: (agent) => schema(keepers.has(agent)),
        sampling: upTo(this.settings.maxTokens.message, schema(true)),
        read: (value) => readProposalAnswer(value, (inner) => environment.readProposal(instance, inner)),
      },
      (by, given) => {
        if (given === null) return;
        const { proposal, reason } = given;
        const candidate = proposal === null ? null : this.proposals.idOf(proposal);
        if (candidate !== null) this.latest.set(by, candidate);
        this.session.record({
          type: 'proposal',
          round,
          phase,
          by,
          reason,
          candidate,
          proposal: proposal as Json,
          ...(proposal === null ? {} : { score: this.scoreOf(proposal) }),
        });
      },
    );
  }

  private async votingPhase(round: number): Promise<void> {
    const { rule, ties } = this.settings;
    const phase = 'vote';
    const candidates = this.candidates();
    const told = candidates.length === 0 ? [] : await this.poll(round, phase, candidates);
    const { selected, tally, standing } = decide(this.session, {
      round,
      phase,
      by: rule.name,
      rule,
      ties,
      candidates,
      ballots: told.flatMap(({ ballot }) => (ballot === null ? [] : [ballot])),
      electorate: this.agents.length,
      standing: this.standing,
    });
    if (selected !== null && standing !== null) this.standing = { ...standing, round };
    this.lastVote = { round, ballots: told, selected, tally };
    this.lastCandidates = candidates;
    this.told = null;
  }

  /** What can be voted on: everybody's latest proposal and the current decision; equal ones are merged. */
  private candidates(): Candidate<Proposal>[] {
    const latest = [...this.latest].map(([from, id]) => ({ from, answers: [id] }));
    return this.proposals.behind(latest, this.standing?.id ?? null);
  }

  /** Asks everybody for a ballot; null is an abstention or an unusable answer. */
  private async poll(
    round: number,
    phase: string,
    candidates: readonly Candidate<Proposal>[],
  ): Promise<readonly { by: string; ballot: Ballot | null; text: string }[]> {
    const { rule, ties } = this.settings;
    const options = candidates.map(({ id }) => id);
    const settings = ballotSettings(rule, options, this.agents.length);
    const reason = charactersIn(this.settings.maxTokens.message, share.reason);
    const form: BallotForm = {
      kind: rule.ballot,
      options,
      settings,
      reason,
      // Small models often take a null that is offered. With no decision to keep, it would only waste their vote.
      abstention: this.standing === null ? 'understood' : 'offered',
      maxTokens: this.settings.maxTokens.message,
    };
    const asked = ballotAsked(form, { ...this.shared(), candidates });
    const listed = candidates.map((candidate) => this.candidateText(candidate)).join('\n');
    const question = (agent: string) =>
      voteQuestion(agent, round, rule, form, listed, ties, this.standing !== null);
    const told: { by: string; ballot: Ballot | null; text: string }[] = [];
    await this.everybody(round, phase, { ...asked, question, schema: () => asked.schema }, (by, given) => {
      if (given !== null) recordVote(this.session, { round, phase }, by, given);
      const text = given === null ? 'gave no valid vote' : ballotTold(given.ballot);
      told.push({ by, ballot: given?.ballot ?? null, text });
    });
    return told;
  }

  private sumUp(round: number): Promise<void> {
    const writers = this.members().map(({ agent, system }) => ({
      agent,
      system,
      told: this.history(agent),
      shared: this.shared(agent),
    }));
    return sumUp(this.session, this.conversation, round, writers, this.settings.maxTokens.prose);
  }

  private members(): { readonly agent: string; readonly system: string }[] {
    return this.agents.map((agent, place) => ({ agent, system: this.systemPrompts[place] ?? '' }));
  }

  /** Asks all agents at once; null is an unusable answer. */
  private everybody<T>(
    round: number,
    phase: string,
    { situation, question, schema, sampling, read }: PhaseQuestion<T, Proposal>,
    take: (agent: string, given: T | null) => void,
  ): Promise<void> {
    const ask = ({ agent, system }: { agent: string; system: string }) =>
      this.session.ask({
        round,
        phase,
        agent,
        format: { name: phase, schema: schema(agent) },
        messages: chat(system, `${this.history(agent)}\n${question(agent)}`),
        sampling,
        read: (value) => read(value, agent),
        situation:
          this.settings.memory === 'summaries'
            ? { ...situation, messages: this.shared(agent).messages }
            : situation,
      });
    return takeTurns('simultaneous', this.members(), ask, (answers) => {
      for (const { member, answer } of answers)
        take(member.agent, answer.kind === 'answered' ? answer.value : null);
    });
  }

  /** What everybody knows, in the form for simulated agents; with summaries, what this agent knows. */
  private shared(agent = ''): Shared<Proposal> {
    const recalled = this.conversation.recalled(agent, this.round);
    return {
      messages: recalledMessages(recalled, agent, this.round),
      standing: this.standing,
      candidates: this.lastCandidates,
    };
  }

  /** The rounds so far, as a text for a prompt. */
  private history(agent: string): string {
    if (this.conversation.memory === 'summaries') return this.historyFor(agent);
    this.told ??= this.historyFor(agent);
    return this.told;
  }

  private historyFor(agent: string): string {
    const { standing, lastVote } = this;
    return historyText({
      candidates: this.lastCandidates.map((candidate) => this.candidateText(candidate)),
      lastVote,
      standing: standing && {
        id: standing.id,
        round: standing.round,
        text: this.proposals.show(standing.id),
      },
      recalled: this.conversation.recalled(agent, this.round),
    });
  }

  private candidateText({ id, by }: Candidate<Proposal>): string {
    return candidateText(id, by, this.proposals.show(id));
  }

  private others(agent: string): readonly string[] {
    return this.agents.filter((name) => name !== agent);
  }

  private scoreOf(proposal: Proposal | null): JsonObject {
    return this.session.environment.score(this.session.instance, proposal);
  }
}
