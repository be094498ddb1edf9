import { z } from 'zod';
import type { Agent, Beliefs, Environment, Json, JsonObject } from '../environments/environment';
import { AgoraError, knownOptions, oneOf, wholeNumber } from '../error';
import type { Message, Tool } from '../models/model';
import { promptSettings, type Ending, type Protocol, type Question, type Session } from './protocol';
import { listed } from './words';

export interface DeliberationOptions {
  /** Number of rounds. Default: 6 (section 4.1). */
  readonly rounds?: number;
  /**
   * How agents use their tools, a solver and a calculator. The tools assume that the agent's beliefs are true. 'none'
   * (default): no tools. 'told': the planning, decision and conversation prompts contain the tools' results, as in
   * Tables 11 to 13. 'called': agents may call the tools while they plan.
   */
  readonly tools?: 'none' | 'told' | 'called';
  readonly prompts?: Partial<typeof deliberationPrompts>;
}

/**
 * Deliberation: agents take turns, and each agent sees part of the case. On its turn, an agent states its beliefs about
 * the whole case (observation), plans a proposal (planning), and accepts or rejects the proposal on the table
 * (decision). If the deliberation continues, the agent then writes to the other agents (conversation). Source:
 * Deliberation, Algorithm 1, Figure 2, sections 2.2.3 and 3. The prompts are based on Tables 10 to 13.
 *
 * Without a leader, the proposal on the table becomes the decision once all agents except its author have accepted it.
 * If an agent has the role "leader", only the leader can end the deliberation, either by accepting the proposal on the
 * table or by making a different final decision. In the last round, the leader must end the deliberation. An agent that
 * does not accept the proposal on the table replaces it with its own proposal. If no agreement is reached, there is no
 * decision.
 *
 * Departures: agents reply in JSON, not in tags. The planning prompt also contains the dialogue, which Table 11 omits.
 * As part of its thoughts, an agent estimates what the other agents see; Table 10 asks for this estimate separately,
 * and Table 13 repeats it.
 */
export function deliberation(options: DeliberationOptions = {}): Protocol {
  knownOptions('deliberation', options, ['rounds', 'tools', 'prompts']);
  const settings = {
    rounds: wholeNumber('rounds', options.rounds ?? 6, 1),
    tools: oneOf('tools', options.tools ?? 'none', ['none', 'told', 'called']),
  };
  return {
    name: 'deliberation',
    settings: { ...settings, ...promptSettings(options.prompts) },
    sampling: { temperature: 0.3 },
    run: (session) => new Talks(session, settings, { ...deliberationPrompts, ...options.prompts }).hold(),
  };
}

/**
 * The centralised baseline: one agent sees everything. In a single call, the agent makes a decision and verifies that
 * it stays within the private and pooled limits. Source: Deliberation, section 4.1 and Table 8. Requires an environment
 * with `information: 'full'`.
 */
export function centralized(options: Pick<DeliberationOptions, 'tools' | 'prompts'> = {}): Protocol {
  knownOptions('centralized', options, ['tools', 'prompts']);
  if (options.tools === 'called')
    throw new AgoraError(
      'The centralised baseline makes one call, so the agent cannot call tools. Set tools to "told" or "none".',
    );
  const tools = oneOf('tools', options.tools ?? 'none', ['none', 'told']);
  return {
    name: 'centralized',
    settings: { tools, ...promptSettings(options.prompts) },
    sampling: { temperature: 0.3 },
    run: (session) => decideAlone(session, tools, { ...deliberationPrompts, ...options.prompts }),
  };
}

type Settings = Required<Omit<DeliberationOptions, 'prompts'>>;

/**
 * Maximum message length, in characters, as in the official code. Longer messages are truncated. The prompts tell agents
 * the limit (Tables 10 to 13).
 */
const mostCharacters = 3000;

/** A proposal and the reason for it. */
interface Stated<Proposal> {
  readonly by: string;
  readonly proposal: Proposal;
  readonly explanation: string;
}

/** An agent's private notes. */
interface Notes<Proposal> {
  belief: Json | null;
  /** The tools' recommendation, which assumes that the agent's belief is true. */
  advice: Advice<Proposal> | null;
  own: Stated<Proposal> | null;
  /** The proposal that the agent rejected in this turn, and the agent's reason. */
  refused: { readonly stated: Stated<Proposal>; readonly reason: string } | null;
}

