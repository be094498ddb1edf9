import { z } from 'zod';
import type { Agent, Json } from '../environments/environment';
import { AgoraError, knownOptions, wholeNumber } from '../error';
import { mindOf, promptSettings, type Ending, type Protocol, type Question, type Session } from './protocol';
import { listed } from './words';

export interface DiscussionOptions {
  /**
   * The strategy, written as the paper's codes for its four choices, such as 'G1-P1-I1-C1'. `strategies()` lists all
   * strategies.
   */
  readonly strategy: string;
  /** Maximum number of rounds. Default: 10. The paper gives no limit; its Table 3 reports up to 9.91 rounds. */
  readonly rounds?: number;
  readonly prompts?: Partial<typeof discussionPrompts>;
}

/**
 * A discussion that follows one of 49 strategies. A strategy determines who leads, who speaks, who hears whom, and what
 * agents remember. Source: Strategies, section 3, Figures 2 and 4.
 *
 * - G1: the discussion ends when all agree, or with a majority vote after the last round. G2: an instructor, who is not
 *   a member, ends the discussion and decides.
 * - P1: everyone speaks in each round. P2: each agent decides whether to speak. P3: the instructor names the speakers.
 * - I1: all speak at once. I2: one by one, in a fixed order. I3: one by one, in random order. I4: all at once, each to
 *   the agents that it names.
 * - C1: agents read the previous round. C2: agents also read their own summary of earlier rounds. C3: agents read the
 *   instructor's summary.
 *
 * All agents speak in the first round, because nobody can yet judge who should speak. A judgement is a label with a
 * reason. An agent that gives no judgement keeps its earlier judgement. The paper gives neither prompts nor a
 * temperature. We wrote the prompts and chose a temperature of 0.7.
 */
export function discussion(options: DiscussionOptions): Protocol {
  knownOptions('discussion', options, ['strategy', 'rounds', 'prompts']);
  const strategy = strategyOf(options.strategy);
  const rounds = wholeNumber('rounds', options.rounds ?? 10, 1);
  return {
    name: 'discussion',
    settings: { strategy: strategy.name, rounds, ...promptSettings(options.prompts) },
    sampling: { temperature: 0.7 },
    run: (session) =>
      new Discussion(session, strategy, rounds, { ...discussionPrompts, ...options.prompts }).hold(),
  };
}

/**
 * The baselines without discussion: each agent judges alone, and the majority decides. If there is only one agent, the
 * protocol is the single-agent baseline in Tables 1 and 2, in which the agent may read everything. The prompts do not
 * mention a group.
 */
export function alone(options: Pick<DiscussionOptions, 'prompts'> = {}): Protocol {
  knownOptions('alone', options, ['prompts']);
  return {
    name: 'alone',
    settings: promptSettings(options.prompts),
    sampling: { temperature: 0.7 },
    run: (session) => judgeAlone(session, { ...discussionPrompts, ...options.prompts }),
  };
}

interface Strategy {
  readonly name: string;
  readonly governance: 'G1' | 'G2';
  readonly participation: 'P1' | 'P2' | 'P3';
  readonly interaction: 'I1' | 'I2' | 'I3' | 'I4';
  readonly context: 'C1' | 'C2' | 'C3';
}

/**
 * Returns all strategies whose choices are compatible: the nine in Figure 4 and forty more. P3 and C3 require the
 * instructor that G2 provides. P3 cannot be combined with I3, because both determine the speaking order.
 */
export function strategies(): string[] {
  const names: string[] = [];
  for (const governance of ['G1', 'G2'])
    for (const participation of ['P1', 'P2', 'P3'])
      for (const interaction of ['I1', 'I2', 'I3', 'I4'])
        for (const context of ['C1', 'C2', 'C3']) {
          const needsInstructor = participation === 'P3' || context === 'C3';
          if (needsInstructor && governance === 'G1') continue;
          if (participation === 'P3' && interaction === 'I3') continue;
          names.push([governance, participation, interaction, context].join('-'));
        }
  return names;
}

