import { AgoraError } from '../../agora-error';
import { check, settings, whole } from '../../check';
import type { Candidate, GroupSituation } from '../../environments/situation';
import type { Json, JsonObject, JsonSchema, Reading } from '../../json';
import { ballotSettings, settleTie, type Ballot, type TiePolicy, type VotingRule } from '../../voting';
import { votingRule } from '../../voting/rule-setting';
import { tiePolicy } from '../../voting/tie-policy';
import type { Answer, Ending, Protocol, Session } from '../protocol';
import {
  messageSchema,
  proposalSchema,
  readMessage,
  readProposalAnswer,
  readVote,
  voteSchema,
} from './answers';
import { ballotText } from './ballot-text';
import { CandidateList } from './candidate-list';
import {
  candidateText,
  messageQuestion,
  prompt,
  proposalQuestion,
  systemPrompt,
  voteQuestion,
} from './prompts';
import { TableState } from './table-state';

export interface RoundTableOptions {
  readonly rule: VotingRule;
  /** Default 10, as in the paper. */
  readonly rounds?: number;
  /** What happens when several candidates win. Default "none": none is selected, as in the paper. */
  readonly ties?: TiePolicy;
}

const roundTableOptions = settings({
  rule: votingRule,
  rounds: whole(1).optional(),
  ties: tiePolicy.optional(),
});

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
  check('roundTable', roundTableOptions, options);
  const { rule, rounds = 10, ties = 'none' } = options;
  return {
    name: 'round-table',
    settings: { rule: rule.name, rounds, ties },
    run: (session) => new Table(session, rule, rounds, ties).run(),
  };
}

/** A phase as one agent meets it. */
interface PhaseQuestion<T, Instance, Proposal> {
  readonly question: (agent: string) => string;
  readonly schema: () => JsonSchema;
  readonly read: (value: unknown, agent: string) => Reading<T>;
  readonly situation: (agent: string) => GroupSituation<Instance, Proposal>;
}

class Table<Instance, Proposal> {
  private readonly agents: readonly string[];
  private readonly systemPrompts: ReadonlyMap<string, string>;
  private readonly list: CandidateList<Instance, Proposal>;
  private readonly state: TableState<Instance, Proposal>;

  constructor(
    private readonly session: Session<Instance, Proposal>,
    private readonly rule: VotingRule,
    private readonly rounds: number,
    private readonly ties: TiePolicy,
  ) {
    const { agents, environment, instance } = session;
    if (agents.length === 0)
      throw new AgoraError('setting', 'roundTable needs at least one agent, and the environment has none');
    this.agents = agents.map((agent) => agent.name);
    const task = environment.task(instance);
    this.systemPrompts = new Map(
      agents.map((agent) => [agent.name, systemPrompt(agent, agents, task, rule, rounds)]),
    );
    this.list = new CandidateList(environment);
    this.state = new TableState(session, this.agents, rounds);
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
    const outcome = this.state.standing?.proposal ?? null;
    return { rounds: round, cause, outcome: outcome as Json, score: this.scoreOf(outcome) };
  }

  private async messagePhase(round: number): Promise<void> {
    const phase = 'message';
    const answers = await this.everybody(round, phase, {
      question: (agent) => messageQuestion(agent, round),
      schema: () => messageSchema(this.agents),
      read: (value, agent) => readMessage(value, agent, this.agents),
      situation: (agent) => this.state.situation('speak', round, agent),
    });
    for (const { agent, answer } of answers) {
      if (answer.kind !== 'answered') continue;
      const { to, text } = answer.value;
      this.session.record({ type: 'message', round, phase, from: agent, to, text });
      this.state.addMessage({ round, from: agent, to, text });
    }
  }

