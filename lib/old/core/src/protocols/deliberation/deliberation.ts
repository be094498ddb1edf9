import { AgoraError } from 'agora-voting';
import {
  check,
  type Json,
  type JsonSchema,
  oneOf,
  settings as settingsOf,
  whole,
} from 'agora-voting/internal';
import type { AgentBrief, Beliefs, ProposalFormat, Solver } from '../../environments/environment';
import type { Candidate, Informed, Shared } from '../../environments/situation';
import { note } from '../../transcripts/note';
import { capability, type Ending, type Protocol, type Question, type Session } from '../protocol';
import {
  charactersIn,
  maxTokensGiven,
  maxTokensOf,
  upTo,
  wordsIn,
  type MaxTokens,
} from '../shared/answer-size';
import { schemaOf, textSchema } from '../shared/answers';
import { Candidates } from '../shared/candidates';
import {
  Conversation,
  conversationMemory,
  recalledMessages,
  recordedMemory,
  sumUp,
  type ConversationMemory,
} from '../shared/conversation';
import { chat } from '../shared/memory';
import { decide, recordVote } from '../shared/polling';
import type { Mind, Stated } from './mind';
import * as prompts from './prompts';
import { readDecision, readMessageText, readPlan, readTaggedJson } from './tagged';
import { toolsOn } from './tools';
import { asShipped } from '../../own-code';

export interface DeliberationOptions {
  /** Default 6, as in the paper. */
  readonly rounds?: number;
  /** The longest message, in characters; longer ones are cut. Default 3000, as in the official code. */
  readonly characters?: number;
  /**
   * How agents get the advice of a solver and a calculator, computed from their beliefs. `told`: in their prompts, as
   * in the official code. `called`: they call the tools while they plan, when they want. `none`: not at all
   * (default).
   */
  readonly tools?: 'none' | 'told' | 'called';
  /**
   * The outcome if nobody has agreed by the end. `nothing`, as in Algorithm 1 (default); or the `last proposal` (the
   * leader's, if there is one), as in the official code for task allocation.
   */
  readonly unsettled?: 'nothing' | 'last proposal';
  /** What prompts repeat of the dialogue. Default all, as in the paper: they grow with every round. */
  readonly memory?: ConversationMemory;
  /**
   * The most tokens of an answer, its thoughts included, and of a summary. Default 512, or more if the format needs
   * more. A message may use two fifths of it, so longer messages, up to `characters`, need a higher limit.
   */
  readonly maxTokens?: Partial<MaxTokens<'prose'>>;
}

const optionsGiven = settingsOf({
  rounds: whole(1).optional(),
  characters: whole(1).optional(),
  tools: oneOf('none', 'told', 'called').optional(),
  unsettled: oneOf('nothing', 'last proposal').optional(),
  memory: conversationMemory.optional(),
  maxTokens: maxTokensGiven('prose'),
});

/**
 * Deliberation: agents who each see a part of the case take turns. In its turn an agent states what it believes about
 * the whole (observation module), plans a proposal (planning), decides on the current proposal (decision), and writes
 * to the others (conversation) unless the decision ends the talks. Source: Wang et al., Algorithm 1, Figure 2, Tables
 * 10 to 13.
 *
 * Without a leader, a proposal is decided once all other agents have accepted it. If an agent of the environment has
 * the role "leader", only that agent ends the talks. An agent that does not accept makes its own proposal the current
 * one. A single agent decides on its first plan: the centralized baseline. Beliefs are asked for if the environment
 * has them. An unusable answer is recorded as a failure: belief and proposal stay the same, and nothing is accepted
 * or said. Answers are sampled at temperature 0.3, as in section 4.1 ("we set all LLM temperatures to 0.3").
 * @throws AgoraError 'setting'; also when it runs, if tools are wanted but the environment has no solver or no
 * beliefs, if there are no agents, or if there are two leaders
 * @example
 * import { protocols } from 'agora-lab';
 * protocols.deliberation({ tools: 'told' }).settings.rounds; // => 6
 */
export function deliberation(options: DeliberationOptions = {}): Protocol {
  check('deliberation', optionsGiven, options);
  const { rounds = 6, characters = 3000, tools = 'none', unsettled = 'nothing', memory = 'all' } = options;
  const maxTokens = maxTokensOf(['prose'], options.maxTokens);
  const settings = { rounds, characters, tools, unsettled, memory, maxTokens };
  return asShipped<Protocol>({
    name: 'deliberation',
    settings: { rounds, characters, tools, unsettled, memory: recordedMemory(memory), maxTokens },
    sampling: { temperature: 0.3 },
    run: (session) => new Deliberation(session, settings).run(),
  });
}

/** Options with all defaults filled in. */
interface DeliberationSettings extends Required<DeliberationOptions> {
  readonly maxTokens: MaxTokens<'prose'>;
}