interface Advice<Proposal> {
  readonly proposal: Proposal;
  readonly value: number;
  readonly possible: JsonObject;
}

const thoughts = z.string();

/** A deliberation on one case. */
class Talks<Case, Proposal> {
  private readonly beliefs: Beliefs<Case, Proposal>;
  private readonly names: readonly string[];
  private readonly leader: string | null;
  /** Whether every agent sees the whole case, as in the oracle condition (section 4.3). */
  private readonly seesAll: boolean;
  private readonly systemPrompts: ReadonlyMap<string, string>;
  private readonly notes: ReadonlyMap<string, Notes<Proposal>>;
  private readonly ids = new Map<string, string>();
  private readonly dialogue: string[] = [];
  private table: Stated<Proposal> | null = null;
  /** The agents that have accepted the proposal on the table. */
  private accepted = new Set<string>();

  constructor(
    private readonly session: Session<Case, Proposal>,
    private readonly settings: Settings,
    private readonly prompts: typeof deliberationPrompts,
  ) {
    const { environment, one } = session;
    const { rounds } = settings;
    this.beliefs = beliefsOf(environment);
    const agents = environment.agents(one);
    if (agents.length < 2)
      throw new AgoraError(
        `A deliberation needs at least two agents, but ${environment.name} has ${agents.length}. Add agents to it.`,
      );
    const names = agents.map(({ name }) => name);
    const leader = agents.find(({ role }) => role === 'leader')?.name ?? null;
    const task = environment.task(one);
    const seesAll = environment.settings.information === 'full';
    this.seesAll = seesAll;
    this.names = names;
    this.leader = leader;
    this.systemPrompts = new Map(
      agents.map((agent) => {
        const others = names.filter((name) => name !== agent.name);
        return [agent.name, prompts.system({ agent, others, task, rounds, leader, seesAll })];
      }),
    );
    this.notes = new Map(
      names.map((name) => [name, { belief: null, advice: null, own: null, refused: null }]),
    );
  }

  async hold(): Promise<Ending<Proposal>> {
    for (let round = 1; ; round++) {
      let decided: Stated<Proposal> | null = null;
      for (const name of this.names) {
        decided = await this.turn(round, name);
        if (decided !== null) break;
      }
      const outcome = decided?.proposal ?? null;
      this.recordDecision(round, outcome);
      const end = (cause: string): Ending<Proposal> => ({ rounds: round, cause, outcome });
      if (outcome !== null) return end(this.leader === null ? 'agreement' : 'the leader decided');
      if (round === this.settings.rounds) return end('all rounds played');
      if (await this.session.shouldStop()) return end('stopped early');
    }
  }

  /** Plays one turn. Returns the proposal that ends the deliberation, or null if the deliberation continues. */
  private async turn(round: number, agent: string): Promise<Stated<Proposal> | null> {
    this.notesOf(agent).refused = null;
    await this.observe(round, agent);
    await this.plan(round, agent);
    const decided = await this.decide(round, agent);
    if (decided === null) await this.speak(round, agent);
    return decided;
  }

  private async observe(round: number, agent: string): Promise<void> {
    const { beliefs, dialogue, names, prompts, session } = this;
    const { environment, one } = session;
    const notes = this.notesOf(agent);
    const mind = environment.mind?.(one, agent);
    const observed = await this.ask(
      round,
      'observation',
      agent,
      prompts.observation({ form: beliefs.form(one), seesAll: this.seesAll }),
      {
        schema: z.object({ thoughts, belief: beliefs.schema(one) }),
        // A simulated agent knows the whole case once it has heard from all other agents.
        simulate: (random) => {
          const hasHeardAll = dialogue.length >= names.length - 1;
          return {
            thoughts: '',
            belief: hasHeardAll ? beliefs.truth(one) : (mind?.believe?.(random) ?? null),
          };
        },
      },
    );
    if (observed === null) return;
    const { belief } = observed;
    notes.belief = belief;
    session.record({ type: 'belief', round, agent, belief, errors: beliefs.errors(one, belief) });
    if (this.settings.tools !== 'told') return;
    notes.advice = await adviceFor(one, beliefs, belief);
    recordAdvice(session, round, agent, notes.advice);
  }