function strategyOf(name: string): Strategy {
  if (!strategies().includes(name))
    throw new AgoraError(
      `Strategy ${name} is unknown or combines incompatible choices. Choose one from strategies(), such as G1-P1-I1-C1.`,
    );
  const [governance, participation, interaction, context] = name.split('-');
  return { name, governance, participation, interaction, context } as Strategy;
}

/** An agent's reply. If the proposal is null, the agent keeps its earlier judgement. */
interface Statement<Proposal> {
  readonly target?: string[];
  readonly reason_for_decision: string;
  readonly proposal: Proposal | null;
}

/** An agent's message, and the agent's judgement at that time. */
interface Said {
  readonly round: number;
  readonly agent: string;
  readonly to: readonly string[];
  readonly text: string;
  readonly judgement: string;
}

const instructor = 'Instructor';

/** A discussion of one case. */
class Discussion<Case, Proposal> {
  private readonly names: readonly string[];
  private readonly systemPrompts: ReadonlyMap<string, string>;
  private readonly judgements: Judgements<Case, Proposal>;
  private readonly summaries = new Map<string, string>();
  private lastRound: readonly Said[] = [];
  private thisRound: Said[] = [];

  constructor(
    private readonly session: Session<Case, Proposal>,
    private readonly strategy: Strategy,
    private readonly rounds: number,
    private readonly prompts: typeof discussionPrompts,
  ) {
    const { environment, one } = session;
    const agents = environment.agents(one);
    if (agents.length < 2)
      throw new AgoraError(
        `A discussion needs at least two agents, but ${environment.name} has ${agents.length}. Add agents to it.`,
      );
    const names = agents.map(({ name }) => name);
    const task = environment.task(one);
    this.names = names;
    this.judgements = new Judgements(session);
    this.systemPrompts = new Map([
      ...agents.map((agent): [string, string] => {
        const others = names.filter((name) => name !== agent.name);
        return [agent.name, prompts.member({ agent, others, task, strategy })];
      }),
      [instructor, prompts.instructor({ names, task, strategy })],
    ]);
  }

  async hold(): Promise<Ending<Proposal>> {
    for (let round = 1; ; round++) {
      this.lastRound = this.thisRound;
      this.thisRound = [];
      const speakers = round === 1 ? this.names : await this.chooseSpeakers(round);
      await this.speakAll(round, speakers);
      const ending = await this.ending(round, round === this.rounds || speakers.length === 0);
      if (ending !== null) {
        this.judgements.record(round, ending.by, ending.outcome);
        return { rounds: round, cause: ending.cause, outcome: ending.outcome };
      }
      this.judgements.record(round, 'majority so far', null);
      await this.summarise(round);
    }
  }

  /** Chooses the speakers for a round after the first. Returns them in speaking order. */
  private async chooseSpeakers(round: number): Promise<readonly string[]> {
    const { judgements, names, prompts } = this;
    const { participation } = this.strategy;
    if (participation === 'P1') return names;
    if (participation === 'P3') {
      const speakers = z.array(z.enum(names as [string, ...string[]])).min(1);
      const question = prompts.direct({ judgements: judgements.lines(names) });
      const named = await this.ask(round, 'direct', instructor, question, z.object({ speakers }), () => ({
        speakers: names,
      }));
      return named === null ? names : [...new Set(named.speakers)];
    }
    const wish = z.object({ speak: z.boolean() });
    const wishes = await Promise.all(
      names.map((name) =>
        this.ask(round, 'join', name, prompts.join(), wish, (random) => ({ speak: random.chance(0.5) })),
      ),
    );
    return names.filter((_, at) => wishes[at]?.speak === true);
  }

  private async speakAll(round: number, speakers: readonly string[]): Promise<void> {
    const { names, session } = this;
    const { interaction } = this.strategy;
    for (const name of names)
      if (!speakers.includes(name))
        session.record({ type: 'silent', round, agent: name, reason: 'did not speak' });
    const order = interaction === 'I3' ? session.random.split('order', round).shuffle(speakers) : speakers;
    if (interaction === 'I2' || interaction === 'I3') {
      for (const name of order) this.hear(round, name, await this.askToSpeak(round, name));
      return;
    }
    const answers = await Promise.all(order.map((name) => this.askToSpeak(round, name)));
    order.forEach((name, at) => this.hear(round, name, answers[at] ?? null));
  }