/** The share of an answer's tokens for each kind of words. */
const share = { thoughts: 0.4, explanation: 0.2, message: 0.4 };

class Deliberation<Instance, Proposal> {
  /** Characters. */
  private readonly room: Readonly<Record<keyof typeof share, number>>;
  private readonly agents: readonly AgentBrief[];
  private readonly leader: string | null;
  private readonly rounds: number;
  private readonly format: ProposalFormat;
  private readonly beliefs: Beliefs<Instance> | undefined;
  private readonly solver: Solver<Instance, Proposal> | undefined;
  private readonly proposals: Candidates<Instance, Proposal>;
  private readonly minds: ReadonlyMap<string, Mind<Proposal>>;
  private readonly conversation: Conversation;
  private round = 0;
  /** The current proposal, and who has accepted it since. */
  private table: Stated | null = null;
  private accepted: readonly string[] = [];

  constructor(
    private readonly session: Session<Instance, Proposal>,
    private readonly settings: DeliberationSettings,
  ) {
    const { prose } = settings.maxTokens;
    this.room = {
      thoughts: charactersIn(prose, share.thoughts),
      explanation: charactersIn(prose, share.explanation),
      message: Math.min(settings.characters, charactersIn(prose, share.message)),
    };
    const { agents, environment, instance } = session;
    const leaders = agents.filter(({ role }) => role === 'leader').map(({ name }) => name);
    if (agents.length === 0 || leaders.length > 1)
      throw new AgoraError(
        'setting',
        `deliberation needs agents and at most one leader, got ${agents.length} agents and ${leaders.length} leaders`,
      );
    this.agents = agents;
    this.leader = leaders[0] ?? null;
    this.rounds = agents.length === 1 ? 1 : settings.rounds;
    this.format = environment.proposalFormat(instance);
    this.beliefs = environment.beliefs;
    if (settings.tools !== 'none') {
      this.solver = capability('deliberation with tools', environment, 'solver');
      this.beliefs = capability('deliberation with tools', environment, 'beliefs');
    }
    this.proposals = new Candidates(session);
    this.conversation = new Conversation(settings.memory);
    const { rounds, leader } = this;
    const talks = {
      agents,
      task: environment.task(instance),
      rounds,
      leader,
      characters: this.room.message,
    };
    this.minds = new Map(
      agents.map((agent) => [
        agent.name,
        { system: prompts.systemPrompt(agent, talks), belief: null, own: null, tools: null, refusal: '' },
      ]),
    );
  }

  async run(): Promise<Ending> {
    for (let round = 1; ; round++) {
      this.round = round;
      for (const { name } of this.agents) {
        const decided = await this.turn(round, name);
        if (decided === null) continue;
        const cause = this.agents.length === 1 ? 'alone' : this.leader === null ? 'agreed' : 'leader';
        return this.ending(round, cause, this.settle(round, decided));
      }
      const standing = this.settle(round, null);
      if (round === this.rounds) return this.ending(round, 'rounds', standing);
      if (await this.session.shouldStop()) return this.ending(round, 'policy', standing);
      if (this.settings.memory === 'summaries') await this.sumUp(round);
    }
  }

  private sumUp(round: number): Promise<void> {
    const writers = this.agents.map(({ name: agent }) => {
      const told = prompts.factsText({ ...this.facts(round, agent), refusal: '' });
      return { agent, system: this.mind(agent).system, told, shared: this.shared(agent) };
    });
    return sumUp(this.session, this.conversation, round, writers, this.settings.maxTokens.prose);
  }

  /** One agent's turn. @returns the candidate with which it ends the talks */
  private async turn(round: number, agent: string): Promise<string | null> {
    await this.observe(round, agent);
    await this.plan(round, agent);
    if (this.agents.length === 1) return this.table?.id ?? null;
    const decided = await this.decide(round, agent);
    if (decided === null) await this.speak(round, agent);
    return decided;
  }

  private async observe(round: number, agent: string): Promise<void> {
    const { beliefs, solver, session } = this;
    if (beliefs === undefined) return;
    const { environment, instance } = session;
    const mind = this.mind(agent);
    const place = { round, phase: 'observation', by: agent };
    const answer = await this.ask(round, 'observation', agent, {
      situation: { act: 'estimate', ...this.shared(agent) },
      question: (facts) =>
        prompts.estimateQuestion(
          { ...facts, tools: null, refusal: '' },
          wordsIn(this.room.thoughts),
          beliefs.format(instance),
        ),
      ...this.form('belief', { belief: beliefs.schema?.(instance) }),
      read: (text) => {
        const found = readTaggedJson(text, 'belief');
        return found.ok ? beliefs.read(instance, found.value) : found;
      },
    });
    if (answer !== null) {
      mind.belief = answer.belief;
      session.record(note('belief', place, { ...answer, errors: beliefs.errors(instance, answer.belief) }));
    }
    if (solver === undefined || mind.belief === null) return;
    const { proposal, reward } = await solver.solve(instance, mind.belief);
    mind.tools = { proposal, reward, possible: solver.calculate(instance, mind.belief, null) };
    session.record(
      note('advice', place, {
        candidate: this.proposals.idOf(proposal),
        proposal: proposal as Json,
        reward,
        score: environment.score(instance, proposal),
      }),
    );
  }

