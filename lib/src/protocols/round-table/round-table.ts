import { AgoraError } from '../../agora-error';
import { check, settings, whole } from '../../check';
import type { Candidate, Situation } from '../../environments/situation';
import type { Json, JsonObject, JsonSchema, Reading } from '../../json';
import type { Ballot, TiePolicy, VotingRule } from '../../voting';
import { ballotSettings } from '../../voting/rule-setting';
import { votingRule } from '../../voting/rule-setting';
import { tiePolicy } from '../../voting/tie-policy';
import type { Ending, Protocol, Session } from '../protocol';
import { messageSchema, proposalSchema, readMessage, readProposalAnswer } from '../shared/answers';
import { conversationMemory, recordedMemory, sumUp, type ConversationMemory } from '../shared/conversation';
import { ballotAsked, decide, recordVote } from '../shared/polling';
import { chat } from '../shared/memory';
import { takeTurns } from '../shared/order';
import { ballotTold, messageQuestion, proposalQuestion, systemPrompt, voteQuestion } from './prompts';
import { TableState } from './table-state';

export interface RoundTableOptions {
  readonly rule: VotingRule;
  /** Default 10, as in the paper. */
  readonly rounds?: number;
  /**
   * What happens when several candidates win. Default by the rule's ballot, as the paper has it: where one candidate is
   * voted for, none is selected (so its prompt, Figure 9, for those rules); where candidates are graded, the first
   * of those on the highest total is (appendix C defines these by argmax, and says nothing of ties).
   */
  readonly ties?: TiePolicy;
  /** What prompts repeat of the conversation. Default all, as in the paper: they grow with every round. */
  readonly memory?: ConversationMemory;
}

const roundTableOptions = settings({
  rule: votingRule,
  rounds: whole(1).optional(),
  ties: tiePolicy.optional(),
  memory: conversationMemory.optional(),
});

/**
 * The round table: rounds of a message, a proposal and a voting phase, everybody acting at the same time within
 * each. Source: RoundTable sections 3 and B.1.
 *
 * Everybody reads every message, whomever it addresses. Reasoning stays with its author. The candidates of a vote
 * are everybody's latest proposals and the standing decision, equal ones merged; with none there is nothing to ask,
 * so the voting phase makes no calls. An answer that cannot be used counts as silence, as no new proposal, or as an
 * abstention, and stands on record as a failure.
 *
 * Answers are drawn at temperature 0, as the paper has it (appendix D.8: "For all LLM inferences, we used temperature = 0").
 * @example
 * import { protocols, voting } from 'agora-lab';
 * protocols.roundTable({ rule: voting.majority, rounds: 3 }).settings; // => { rule: 'majority', rounds: 3, ties: 'none', memory: 'all' }
 * protocols.roundTable({ rule: voting.ranked }).settings['ties']; // => 'fixed-order'
 */
export function roundTable(options: RoundTableOptions): Protocol {
  check('roundTable', roundTableOptions, options);
  const { rule, rounds = 10, memory = 'all' } = options;
  const { ties = rule.ballot === 'choice' ? 'none' : 'fixed-order' } = options;
  return {
    name: 'round-table',
    settings: { rule: rule.name, rounds, ties, memory: recordedMemory(memory) },
    sampling: { temperature: 0 },
    run: (session) => new Table(session, rule, rounds, ties, memory).run(),
  };
}

/** What all agents are asked in one phase. */
interface PhaseQuestion<T, Proposal> {
  readonly situation: Situation<Proposal>;
  readonly question: (agent: string) => string;
  readonly schema: () => JsonSchema;
  readonly read: (value: unknown, agent: string) => Reading<T>;
}

class Table<Instance, Proposal> {
  private readonly agents: readonly string[];
  private readonly systemPrompts: readonly string[];
  private readonly state: TableState<Instance, Proposal>;

  constructor(
    private readonly session: Session<Instance, Proposal>,
    private readonly rule: VotingRule,
    private readonly rounds: number,
    private readonly ties: TiePolicy,
    private readonly memory: ConversationMemory,
  ) {
    const { agents, environment, instance } = session;
    if (agents.length === 0)
      throw new AgoraError('setting', 'roundTable needs at least one agent, and the environment has none');
    this.agents = agents.map((agent) => agent.name);
    const task = environment.task(instance);
    this.systemPrompts = agents.map((agent) => systemPrompt(agent, agents, task, rule, rounds, ties));
    this.state = new TableState(session, memory);
  }

  async run(): Promise<Ending> {
    let round = 0;
    let cause = 'rounds';
    while (round < this.rounds) {
      round++;
      this.state.begin(round);
      await this.messagePhase(round);
      await this.proposalPhase(round);
      await this.votingPhase(round);
      if (round < this.rounds && (await this.session.shouldStop())) {
        cause = 'policy';
        break;
      }
      if (round < this.rounds && this.memory === 'summaries') await this.sumUp(round);
    }
    const outcome = this.state.standing?.proposal ?? null;
    return { rounds: round, cause, outcome: outcome as Json, score: this.scoreOf(outcome) };
  }