  /** Asks one agent for its judgement. */
  private askToSpeak(round: number, agent: string): Promise<Statement<Proposal> | null> {
    const { judgements, prompts, session } = this;
    const { environment, one } = session;
    const others = this.names.filter((name) => name !== agent);
    const mayAddress = this.strategy.interaction === 'I4';
    const mayKeep = judgements.has(agent);
    const schema = z.object({
      ...(mayAddress && { target: z.array(z.enum(others as [string, ...string[]])) }),
      reason_for_decision: z.string().trim().min(1),
      proposal: mayKeep ? z.nonoptional(environment.proposal(one).nullable()) : environment.proposal(one),
    }) as unknown as z.ZodType<Statement<Proposal>>;
    const question = prompts.statement({ form: environment.form(one), mayKeep, mayAddress });
    return this.ask(round, 'statement', agent, question, schema, (random) => {
      const mind = mindOf(session, agent);
      const heard = judgements.all();
      const adopted = heard.length > 0 && random.chance(0.5) ? random.pick(heard) : null;
      return {
        ...(mayAddress && { target: [] }),
        reason_for_decision: mind.sentence(),
        proposal: adopted ?? mind.propose(random, round),
      };
    });
  }

  /** Records what an agent said. */
  private hear(round: number, agent: string, answer: Statement<Proposal> | null): void {
    if (answer === null) return;
    const { reason_for_decision: text, proposal, target = [] } = answer;
    const others = this.names.filter((name) => name !== agent);
    const to = target.length === 0 ? others : [...new Set(target)];
    this.judgements.take(round, agent, proposal, text);
    const readers = to.length === others.length ? {} : { readers: to };
    this.session.record({ type: 'message', round, agent, to, ...readers, text });
    this.thisRound.push({ round, agent, to, text, judgement: this.judgements.show(agent) });
  }

  /** Returns how the discussion ends after the given round, or null if the discussion continues. */
  private async ending(
    round: number,
    isLast: boolean,
  ): Promise<{ readonly by: string; readonly cause: string; readonly outcome: Proposal | null } | null> {
    const { judgements, names } = this;
    const isLed = this.strategy.governance === 'G2';
    if (isLed) {
      const outcome = await this.conclude(round, isLast);
      if (outcome !== null) return { by: instructor, cause: 'the instructor decided', outcome };
    } else if (judgements.areAgreed(names.length)) {
      return { by: 'consensus', cause: 'consensus', outcome: judgements.mostFrequent() };
    }
    const vote = { by: 'majority vote', outcome: judgements.mostFrequent() };
    if (isLast) return { ...vote, cause: round === this.rounds ? 'all rounds played' : 'nobody spoke' };
    if (!(await this.session.shouldStop())) return null;
    const final = isLed ? await this.conclude(round, true, 'final conclusion') : null;
    const cause = 'stopped early';
    return final === null ? { ...vote, cause } : { by: instructor, cause, outcome: final };
  }

  /** Returns the instructor's decision, or null if the discussion continues. */
  private async conclude(round: number, mustDecide: boolean, phase = 'conclusion'): Promise<Proposal | null> {
    const { judgements, names, prompts } = this;
    const { environment, one } = this.session;
    const decision = environment.proposal(one);
    const schema = z.object({
      reason_for_decision: z.string(),
      proposal: (mustDecide ? decision : z.nonoptional(decision.nullable())) as z.ZodType<Proposal | null>,
    });
    const form = environment.form(one);
    const question = prompts.conclude({ judgements: judgements.lines(names), form, mustDecide });
    const simulate = () => ({
      reason_for_decision: 'Most of the group says so.',
      proposal: mustDecide || judgements.areAgreed(names.length) ? judgements.mostFrequent() : null,
    });
    const answer = await this.ask(round, phase, instructor, question, schema, simulate, true);
    return answer?.proposal ?? null;
  }