  private async plan(round: number, agent: string): Promise<void> {
    const { prompts, session } = this;
    const { environment, one } = session;
    const { advice, belief } = this.notesOf(agent);
    const mind = environment.mind?.(one, agent);
    const mayCall = this.settings.tools === 'called' && belief !== null;
    const planned = await this.ask(
      round,
      'planning',
      agent,
      prompts.planning({ form: environment.form(one), mayCall }),
      {
        schema: z.object({ thoughts, proposal: environment.proposal(one), explanation: z.string() }),
        simulate: (random) => ({
          thoughts: '',
          proposal: advice?.proposal ?? mind?.propose(random, round) ?? null,
          explanation: 'It is the best proposal if my estimate is correct.',
        }),
        ...(mayCall && { tools: this.toolsFor(round, agent, belief) }),
      },
    );
    if (planned !== null) this.propose(round, agent, planned.proposal, planned.explanation);
    if (this.table === null) this.put(this.notesOf(agent).own);
  }

  /**
   * Returns the tools that section 2.2.5 describes. They assume that the agent's beliefs are true. Each solution that
   * the agent requests is also recorded with its score, which the agent does not see.
   */
  private toolsFor(round: number, agent: string, belief: Json): Tool[] {
    const { beliefs, session } = this;
    const { environment, one } = session;
    return [
      {
        name: 'solver',
        description: 'Returns the best decision and its value, assuming that your estimate is correct.',
        parameters: z.object({}),
        use: async () => {
          const solution = await beliefs.solve(one, belief);
          recordAdvice(session, round, agent, solution);
          return solution as unknown as Json;
        },
      },
      {
        name: 'calculator',
        description:
          'Checks whether a proposal is feasible and reports what is missing, assuming that your estimate is correct.',
        parameters: z.object({ proposal: environment.proposal(one) }),
        use: (input) => beliefs.check(one, belief, (input as { proposal: Proposal }).proposal),
      },
    ];
  }

  /** Asks for a decision. Returns the proposal that ends the deliberation, or null if the deliberation continues. */
  private async decide(round: number, agent: string): Promise<Stated<Proposal> | null> {
    const { prompts, session, table } = this;
    const { environment, one } = session;
    const notes = this.notesOf(agent);
    const mayEnd = this.leader === agent;
    // An agent has nothing to decide on until another agent has made a proposal.
    if (table === null || (table.by === agent && !mayEnd)) return null;
    const mustEnd = mayEnd && round === this.settings.rounds;
    const form = environment.form(one);
    const decided = await this.ask(round, 'decision', agent, prompts.decision({ form, mayEnd, mustEnd }), {
      schema: decisionSchema(environment.proposal(one), mayEnd, mustEnd),
      simulate: () => {
        const mind = environment.mind?.(one, agent);
        const own = notes.own?.proposal;
        const isBetter =
          mind !== undefined && own !== undefined && mind.utility(own) - mind.utility(table.proposal) > 0.5;
        const final = mustEnd && isBetter ? own : null;
        return { thoughts: '', accept: !isBetter, explanation: '', ...(mayEnd && { final_decision: final }) };
      },
    });
    if (decided === null) {
      this.put(notes.own);
      return null;
    }
    const { accept, explanation, final_decision: final = null } = decided;
    const ballot = accept ? [this.idOf(table.proposal)] : [];
    session.record({ type: 'vote', round, agent, ballot, reason: explanation });
    if (!accept) notes.refused = { stated: table, reason: explanation };
    if (final !== null) return this.propose(round, agent, final, explanation);
    if (!accept) {
      this.put(notes.own);
      return null;
    }
    this.accepted.add(agent);
    const isAgreed = this.names.every((name) => name === table.by || this.accepted.has(name));
    return mayEnd || (this.leader === null && isAgreed) ? table : null;
  }

  private async speak(round: number, agent: string): Promise<void> {
    const { names, prompts, session } = this;
    const said = await this.ask(round, 'conversation', agent, prompts.conversation(), {
      schema: z.object({ thoughts, message: z.string().trim().min(1) }),
      simulate: () => ({
        thoughts: '',
        message: session.environment.mind?.(session.one, agent).sentence() ?? 'I agree.',
      }),
    });
    if (said === null) return;
    const text = said.message.slice(0, mostCharacters);
    this.dialogue.push(`In round ${round}, ${agent} wrote: "${text}"`);
    session.record({ type: 'message', round, agent, to: names.filter((name) => name !== agent), text });
  }

