import { z } from 'zod';
import type { Agent, Beliefs, Environment, Json, JsonObject } from '../environments/environment';
import { AgoraError, knownOptions, wholeNumber } from '../error';
import type { Message, Tool } from '../models/model';
import type { Ending, Protocol, Question, Session } from './protocol';

export interface DeliberationOptions {
  /** Default 6 (section 4.1). */
  readonly rounds?: number;
  /** The longest message; longer ones are cut, and agents know it (Tables 10 to 13). Default 3,000, as in the official code. */
  readonly characters?: number;
  /**
   * A solver and a calculator that work on what an agent believes. 'told': their results are in the prompts of planning,
   * decision and conversation, as in Tables 11 to 13. 'called': the agent may call them while it plans. Default 'none'.
   */
  readonly tools?: 'none' | 'told' | 'called';
  readonly prompts?: Partial<typeof deliberationPrompts>;
}

/**
 * Deliberation: agents who each see a part of a case take turns. In its turn an agent states what it believes about the
 * whole case (observation), plans a proposal (planning), accepts the proposal on the table or not (decision), and unless
 * that ends the talks, writes to the others (conversation). Source: Deliberation, Algorithm 1, Figure 2, sections 2.2.3
 * and 3; prompts after Tables 10 to 13.
 *
 * Without a leader, the proposal on the table is decided once every other agent has accepted it. If an agent has the role
 * "leader", it alone ends the talks, by accepting that proposal or with one of its own, and it must in the last round. An
 * agent that does not accept puts its own proposal on the table. Without an agreement nothing is decided.
 *
 * Departures: replies are JSON instead of tags. Planning also reads the dialogue, which Table 11 leaves out.
 */
export function deliberation(options: DeliberationOptions = {}): Protocol {
  knownOptions('deliberation', options, ['rounds', 'characters', 'tools', 'prompts']);
  const settings = {
    rounds: wholeNumber('rounds', options.rounds ?? 6, 1),
    characters: wholeNumber('characters', options.characters ?? 3000, 1),
    tools: options.tools ?? 'none',
  };
  return {
    name: 'deliberation',
    settings,
    sampling: { temperature: 0.3 },
    run: (session) => talk(session, settings, { ...deliberationPrompts, ...options.prompts }),
  };
}

/**
 * The centralised baseline: one agent that sees everything decides in a single call, and verifies private and pooled
 * limits first. Source: Deliberation, section 4.1 and Table 8. Needs an environment with `information: 'full'`.
 */
export function centralized(options: Pick<DeliberationOptions, 'tools' | 'prompts'> = {}): Protocol {
  knownOptions('centralized', options, ['tools', 'prompts']);
  const { tools = 'none' } = options;
  if (tools === 'called')
    throw new AgoraError('The centralised baseline is one call: its tools are "told" or "none".');
  return {
    name: 'centralized',
    settings: { tools },
    sampling: { temperature: 0.3 },
    run: (session) => decideAlone(session, tools, { ...deliberationPrompts, ...options.prompts }),
  };
}

interface Settings {
  readonly rounds: number;
  readonly characters: number;
  readonly tools: NonNullable<DeliberationOptions['tools']>;
}

/** A proposal and why it was made. */
interface Stated<Proposal> {
  readonly by: string;
  readonly proposal: Proposal;
  readonly explanation: string;
}

/** What an agent keeps to itself. */
interface Notes<Proposal> {
  belief: Json | null;
  /** What the tools say if the belief is true. */
  advice: Advice<Proposal> | null;
  own: Stated<Proposal> | null;
  /** Why it did not accept the proposal on the table. */
  refusal: string;
}

interface Advice<Proposal> {
  readonly proposal: Proposal;
  readonly value: number;
  readonly possible: JsonObject;
}

const thoughts = z.string();