  private async proposalPhase(round: number): Promise<void> {
    const phase = 'proposal';
    const { environment, instance } = this.session;
    const format = environment.proposalFormat(instance);
    const answers = await this.everybody(round, phase, {
      question: (agent) => proposalQuestion(agent, round, format),
      schema: () => proposalSchema(format),
      read: (value) => readProposalAnswer(value, (inner) => environment.readProposal(instance, inner)),
      situation: (agent) => this.state.situation('propose', round, agent),
    });
    for (const { agent, answer } of answers) {
      if (answer.kind !== 'answered') continue;
      const { proposal, reason } = answer.value;
      const base = { type: 'proposal', round, phase, by: agent, reason } as const;
      if (proposal === null) this.session.record({ ...base, candidate: null, proposal: null });
      else {
        const candidate = this.list.propose(agent, proposal);
        const score = this.scoreOf(proposal);
        this.session.record({ ...base, candidate, proposal: proposal as Json, score });
      }
    }
  }

  private async votingPhase(round: number): Promise<void> {
    const phase = 'vote';
    const candidates = this.list.candidates(this.state.standing?.id ?? null);
    const votes = candidates.length === 0 ? [] : await this.vote(round, phase, candidates);
    const options = candidates.map((candidate) => candidate.id);
    const ballots = votes.flatMap(({ ballot }) => (ballot === null ? [] : [ballot]));
    const { tally, winners } =
      options.length === 0
        ? { tally: {}, winners: [] }
        : this.rule.count(
            { options, ballots, electorate: this.agents.length },
            { random: this.session.random.split('rule', round) },
          );
    const random = this.session.random.split('tie', round);
    const { selected } = settleTie(winners, this.ties, { random, order: options });
    const told = votes.map(({ agent, text }) => ({ by: agent, text }));
    this.state.addVote({ round, tally, selected, ballots: told }, candidates);
    const { standing } = this.state;
    this.session.record({
      type: 'decision',
      round,
      phase,
      by: this.rule.name,
      candidates: candidates.map(({ id, by }) => ({ id, by })),
      tally,
      winners,
      selected,
      standing: standing === null ? null : { candidate: standing.id, proposal: standing.proposal as Json },
      score: this.scoreOf(standing?.proposal ?? null),
    });
  }

  /** Asks everybody for a ballot; null is an abstention, or an answer that could not be used. */
  private async vote(
    round: number,
    phase: string,
    candidates: readonly Candidate<Proposal>[],
  ): Promise<{ agent: string; ballot: Ballot | null; text: string }[]> {
    const { rule, state } = this;
    const options = candidates.map((candidate) => candidate.id);
    const settings = ballotSettings(rule, options, this.agents.length);
    const points = settings.points ?? options.length;
    const listed = candidates.map((candidate) => candidateText(candidate, state.show)).join('\n');
    const answers = await this.everybody(round, phase, {
      question: (agent) => voteQuestion(agent, round, rule, options, listed, settings),
      schema: () => voteSchema(rule.ballot, options, settings),
      read: (value) => readVote(value, rule.ballot, options, settings),
      situation: (agent) => ({
        ...state.situation('vote', round, agent, candidates),
        ballot: rule.ballot,
        points,
        ...(settings.scale && { scale: settings.scale }),
      }),
    });
    return answers.map(({ agent, answer }) => {
      if (answer.kind !== 'answered') return { agent, ballot: null, text: 'no valid vote' };
      const { ballot, reason } = answer.value;
      this.session.record({ type: 'vote', round, phase, by: agent, ballot: ballot as Json, reason });
      return { agent, ballot, text: ballotText(ballot) };
    });
  }

  /** Asks all agents at once, and gives their answers in roster order, whoever answered first. */
  private async everybody<T>(
    round: number,
    phase: string,
    { question, schema, read, situation }: PhaseQuestion<T, Instance, Proposal>,
  ): Promise<{ agent: string; answer: Answer<T> }[]> {
    const history = this.state.history();
    const format = { name: phase, schema };
    const asked = this.agents.map(async (agent) => ({
      agent,
      answer: await this.session.ask({
        round,
        phase,
        agent,
        format,
        messages: prompt(this.systemPrompts.get(agent) ?? '', history, question(agent)),
        read: (value) => read(value, agent),
        situation: situation(agent),
      }),
    }));
    return Promise.all(asked);
  }

  private scoreOf(proposal: Proposal | null): JsonObject {
    return this.session.environment.score(this.session.instance, proposal);
  }
}