  private async plan(round: number, agent: string): Promise<void> {
    const { environment, instance } = this.session;
    const mind = this.mind(agent);
    const mayCall = this.settings.tools === 'called' && mind.belief !== null;
    const given = await this.ask(round, 'planning', agent, {
      situation: { act: 'plan', ...this.shared(agent), ...this.informed(mind) },
      question: (facts) =>
        prompts.planQuestion({ ...facts, refusal: '' }, wordsIn(this.room.thoughts), this.format, mayCall),
      ...this.form('plan', {
        proposal: this.format.schema(),
        explanation: textSchema(this.room.explanation),
      }),
      read: (text) => readPlan(text, (value) => environment.readProposal(instance, value)),
      ...(mayCall && { tools: toolsOn(this.session, mind.belief) }),
    });
    if (given !== null) this.propose(round, 'planning', agent, given.proposal, given.reason);
    if (this.table === null) this.put(mind.own);
  }

  private async decide(round: number, agent: string): Promise<string | null> {
    const { environment, instance } = this.session;
    const { table } = this;
    const mind = this.mind(agent);
    const mayEnd = this.leader === agent;
    // There is nothing to decide on before another agent has proposed.
    if (table === null || (table.by === agent && !mayEnd)) return null;
    const phase = 'decision';
    const ending = !mayEnd ? 'none' : round < this.rounds ? 'or go on' : 'now';
    const given = await this.ask(round, phase, agent, {
      situation: {
        act: 'decide',
        ...this.shared(agent),
        ...this.informed(mind),
        rounds: this.rounds,
        mayEnd,
      },
      question: (facts) =>
        prompts.decideQuestion({ ...facts, refusal: '' }, wordsIn(this.room.thoughts), this.format, ending),
      ...this.form('decision', {
        accept: { type: 'boolean' },
        explanation: textSchema(this.room.explanation),
        ...this.finalSchema(ending),
      }),
      read: (text) => readDecision(text, mayEnd, (value) => environment.readProposal(instance, value)),
    });
    const accepts = given?.accept === true;
    if (given !== null) {
      const ballot = { kind: 'approval', approved: accepts ? [table.id] : [] } as const;
      recordVote(this.session, { round, phase }, agent, { ballot, reason: given.reason });
    }
    mind.refusal = accepts ? '' : (given?.reason ?? '');
    if (given !== null && given.proposal !== null)
      return this.propose(round, phase, agent, given.proposal, given.reason);
    if (!accepts) {
      this.put(mind.own);
      return null;
    }
    this.accepted = [...new Set([...this.accepted, agent])];
    const everybody = this.agents.every(({ name }) => name === table.by || this.accepted.includes(name));
    return mayEnd || (this.leader === null && everybody) ? table.id : null;
  }

  /** The properties of a decision's schema besides yes or no. */
  private finalSchema(ending: prompts.EndingOffered): Readonly<Record<string, JsonSchema>> {
    const proposal = this.format.schema();
    if (ending === 'none') return {};
    return { proposal: ending === 'now' ? proposal : { anyOf: [proposal, { type: 'null' }] } };
  }

  private async speak(round: number, agent: string): Promise<void> {
    const { characters } = this.settings;
    const mind = this.mind(agent);
    const phase = 'conversation';
    const said = await this.ask(round, phase, agent, {
      situation: { act: 'speak', ...this.shared(agent), ...this.informed(mind), rounds: this.rounds },
      question: (facts) => prompts.speakQuestion(facts, wordsIn(this.room.thoughts), this.room.message),
      ...this.form('message', { message: textSchema(this.room.message) }),
      read: readMessageText,
    });
    if (said === null) return;
    const to = this.agents.map(({ name }) => name).filter((name) => name !== agent);
    const text = said.slice(0, characters);
    this.session.record({ type: 'message', round, phase, from: agent, to, text });
    if (text !== said)
      this.session.record(note('cut', { round, phase, by: agent }, { characters: said.length }));
    this.conversation.hear({ round, from: agent, to, text });
  }

  /** Records a proposal. @returns its candidate */
  private propose(round: number, phase: string, by: string, proposal: Proposal, reason: string): string {
    const { environment, instance } = this.session;
    const id = this.proposals.idOf(proposal);
    const score = environment.score(instance, proposal);
    this.session.record({
      type: 'proposal',
      round,
      phase,
      by,
      candidate: id,
      proposal: proposal as Json,
      reason,
      score,
    });
    this.mind(by).own = { id, by, reason };
    return id;
  }