  private messagePhase(round: number): Promise<void> {
    const phase = 'message';
    return this.everybody(
      round,
      phase,
      {
        situation: { act: 'speak', rounds: this.rounds, ...this.state.shared() },
        question: (agent) => messageQuestion(agent, round),
        schema: () => messageSchema(this.agents),
        read: (value, agent) => readMessage(value, agent, this.agents),
      },
      (from, said) => {
        if (said === null) return;
        this.session.record({ type: 'message', round, phase, from, ...said });
        this.state.hear({ round, from, ...said });
      },
    );
  }

  private proposalPhase(round: number): Promise<void> {
    const phase = 'proposal';
    const { environment, instance } = this.session;
    const format = environment.proposalFormat(instance);
    return this.everybody(
      round,
      phase,
      {
        situation: { act: 'propose', mayKeep: true, ...this.state.shared() },
        question: (agent) => proposalQuestion(agent, round, format),
        schema: () => proposalSchema(format),
        read: (value) => readProposalAnswer(value, (inner) => environment.readProposal(instance, inner)),
      },
      (by, given) => {
        if (given === null) return;
        const { proposal, reason } = given;
        const base = { type: 'proposal', round, phase, by, reason } as const;
        if (proposal === null) this.session.record({ ...base, candidate: null, proposal: null });
        else {
          const candidate = this.state.propose(by, proposal);
          const score = this.scoreOf(proposal);
          this.session.record({ ...base, candidate, proposal: proposal as Json, score });
        }
      },
    );
  }

  private async votingPhase(round: number): Promise<void> {
    const { rule, state, ties } = this;
    const phase = 'vote';
    const candidates = state.candidates();
    const told = candidates.length === 0 ? [] : await this.poll(round, phase, candidates);
    const ballots = told.flatMap(({ ballot }) => (ballot === null ? [] : [ballot]));
    const decision = decide(this.session, {
      ...{ round, phase, by: rule.name, rule, ties, candidates, ballots },
      ...{ electorate: this.agents.length, standing: state.standing },
    });
    state.decided({ round, ballots: told, ...decision }, candidates);
  }

  /** Asks everybody for a ballot; null is an abstention, or an answer that could not be used. */
  private async poll(
    round: number,
    phase: string,
    candidates: readonly Candidate<Proposal>[],
  ): Promise<readonly { by: string; ballot: Ballot | null; text: string }[]> {
    const { rule, state, ties } = this;
    const options = candidates.map(({ id }) => id);
    const settings = ballotSettings(rule, options, this.agents.length);
    const form = { kind: rule.ballot, options, settings, reasoned: true };
    const asked = ballotAsked(form, { ...state.shared(), candidates });
    const listed = candidates.map((candidate) => state.candidateText(candidate)).join('\n');
    const question = (agent: string) => voteQuestion(agent, round, rule, options, listed, settings, ties);
    const told: { by: string; ballot: Ballot | null; text: string }[] = [];
    await this.everybody(round, phase, { ...asked, question }, (by, given) => {
      if (given !== null) recordVote(this.session, { round, phase }, by, given);
      const text = given === null ? 'no valid vote' : ballotTold(given.ballot);
      told.push({ by, ballot: given?.ballot ?? null, text });
    });
    return told;
  }

  private sumUp(round: number): Promise<void> {
    const { session, state } = this;
    const writers = this.members().map(({ agent, system }) => {
      return { agent, system, told: state.history(agent), shared: state.shared(agent) };
    });
    return sumUp(session, state.conversation, round, writers);
  }

  private members(): { readonly agent: string; readonly system: string }[] {
    return this.agents.map((agent, place) => ({ agent, system: this.systemPrompts[place] ?? '' }));
  }

  /** Asks all agents at once; an answer that could not be used is null. */
  private everybody<T>(
    round: number,
    phase: string,
    { situation, question, schema, read }: PhaseQuestion<T, Proposal>,
    take: (agent: string, given: T | null) => void,
  ): Promise<void> {
    const ask = ({ agent, system }: { agent: string; system: string }) =>
      this.session.ask({
        ...{ round, phase, agent, format: { name: phase, schema } },
        messages: chat(system, `${this.state.history(agent)}\n${question(agent)}`),
        read: (value) => read(value, agent),
        situation:
          this.memory === 'summaries'
            ? { ...situation, messages: this.state.shared(agent).messages }
            : situation,
      });
    return takeTurns('simultaneous', this.members(), ask, (answers) => {
      for (const { member, answer } of answers)
        take(member.agent, answer.kind === 'answered' ? answer.value : null);
    });
  }

  private scoreOf(proposal: Proposal | null): JsonObject {
    return this.session.environment.score(this.session.instance, proposal);
  }
}