  private async summarise(round: number): Promise<void> {
    const { judgements, names, prompts, session } = this;
    const { context, governance } = this.strategy;
    if (context === 'C1') return;
    const authors =
      context === 'C3' ? [instructor] : [...names, ...(governance === 'G2' ? [instructor] : [])];
    const schema = z.string().trim().min(1);
    const simulate = () => judgements.lines(names).join(' ');
    const texts = await Promise.all(
      authors.map((author) => {
        const question = prompts.summary({ hasEarlier: this.summaries.has(author) });
        return this.ask(round, 'summary', author, question, schema, simulate, true);
      }),
    );
    authors.forEach((author, at) => {
      const text = texts[at] ?? null;
      if (text === null) return;
      this.summaries.set(author, text);
      const readers = context === 'C2' ? { readers: [author] } : {};
      session.record({ type: 'summary', round, agent: author, ...readers, text });
    });
  }

  private ask<T>(
    round: number,
    phase: string,
    agent: string,
    question: string,
    schema: z.ZodType<T>,
    simulate: NonNullable<Question<T>['simulate']>,
    isAfterRound = false,
  ): Promise<T | null> {
    const { context, interaction } = this.strategy;
    const isInTurn = interaction === 'I2' || interaction === 'I3';
    const hearable = (said: readonly Said[]): readonly Said[] =>
      said.filter((one) => agent === instructor || one.agent === agent || one.to.includes(agent));
    const log = this.prompts.log({
      summary: this.summaries.get(context === 'C3' ? instructor : agent) ?? '',
      lastRound: isAfterRound || context === 'C3' ? [] : hearable(this.lastRound),
      thisRound: isAfterRound || isInTurn ? hearable(this.thisRound) : [],
    });
    const content = [...(log === '' ? [] : [log]), question].join('\n\n');
    const messages = [
      { role: 'system', content: this.systemPrompts.get(agent)! },
      { role: 'user', content },
    ] as const;
    return this.session.ask({ round, phase, agent, messages, schema, simulate });
  }
}

async function judgeAlone<Case, Proposal>(
  session: Session<Case, Proposal>,
  prompts: typeof discussionPrompts,
): Promise<Ending<Proposal>> {
  const { environment, one } = session;
  const agents = environment.agents(one);
  const judgements = new Judgements(session);
  const schema = z.object({ reason_for_decision: z.string(), proposal: environment.proposal(one) });
  const answers = await Promise.all(
    agents.map((agent) =>
      session.ask({
        round: 1,
        phase: 'judgement',
        agent: agent.name,
        messages: [
          { role: 'system', content: prompts.single({ agent, task: environment.task(one) }) },
          { role: 'user', content: prompts.judge({ form: environment.form(one) }) },
        ],
        schema,
        simulate: (random) => {
          const mind = mindOf(session, agent.name);
          return { reason_for_decision: mind.sentence(), proposal: mind.propose(random, 1) };
        },
      }),
    ),
  );
  agents.forEach(({ name }, at) => {
    const answer = answers[at];
    if (answer != null) judgements.take(1, name, answer.proposal, answer.reason_for_decision);
  });
  const outcome = judgements.mostFrequent();
  judgements.record(1, 'majority vote', outcome);
  return { rounds: 1, cause: 'judged alone', outcome };
}

/** Each agent's latest judgement. */
class Judgements<Case, Proposal> {
  private readonly latest = new Map<string, Proposal>();

  constructor(private readonly session: Session<Case, Proposal>) {}

  private key(proposal: Proposal): string {
    return this.session.environment.key?.(proposal) ?? JSON.stringify(proposal);
  }

  /** Stores an agent's judgement. If the proposal is null, keeps the earlier judgement. */
  take(round: number, agent: string, proposal: Proposal | null, reason: string): void {
    const { environment, one, record } = this.session;
    if (proposal !== null) this.latest.set(agent, proposal);
    record({
      type: 'proposal',
      round,
      agent,
      candidate: proposal === null ? null : this.key(proposal),
      proposal: proposal as Json,
      reason,
      ...(proposal !== null && { score: environment.score(one, proposal) }),
    });
  }