async function talk<Case, Proposal>(
  session: Session<Case, Proposal>,
  { rounds, characters, tools }: Settings,
  prompts: typeof deliberationPrompts,
): Promise<Ending<Proposal>> {
  const { environment, one } = session;
  const beliefs = beliefsOf(environment);
  const agents = environment.agents(one);
  if (agents.length < 2)
    throw new AgoraError(
      `A deliberation needs at least two agents; ${environment.name} has ${agents.length}.`,
    );
  const names = agents.map(({ name }) => name);
  const leader = agents.find(({ role }) => role === 'leader')?.name ?? null;
  const systems = new Map(
    agents.map((agent) => {
      const others = names.filter((name) => name !== agent.name);
      return [
        agent.name,
        prompts.system({ agent, others, task: environment.task(one), rounds, characters, leader }),
      ];
    }),
  );
  const notes = new Map(
    names.map((name): [string, Notes<Proposal>] => [
      name,
      { belief: null, advice: null, own: null, refusal: '' },
    ]),
  );
  const dialogue: string[] = [];
  const keyOf = (proposal: Proposal): string => environment.key?.(proposal) ?? JSON.stringify(proposal);
  const ids = new Map<string, string>();
  const idOf = (proposal: Proposal): string => {
    const key = keyOf(proposal);
    if (!ids.has(key)) ids.set(key, String(ids.size + 1));
    return ids.get(key)!;
  };
  let table: Stated<Proposal> | null = null;
  let accepted = new Set<string>();

  const put = (stated: Stated<Proposal> | null): void => {
    if (stated === null || stated === table) return;
    table = stated;
    accepted = new Set();
  };
  const propose = (round: number, by: string, proposal: Proposal, explanation: string): Stated<Proposal> => {
    const stated = { by, proposal, explanation };
    notes.get(by)!.own = stated;
    session.record({
      type: 'proposal',
      round,
      agent: by,
      candidate: idOf(proposal),
      proposal: proposal as Json,
      reason: explanation,
      score: environment.score(one, proposal),
    });
    return stated;
  };
  const ask = <T>(
    round: number,
    phase: string,
    agent: string,
    question: string,
    rest: Pick<Question<T>, 'schema' | 'simulate' | 'tools'>,
  ): Promise<T | null> => {
    const { belief, advice, own, refusal } = notes.get(agent)!;
    const show = (stated: Stated<Proposal> | null): string =>
      stated === null
        ? ''
        : `${environment.show(one, stated.proposal)}${stated.explanation && `\nReason: ${stated.explanation}`}`;
    const facts = prompts.facts({
      dialogue,
      own: show(own),
      table: table === null ? '' : `${table.by} proposes: ${show(table)}`,
      belief: phase === 'observation' ? null : belief,
      advice:
        tools === 'told' && phase !== 'observation' && advice !== null
          ? { ...advice, best: environment.show(one, advice.proposal) }
          : null,
      refusal: phase === 'conversation' ? refusal : '',
    });
    const messages: Message[] = [
      { role: 'system', content: systems.get(agent)! },
      { role: 'user', content: `${facts}\n\n# Now: ${phase} (round ${round} of ${rounds})\n${question}` },
    ];
    return session.ask({ round, phase, agent, messages, ...rest });
  };

  /** One turn. The proposal with which the talks end, or null. */
  const turn = async (round: number, agent: string): Promise<Stated<Proposal> | null> => {
    const mine = notes.get(agent)!;
    const mind = environment.mind?.(one, agent);

    // Observation.
    const observed = await ask(
      round,
      'observation',
      agent,
      prompts.observation({ form: beliefs.form(one) }),
      {
        schema: z.object({ thoughts, belief: beliefs.schema(one) }),
        // A simulated agent knows what the others know once it has heard them.
        simulate: (random) => ({
          thoughts: '',
          belief: dialogue.length < names.length - 1 ? (mind?.believe?.(random) ?? null) : beliefs.truth(one),
        }),
      },
    );
    if (observed !== null) {
      mine.belief = observed.belief;
      session.record({
        type: 'belief',
        round,
        agent,
        belief: observed.belief,
        errors: beliefs.errors(one, observed.belief),
      });
      if (tools !== 'none') {
        mine.advice = await adviceFor(one, beliefs, observed.belief);
        recordAdvice(session, round, agent, mine.advice);
      }
    }

    // Planning.
    const mayCall = tools === 'called' && mine.belief !== null;
    const planned = await ask(
      round,
      'planning',
      agent,
      prompts.planning({ form: environment.form(one), mayCall }),
      {
        schema: z.object({ thoughts, proposal: environment.proposal(one), explanation: z.string() }),
        simulate: (random) => ({
          thoughts: '',
          proposal:
            (tools === 'told' ? mine.advice?.proposal : undefined) ?? mind?.propose(random, round) ?? null,
          explanation: 'It is the best by what I believe.',
        }),
        ...(mayCall && { tools: toolsFor(environment, beliefs, one, mine.belief!) }),
      },
    );
    if (planned !== null) propose(round, agent, planned.proposal, planned.explanation);
    if (table === null) put(mine.own);

    // Decision. There is nothing to decide on before another agent has proposed.
    const mayEnd = leader === agent;
    const onTable: Stated<Proposal> | null = table;
    if (onTable !== null && (mayEnd || (onTable as Stated<Proposal>).by !== agent)) {
      const stated: Stated<Proposal> = onTable;
      const mustEnd = mayEnd && round === rounds;
      const decided = await ask(
        round,
        'decision',
        agent,
        prompts.decision({ form: environment.form(one), mayEnd, mustEnd }),
        {
          schema: decisionSchema(environment.proposal(one), mayEnd, mustEnd),
          simulate: () => {
            const gain =
              mind === undefined || mine.own === null
                ? 0
                : mind.utility(mine.own.proposal) - mind.utility(stated.proposal);
            const final = mayEnd && gain > 0.5 && mustEnd ? (mine.own?.proposal ?? null) : null;
            return {
              thoughts: '',
              accept: gain <= 0.5,
              explanation: '',
              ...(mayEnd && { final_decision: final }),
            };
          },
        },
      );
      if (decided !== null)
        session.record({
          type: 'vote',
          round,
          agent,
          ballot: decided.accept ? [idOf(stated.proposal)] : [],
          reason: decided.explanation,
        });
      mine.refusal = decided === null || decided.accept ? '' : decided.explanation;
      if (decided?.final_decision != null)
        return propose(round, agent, decided.final_decision, decided.explanation);
      if (decided?.accept === true) {
        accepted.add(agent);
        if (mayEnd || (leader === null && names.every((name) => name === stated.by || accepted.has(name))))
          return stated;
      } else put(mine.own);
    }

    // Conversation.
    const said = await ask(round, 'conversation', agent, prompts.conversation({ characters }), {
      schema: z.object({ thoughts, message: z.string().trim().min(1) }),
      simulate: () => ({ thoughts: '', message: mind?.sentence() ?? 'I agree.' }),
    });
    if (said !== null) {
      const text = said.message.slice(0, characters);
      dialogue.push(`In round ${round} ${agent} said: "${text}"`);
      session.record({ type: 'message', round, agent, to: names.filter((name) => name !== agent), text });
    }
    return null;
  };

  for (let round = 1; ; round++) {
    let decided: Stated<Proposal> | null = null;
    for (const name of names) {
      decided = await turn(round, name);
      if (decided !== null) break;
    }
    const outcome = (decided as Stated<Proposal> | null)?.proposal ?? null;
    const id = outcome === null ? null : idOf(outcome);
    session.record({
      type: 'decision',
      round,
      by: leader ?? 'agreement',
      candidates: latestOf(notes, idOf),
      totals: {},
      winners: id === null ? [] : [id],
      selected: id,
      standing: id === null ? null : { candidate: id, proposal: outcome as Json },
      score: environment.score(one, outcome),
    });
    if (outcome !== null)
      return { rounds: round, cause: leader === null ? 'agreement' : 'the leader decided', outcome };
    if (round === rounds) return { rounds, cause: 'all rounds played', outcome: null };
    if (await session.shouldStop()) return { rounds: round, cause: 'stopped early', outcome: null };
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
    throw new AgoraError("The centralised baseline needs an environment with { information: 'full' }.");
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
    throw new AgoraError(`Deliberation needs beliefs that can be stated; ${environment.name} has none.`);
  return environment.beliefs;
}

async function adviceFor<Case, Proposal>(
  one: Case,
  beliefs: Beliefs<Case, Proposal>,
  belief: Json,
): Promise<Advice<Proposal>> {
  const { proposal, value } = await beliefs.solve(one, belief);
  return { proposal, value, possible: beliefs.check(one, belief, proposal) };
}

function recordAdvice<Case, Proposal>(
  { environment, one, record }: Session<Case, Proposal>,
  round: number,
  agent: string,
  { proposal, value }: Advice<Proposal>,
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

/** The tools of section 2.2.5. They know what the agent believes, and nothing else. */
function toolsFor<Case, Proposal>(
  environment: Environment<Case, Proposal>,
  beliefs: Beliefs<Case, Proposal>,
  one: Case,
  belief: Json,
): Tool[] {
  return [
    {
      name: 'solver',
      description: 'Gives the best decision if everything that you believe is true, and its value.',
      parameters: z.object({}),
      use: async () => (await beliefs.solve(one, belief)) as unknown as Json,
    },
    {
      name: 'calculator',
      description:
        'Checks whether a proposal is feasible if everything that you believe is true, and says what it lacks.',
      parameters: z.object({ proposal: environment.proposal(one) }),
      use: (input) => beliefs.check(one, belief, (input as { proposal: Proposal }).proposal),
    },
  ];
}

/** Only a leader may give a final decision of its own, and in the last round it must give one or accept. */
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
    .extend({ final_decision: proposal.nullable() })
    .refine(({ accept, final_decision }) => !mustEnd || accept || final_decision !== null, {
      message: 'accept the proposal, or give a final_decision: this is the last round',
    });
}

/** Each agent's latest proposal. Equal ones are one candidate. */
function latestOf<Proposal>(
  notes: ReadonlyMap<string, Notes<Proposal>>,
  idOf: (proposal: Proposal) => string,
): { id: string; by: string[] }[] {
  const by = new Map<string, string[]>();
  for (const [name, { own }] of notes) {
    if (own === null) continue;
    const id = idOf(own.proposal);
    by.set(id, [...(by.get(id) ?? []), name]);
  }
  return [...by].map(([id, agents]) => ({ id, by: agents }));
}

interface AdviceText {
  readonly best: string;
  readonly value: number;
  readonly possible: JsonObject;
}

const adviceLines = (advice: AdviceText | null): string[] =>
  advice === null
    ? []
    : [
        '# What the tools say',
        `If this is true, the best decision is: ${advice.best} (value ${Number(advice.value.toFixed(4))}).`,
        `What is possible, and what is missing: ${JSON.stringify(advice.possible)}`,
      ];

/** The prompts of deliberation, after Tables 10 to 13, and of the centralised baseline (`alone`, `decideAlone`), after Table 8. */
export const deliberationPrompts = {
  system: (p: {
    readonly agent: Agent;
    readonly others: readonly string[];
    readonly task: string;
    readonly rounds: number;
    readonly characters: number;
    readonly leader: string | null;
  }): string => `# Who you are
You are ${p.agent.name}. You and ${p.others.join(' and ')} look for one decision together, and you all share its reward.

# The task
${p.task}

# How you work together
You take turns, for at most ${p.rounds} rounds. A turn has four steps: you estimate the whole case, plan a proposal, decide whether to accept the proposal on the table, and write a message to the others.
A message has at most ${p.characters} characters; what exceeds them is cut off. Everyone reads the messages and the proposal on the table. Nobody else reads your thoughts and estimates.
Each of you sees only a part of the case, so you may have to tell the others what you see and ask for what you do not see.
${
  p.leader === null
    ? 'The proposal on the table becomes the decision as soon as everyone else has accepted it.'
    : `${p.leader} is the leader. Only ${p.leader} ends the talks, by accepting the proposal on the table or with another final decision.`
} An agent that does not accept puts its own proposal on the table instead. Without a decision there is no reward.

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
      ...(p.dialogue.length === 0 ? ['Nobody has written yet.'] : p.dialogue.map((line) => `- ${line}`)),
      ...(p.own === '' ? [] : ['# Your latest proposal', p.own]),
      ...(p.table === '' ? [] : ['# The proposal on the table', p.table]),
      ...(p.belief === null ? [] : ['# Your estimate of the whole case', JSON.stringify(p.belief)]),
      ...adviceLines(p.advice),
      ...(p.refusal === '' ? [] : ['# Why you did not accept', p.refusal]),
    ].join('\n'),

  observation: (p: {
    readonly form: string;
  }): string => `Estimate the whole case from what you see and from what the others said.
${thinkFirst}
{"thoughts": "<your thoughts>", "belief": ${p.form}}`,

  planning: (p: {
    readonly form: string;
    readonly mayCall: boolean;
  }): string => `Plan the best proposal you can.${
    p.mayCall ? ' You may use the tools first. They know your estimate and nothing else.' : ''
  }
${thinkFirst}
{"thoughts": "<your thoughts>", "proposal": <your proposal>, "explanation": "<why>"}
The form of a proposal: ${p.form}`,

  decision: (p: { readonly form: string; readonly mayEnd: boolean; readonly mustEnd: boolean }): string =>
    p.mayEnd
      ? `${
          p.mustEnd
            ? 'This is the last round, so you must end the talks: accept the proposal on the table, or give another final decision.'
            : 'As the leader you can end the talks, by accepting the proposal on the table or with another final decision, or let them go on. To let them go on, do not accept, and give null as the final decision.'
        }
${thinkFirst}
{"thoughts": "<your thoughts>", "accept": <true or false>, "explanation": "<why>", "final_decision": <a proposal, or null>}
The form of a proposal: ${p.form}`
      : `Do you accept the proposal on the table?
${thinkFirst}
{"thoughts": "<your thoughts>", "accept": <true or false>, "explanation": "<why>"}`,

  conversation: (p: {
    readonly characters: number;
  }): string => `Decide what to tell the others, and write it as one message of at most ${p.characters} characters.
${thinkFirst}
{"thoughts": "<your thoughts>", "message": "<your message>"}`,

  alone: (p: { readonly task: string; readonly background: string }): string => `# The task
${p.task}

You have the complete information of all agents, and you decide alone, without negotiation.

# The complete information
${p.background}`,

  decideAlone: (p: { readonly form: string; readonly advice: AdviceText | null }): string =>
    [
      ...adviceLines(p.advice),
      'Give a valid final decision. Verify explicitly that it keeps to each private limit and to the limits on what is pooled.',
      thinkFirst,
      '{"thoughts": "<your thoughts>", "verification": "<each limit, and whether the decision keeps to it>", "proposal": <your decision>}',
      `The form of a decision: ${p.form}`,
    ].join('\n'),
};

const thinkFirst = 'Think step by step first. Reply with this JSON and nothing else:';