  private ask<T>(
    round: number,
    phase: string,
    agent: string,
    question: string,
    rest: Pick<Question<T>, 'schema' | 'simulate' | 'tools'>,
  ): Promise<T | null> {
    const { prompts, session, settings, table } = this;
    const { environment, one } = session;
    const { belief, advice, own, refused } = this.notesOf(agent);
    const show = ({ proposal, explanation }: Stated<Proposal>): string =>
      `${environment.show(one, proposal)}${explanation && `\nReason: ${explanation}`}`;
    const isLater = phase !== 'observation';
    const refusal = (): string => {
      if (refused === null || phase !== 'conversation' || refused.stated.by === agent) return '';
      const { stated, reason } = refused;
      return `${stated.by} proposed: ${show(stated)}${reason && `\nYour reason: ${reason}`}`;
    };
    const facts = prompts.facts({
      dialogue: this.dialogue,
      own: own === null ? '' : show(own),
      table:
        table === null
          ? ''
          : `${table.by === agent ? 'You proposed' : `${table.by} proposed`}: ${show(table)}`,
      belief: isLater ? belief : null,
      advice: isLater && advice !== null ? { ...advice, best: environment.show(one, advice.proposal) } : null,
      refusal: refusal(),
    });
    const step = `# Now: ${phase} (round ${round} of ${settings.rounds})`;
    const messages: Message[] = [
      { role: 'system', content: this.systemPrompts.get(agent)! },
      { role: 'user', content: `${facts}\n\n${step}\n${question}` },
    ];
    return session.ask({ round, phase, agent, messages, ...rest });
  }

  private notesOf(agent: string): Notes<Proposal> {
    return this.notes.get(agent)!;
  }

  /** Returns a proposal's number. Equal proposals share a number. */
  private idOf(proposal: Proposal): string {
    const key = this.session.environment.key?.(proposal) ?? JSON.stringify(proposal);
    const known = this.ids.get(key) ?? String(this.ids.size + 1);
    this.ids.set(key, known);
    return known;
  }

  private propose(round: number, by: string, proposal: Proposal, explanation: string): Stated<Proposal> {
    const { environment, one, record } = this.session;
    const stated = { by, proposal, explanation };
    this.notesOf(by).own = stated;
    record({
      type: 'proposal',
      round,
      agent: by,
      candidate: this.idOf(proposal),
      proposal: proposal as Json,
      reason: explanation,
      score: environment.score(one, proposal),
    });
    return stated;
  }

  private put(stated: Stated<Proposal> | null): void {
    if (stated === null || stated === this.table) return;
    this.table = stated;
    this.accepted = new Set();
  }

  private recordDecision(round: number, outcome: Proposal | null): void {
    const { environment, one, record } = this.session;
    const id = outcome === null ? null : this.idOf(outcome);
    record({
      type: 'decision',
      round,
      by: this.leader ?? 'agreement',
      candidates: this.candidates(),
      totals: {},
      winners: id === null ? [] : [id],
      selected: id,
      standing: id === null ? null : { candidate: id, proposal: outcome as Json },
      score: environment.score(one, outcome),
    });
  }

  /** Returns each agent's latest proposal. Equal proposals count as one candidate. */
  private candidates(): { id: string; by: string[] }[] {
    const found = new Map<string, string[]>();
    for (const [name, { own }] of this.notes) {
      if (own === null) continue;
      const id = this.idOf(own.proposal);
      found.set(id, [...(found.get(id) ?? []), name]);
    }
    return [...found].map(([id, by]) => ({ id, by }));
  }
}