  has(agent: string): boolean {
    return this.latest.has(agent);
  }

  all(): Proposal[] {
    return [...this.latest.values()];
  }

  show(agent: string): string {
    const proposal = this.latest.get(agent);
    return proposal === undefined ? 'none yet' : this.session.environment.show(this.session.one, proposal);
  }

  lines(names: readonly string[]): string[] {
    return names.map((name) => `- ${name}: ${this.show(name)}`);
  }

  /** Returns true if the agents that have given a judgement all agree and make up more than half of the group. */
  areAgreed(size: number): boolean {
    return this.latest.size > size / 2 && new Set(this.all().map((one) => this.key(one))).size === 1;
  }

  private candidates(): { id: string; by: string[]; proposal: Proposal }[] {
    const found = new Map<string, { id: string; by: string[]; proposal: Proposal }>();
    for (const [agent, proposal] of this.latest) {
      const id = this.key(proposal);
      const known = found.get(id);
      if (known === undefined) found.set(id, { id, by: [agent], proposal });
      else known.by.push(agent);
    }
    return [...found.values()];
  }

  private winners(): { id: string; by: string[]; proposal: Proposal }[] {
    const candidates = this.candidates();
    const most = Math.max(0, ...candidates.map(({ by }) => by.length));
    return candidates.filter(({ by }) => by.length === most);
  }

  /**
   * Returns the most frequent judgement. Ties are broken at random, because the paper does not say how to break them.
   */
  mostFrequent(): Proposal | null {
    const winners = this.winners();
    return winners.length === 0 ? null : this.session.random.split('tie').pick(winners).proposal;
  }

  record(round: number, by: string, outcome: Proposal | null): void {
    const { environment, one, record } = this.session;
    const candidates = this.candidates();
    const id = outcome === null ? null : this.key(outcome);
    record({
      type: 'decision',
      round,
      by,
      candidates: candidates.map(({ id, by }) => ({ id, by })),
      totals: Object.fromEntries(candidates.map(({ id, by }) => [id, by.length])),
      winners: this.winners().map(({ id }) => id),
      selected: id,
      standing: id === null ? null : { candidate: id, proposal: outcome as Json },
      score: environment.score(one, outcome),
    });
  }
}

const rulesInWords: Readonly<Record<string, string>> = {
  G1: 'Nobody leads. The discussion ends when everyone agrees, or with a majority vote after the last round.',
  G2: 'An instructor, who is not a member of the group, ends the discussion and makes the decision.',
  P1: 'Everyone speaks in every round.',
  P2: 'From the second round on, each agent decides whether to speak.',
  P3: 'From the second round on, the instructor names the speakers and their order.',
  I1: 'All agents speak at the same time.',
  I2: 'Agents speak one at a time, in a fixed order, and hear the agents that spoke before them.',
  I3: 'Agents speak one at a time, in a random order, and hear the agents that spoke before them.',
  I4: 'All agents speak at the same time, and each agent speaks to the agents that it names.',
  C1: 'Agents read everything that was said in the previous round.',
  C2: 'Agents read everything that was said in the previous round, and their own summary of the discussion so far.',
  C3: 'Agents read a summary that the instructor writes for everyone.',
};

/**
 * Describes a strategy's choices to the members of the group. Omits statements that the strategy's other choices
 * contradict.
 */
function inWords({ name, participation, interaction }: Strategy): string {
  const words: Readonly<Record<string, string>> = {
    ...rulesInWords,
    ...(participation !== 'P1' && {
      I1: 'The agents that speak in a round all speak at the same time.',
      I4: 'The agents that speak in a round all speak at the same time, and each agent speaks to the agents that it names.',
    }),
    ...(participation === 'P3' && {
      I2: 'Agents speak one at a time and hear the agents that spoke before them.',
    }),
    ...(interaction === 'I4' && {
      C1: 'Agents read everything that was said to them in the previous round.',
      C2: 'Agents read everything that was said to them in the previous round, and their own summary of the discussion so far.',
    }),
  };
  return name
    .split('-')
    .map((choice) => `- ${words[choice]}`)
    .join('\n');
}