  private put(stated: Stated | null): void {
    if (stated === null || stated === this.table) return;
    this.table = stated;
    this.accepted = [];
  }

  /** Records the decision after a round. @param decided - the candidate with which the talks ended */
  private settle(round: number, decided: string | null): Proposal | null {
    const candidates = this.latest(decided);
    const leaders = this.leader === null ? null : this.mind(this.leader).own;
    const last = (leaders ?? this.table)?.id;
    const isKept = this.settings.unsettled === 'last proposal';
    const { standing } = decide(this.session, {
      round,
      phase: 'decision',
      by: this.leader ?? 'agreement',
      ties: 'none',
      candidates,
      ballots: decided === null ? null : [],
      electorate: this.agents.length,
      rule: { count: () => ({ tally: {}, order: [], winners: decided === null ? [] : [decided] }) },
      standing: (isKept && candidates.find(({ id }) => id === last)) || null,
    });
    return standing?.proposal ?? null;
  }

  private ending(rounds: number, cause: string, outcome: Proposal | null): Ending {
    const { environment, instance } = this.session;
    // Placed last, so that runs that started without it can be resumed.
    if (this.settings.tools === 'called')
      this.session.record(note('tools on call', { round: rounds, phase: 'decision' }, {}));
    return { rounds, cause, outcome: outcome as Json, score: environment.score(instance, outcome) };
  }

  /** Everybody's latest proposal and the current one; equal ones are merged. */
  private latest(also: string | null = null): Candidate<Proposal>[] {
    const own = [...this.minds].flatMap(([from, mind]) =>
      mind.own === null ? [] : [{ from, answers: [mind.own.id] }],
    );
    return this.proposals.behind(own, also ?? this.table?.id ?? null);
  }

  /** What an agent can read, in the form for simulated agents. */
  private shared(agent: string): Shared<Proposal> {
    const { conversation, round } = this;
    const candidates = this.latest();
    const standing = candidates.find(({ id }) => id === this.table?.id) ?? null;
    const messages = recalledMessages(conversation.recalled(agent, round), agent, round);
    return { messages, standing, candidates };
  }

  private informed({ belief, tools }: Mind<Proposal>): Informed<Proposal> {
    return { belief, advice: this.settings.tools === 'told' ? (tools?.proposal ?? null) : null };
  }

  private mind(agent: string): Mind<Proposal> {
    return this.minds.get(agent) as Mind<Proposal>;
  }

  /**
   * A format of thoughts followed by these fields. If a field has no schema, the whole format is left to the prompt.
   */
  private form(
    name: string,
    fields: Readonly<Record<string, JsonSchema | undefined>>,
  ): Pick<Question<unknown, Proposal>, 'format' | 'readsText' | 'sampling'> {
    const { prose } = this.settings.maxTokens;
    const known = Object.entries(fields).flatMap(([field, schema]) => (schema ? [[field, schema]] : []));
    if (known.length < Object.keys(fields).length) return { sampling: upTo(prose) };
    const schema = schemaOf({
      thoughts: textSchema(this.room.thoughts),
      ...(Object.fromEntries(known) as Record<string, JsonSchema>),
    });
    return { format: { name, schema }, readsText: true, sampling: upTo(prose, schema) };
  }

  /** Asks for one step of a turn; null is an unusable answer. */
  private async ask<T>(
    round: number,
    phase: string,
    agent: string,
    {
      question,
      ...rest
    }: Pick<Question<T, Proposal>, 'format' | 'readsText' | 'sampling' | 'read' | 'situation' | 'tools'> & {
      readonly question: (facts: prompts.Facts) => string;
    },
  ): Promise<T | null> {
    const messages = chat(this.mind(agent).system, question(this.facts(round, agent)));
    const answer = await this.session.ask({ round, phase, agent, messages, ...rest });
    return answer.kind === 'answered' ? answer.value : null;
  }

  private facts(round: number, agent: string): prompts.Facts {
    const { beliefs, conversation, rounds, settings, session } = this;
    const { belief, own, tools, refusal } = this.mind(agent);
    const told = (stated: Stated | null): prompts.Told | null =>
      stated && { ...stated, shown: this.proposals.show(stated.id) };
    return {
      round,
      rounds,
      refusal,
      own: told(own),
      table: told(this.table),
      recalled: conversation.recalled(agent, round),
      belief: belief === null || beliefs === undefined ? null : beliefs.write(session.instance, belief),
      tools:
        tools === null || settings.tools !== 'told'
          ? null
          : { ...tools, best: session.environment.showProposal(session.instance, tools.proposal) },
    };
  }
}