async function decideAlone<Case, Proposal>(
  session: Session<Case, Proposal>,
  tools: 'none' | 'told',
  prompts: typeof deliberationPrompts,
): Promise<Ending<Proposal>> {
  const { environment, one } = session;
  const [first, ...others] = environment.agents(one);
  if (first === undefined || environment.settings.information !== 'full')
    throw new AgoraError(
      "The centralised baseline needs an agent that sees everything. Create the environment with information: 'full'.",
    );
  const agent = [first, ...others].find(({ role }) => role === 'leader') ?? first;
  const beliefs = beliefsOf(environment);
  const advice = tools === 'told' ? await adviceFor(one, beliefs, beliefs.truth(one)) : null;
  if (advice !== null) recordAdvice(session, 1, agent.name, advice);
  const mind = environment.mind?.(one, agent.name);
  const answer = await session.ask({
    round: 1,
    phase: 'decision',
    agent: agent.name,
    messages: [
      {
        role: 'system',
        content: prompts.alone({ task: environment.task(one), background: agent.background }),
      },
      {
        role: 'user',
        content: prompts.decideAlone({
          form: environment.form(one),
          advice: advice === null ? null : { ...advice, best: environment.show(one, advice.proposal) },
        }),
      },
    ],
    schema: z.object({ thoughts, verification: z.string(), proposal: environment.proposal(one) }),
    simulate: (random) => ({
      thoughts: '',
      verification: '',
      proposal: advice?.proposal ?? mind?.propose(random, 1) ?? null,
    }),
  });
  const outcome = answer?.proposal ?? null;
  if (answer !== null) {
    const { proposal, verification: reason } = answer;
    session.record({
      type: 'proposal',
      round: 1,
      agent: agent.name,
      candidate: '1',
      proposal: proposal as Json,
      reason,
    });
  }
  session.record({
    type: 'decision',
    round: 1,
    by: agent.name,
    candidates: outcome === null ? [] : [{ id: '1', by: [agent.name] }],
    totals: {},
    winners: outcome === null ? [] : ['1'],
    selected: outcome === null ? null : '1',
    standing: outcome === null ? null : { candidate: '1', proposal: outcome as Json },
    score: environment.score(one, outcome),
  });
  return {
    rounds: 1,
    cause: outcome === null ? 'no usable answer' : 'decided alone',
    outcome,
    agents: [agent.name],
  };
}

function beliefsOf<Case, Proposal>(environment: Environment<Case, Proposal>): Beliefs<Case, Proposal> {
  if (environment.beliefs === undefined)
    throw new AgoraError(
      `A deliberation needs beliefs that agents can state, but ${environment.name} has none. Add \`beliefs\` to it.`,
    );
  return environment.beliefs;
}

async function adviceFor<Case, Proposal>(
  one: Case,
  beliefs: Beliefs<Case, Proposal>,
  belief: Json,
): Promise<Advice<Proposal>> {
  const { proposal, value } = await beliefs.solve(one, belief);
  // Drop the checks of the solver's own decision. Agents would mistake them for checks of the proposal on the table.
  const { feasible: _, problems: __, value: ___, ...possible } = beliefs.check(one, belief, proposal);
  return { proposal, value, possible };
}

function recordAdvice<Case, Proposal>(
  { environment, one, record }: Session<Case, Proposal>,
  round: number,
  agent: string,
  { proposal, value }: Pick<Advice<Proposal>, 'proposal' | 'value'>,
): void {
  const score = environment.score(one, proposal);
  record({
    type: 'tool',
    round,
    phase: 'planning',
    agent,
    name: 'solver',
    input: null,
    output: { proposal: proposal as Json, value, score },
  });
}

/**
 * Returns the schema for a decision. Only a leader may give a final decision of its own. In the last round, the leader
 * must accept the proposal or give a final decision.
 */
function decisionSchema<Proposal>(
  proposal: z.ZodType<Proposal>,
  mayEnd: boolean,
  mustEnd: boolean,
): z.ZodType<{
  readonly accept: boolean;
  readonly explanation: string;
  readonly final_decision?: Proposal | null | undefined;
}> {
  const base = z.object({ thoughts, accept: z.boolean(), explanation: z.string() });
  if (!mayEnd) return base;
  return base
    .extend({ final_decision: z.nonoptional(proposal.nullable()) })
    .refine(({ accept, final_decision }) => !mustEnd || accept || final_decision !== null, {
      message: 'accept the proposal, or give a final_decision: this is the last round',
    });
}

interface AdviceText {
  readonly best: string;
  readonly value: number;
  readonly possible: JsonObject;
}

const adviceLines = (advice: AdviceText | null, condition: string): string[] =>
  advice === null
    ? []
    : [
        '# Results from the tools',
        `${condition}, the best decision is: ${advice.best} (value ${Number(advice.value.toFixed(4))}).`,
        `What is possible, and what is missing for everything else: ${JSON.stringify(advice.possible)}`,
      ];

/**
 * The deliberation prompts, based on Tables 10 to 13, and the prompts of the centralised baseline (`alone`,
 * `decideAlone`), based on Table 8.
 */