const onlyThis =
  'Base your judgement only on the information given here and on what others say. Do not use knowledge from elsewhere.';
const jsonOnly = 'Reply only with JSON in this format:';
const saidLines = (said: readonly Said[]): string =>
  said.map(({ agent, text, judgement }) => `- ${agent} (judgement: ${judgement}) said: "${text}"`).join('\n');

/** The prompts for a discussion, and for an agent that judges alone (`single`, `judge`). The paper gives no prompts. */
const discussionPrompts = {
  member: (p: {
    readonly agent: Agent;
    readonly others: readonly string[];
    readonly task: string;
    readonly strategy: Strategy;
  }): string =>
    `You are ${p.agent.name}. You are discussing a decision with ${listed(p.others)}.

${p.task}

${p.agent.background}

${onlyThis}
How the group works:
${inWords(p.strategy)}`,

  instructor: (p: {
    readonly names: readonly string[];
    readonly task: string;
    readonly strategy: Strategy;
  }): string =>
    `You are the instructor of ${listed(p.names)}, who are discussing a decision. Each of them may know things that the others do not.

${p.task}

How the group works:
${inWords(p.strategy)}`,

  log: (p: {
    readonly summary: string;
    readonly lastRound: readonly Said[];
    readonly thisRound: readonly Said[];
  }): string =>
    [
      ...(p.summary === '' ? [] : [`# Summary of the discussion\n${p.summary}`]),
      ...(p.lastRound.length === 0 ? [] : [`# Previous round\n${saidLines(p.lastRound)}`]),
      ...(p.thisRound.length === 0 ? [] : [`# This round\n${saidLines(p.thisRound)}`]),
    ].join('\n\n'),

  statement: (p: {
    readonly form: string;
    readonly mayKeep: boolean;
    readonly mayAddress: boolean;
  }): string =>
    [
      'Give your current judgement and the reasons for it, so that the other agents can weigh your reasons.',
      ...(p.mayKeep ? ['If your judgement has not changed, you may give null instead.'] : []),
      ...(p.mayAddress
        ? [
            'As "target", name the agents that should hear you. Nobody else will hear you. An empty list means everyone.',
          ]
        : []),
      jsonOnly,
      `{${p.mayAddress ? '"target": [<names>], ' : ''}"reason_for_decision": "<your reasons>", "proposal": <your judgement>}`,
      `Format of a judgement: ${p.form}`,
    ].join('\n'),

  join: (): string =>
    `Do you want to speak in this round? Speak if you have changed your mind, or if you know something that the others do not.
${jsonOnly}
{"speak": <true or false>}`,

  direct: (p: { readonly judgements: readonly string[] }): string =>
    `# Judgements so far
${p.judgements.join('\n')}

Who should speak in the next round, and in what order?
${jsonOnly}
{"speakers": [<names>]}`,

  conclude: (p: {
    readonly judgements: readonly string[];
    readonly form: string;
    readonly mustDecide: boolean;
  }): string =>
    `# Judgements so far
${p.judgements.join('\n')}

${p.mustDecide ? 'Make the final decision now.' : 'Make the final decision if the discussion is settled. If critical disagreement persists, let the discussion continue: give null as the proposal.'}
${jsonOnly}
{"reason_for_decision": "<your reasons>", "proposal": <the decision>}
Format of a decision: ${p.form}`,

  summary: (p: { readonly hasEarlier: boolean }): string =>
    [
      "Summarise the discussion so far: each agent's judgement and the evidence for it.",
      ...(p.hasEarlier ? ['Include everything from your earlier summary that is still relevant.'] : []),
      'Write only the summary.',
    ].join(' '),

  single: (p: { readonly agent: Agent; readonly task: string }): string =>
    `${p.task}

${p.agent.background}

Base your judgement only on the information given here. Do not use knowledge from elsewhere.`,

  judge: (p: { readonly form: string }): string =>
    `Give your judgement and the reasons for it.
${jsonOnly}
{"reason_for_decision": "<your reasons>", "proposal": <your judgement>}
Format of a judgement: ${p.form}`,
};