const deliberationPrompts = {
  system: (p: {
    readonly agent: Agent;
    readonly others: readonly string[];
    readonly task: string;
    readonly rounds: number;
    readonly leader: string | null;
    /** Whether every agent sees the whole case, as in the oracle condition (section 4.3). */
    readonly seesAll: boolean;
  }): string => `# Who you are
You are ${p.agent.name}. ${listed(['You', ...p.others])} must make a joint decision and will share its reward.

# The task
${p.task}

# How you work together
You take turns for at most ${p.rounds} ${p.rounds === 1 ? 'round' : 'rounds'}. In each turn, you estimate the full situation, plan a proposal, decide whether to accept the proposal on the table, and write a message to the other agents.
A message may have at most ${mostCharacters} characters. Longer messages are cut off. Everyone reads the messages and the proposal on the table. Nobody else reads your thoughts and estimates.
${
  p.seesAll
    ? 'Each of you sees the full situation.'
    : 'Each of you sees only part of the situation, so you may have to tell the other agents what you see and ask about what you do not see.'
}
${
  p.leader === null
    ? 'The proposal on the table becomes the decision as soon as every agent except its author has accepted it.'
    : `${p.leader} is the leader. Only ${p.leader} can end the deliberation, either by accepting the proposal on the table or by making a different final decision.`
} An agent that does not accept the proposal on the table replaces it with its own proposal. Without a decision, there is no reward.

# What you see
${p.agent.background}`,

  facts: (p: {
    readonly dialogue: readonly string[];
    readonly own: string;
    readonly table: string;
    readonly belief: Json | null;
    readonly advice: AdviceText | null;
    readonly refusal: string;
  }): string =>
    [
      '# The dialogue so far',
      ...(p.dialogue.length === 0 ? ['There are no messages yet.'] : p.dialogue.map((line) => `- ${line}`)),
      ...(p.own === '' ? [] : ['# Your latest proposal', p.own]),
      ...(p.table === '' ? [] : ['# The proposal on the table', p.table]),
      ...(p.belief === null ? [] : ['# Your estimate of the full situation', JSON.stringify(p.belief)]),
      ...adviceLines(p.advice, 'If your estimate is correct'),
      ...(p.refusal === '' ? [] : ['# The proposal that you did not accept', p.refusal]),
    ].join('\n'),

  observation: (p: {
    readonly form: string;
    readonly seesAll: boolean;
  }): string => `Estimate the full situation from what you see and from what the other agents have said.${
    p.seesAll ? '' : ' In your thoughts, first estimate what the other agents see.'
  }
${thinkFirst}
{"thoughts": "<your thoughts>", "belief": ${p.form}}`,

  planning: (p: {
    readonly form: string;
    readonly mayCall: boolean;
  }): string => `Plan the best proposal that you can.${
    p.mayCall ? ' You may use the tools first. They know only your estimate.' : ''
  }
${thinkFirst}
{"thoughts": "<your thoughts>", "proposal": <your proposal>, "explanation": "<why>"}
Format of a proposal: ${p.form}`,

  decision: (p: { readonly form: string; readonly mayEnd: boolean; readonly mustEnd: boolean }): string =>
    p.mayEnd
      ? `${
          p.mustEnd
            ? 'This is the last round, so you must end the deliberation: either accept the proposal on the table or give a different final decision.'
            : 'As the leader, you can end the deliberation or let it continue. To end it, either accept the proposal on the table or give a different final decision. To let it continue, do not accept the proposal, and give null as the final decision.'
        }
${thinkFirst}
{"thoughts": "<your thoughts>", "accept": <true or false>, "explanation": "<why>", "final_decision": <a proposal, or null>}
Format of a proposal: ${p.form}`
      : `Do you accept the proposal on the table?
${thinkFirst}
{"thoughts": "<your thoughts>", "accept": <true or false>, "explanation": "<why>"}`,

  conversation:
    (): string => `Decide what to tell the other agents, and write it as one message of at most ${mostCharacters} characters.
${thinkFirst}
{"thoughts": "<your thoughts>", "message": "<your message>"}`,

  alone: (p: { readonly task: string; readonly background: string }): string => `# The task
${p.task}

You have the complete information from all agents, and you make the decision alone, without negotiation.

# The complete information
${p.background}`,

  decideAlone: (p: { readonly form: string; readonly advice: AdviceText | null }): string =>
    [
      ...adviceLines(p.advice, 'Given the complete information'),
      'Give a valid final decision. Verify explicitly that it stays within each private limit and within the limits on pooled resources.',
      thinkFirst,
      '{"thoughts": "<your thoughts>", "verification": "<each limit, and whether the decision stays within it>", "proposal": <your decision>}',
      `Format of a decision: ${p.form}`,
    ].join('\n'),
};

const thinkFirst = 'First, think step by step. Reply only with JSON in this format:';
