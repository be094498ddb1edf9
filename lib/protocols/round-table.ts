import { z } from 'zod';
import type { Agent, Environment, Json } from '../environments/environment';
import { AgoraError, knownOptions, oneOf, wholeNumber } from '../error';
import type { Random } from '../random';
import { ballotInWords, ballotSchema, describeBallot, toBallot } from '../voting/ballots';
import { readsOtherBallots } from '../voting/dictators';
import type { Rule } from '../voting/rule';
import { simulatedBallot } from '../voting/simulated-ballot';
import { breakTies, tieBreaks, type TieBreak } from '../voting/ties';
import { mindOf, promptSettings, type Ending, type Protocol, type Session } from './protocol';
import { listed } from './words';

export interface RoundTableOptions {
  readonly rule: Rule;
  /** Number of rounds. Default: 10, as in the paper. */
  readonly rounds?: number;
  /**
   * What happens if several candidates tie for first place. By default, single-choice ballots select none of them
   * (Figure 9). All other ballots select the candidate that was proposed first; this is our choice, because appendix C
   * does not specify this case.
   */
  readonly ties?: TieBreak;
  /**
   * Prompts that replace the default prompts, for example `roundTable({ rule, prompts: { message: (p) => '...' } })`.
   */
  readonly prompts?: Partial<typeof roundTablePrompts>;
}

/**
 * The round table: each round has a message phase, a proposal phase and a voting phase. In each phase, all agents act
 * at the same time. The selected proposal remains the current result until a vote selects another proposal. The current
 * result after the last round is the decision. Source: RoundTable, sections 3 and B.1. The prompts are based on Figures
 * 6 to 9.
 *
 * All agents read all messages, proposals, ballots and results. Nobody reads another agent's reasoning. The candidates
 * are each agent's latest proposal and the current result; equal proposals count as one candidate. An agent may always
 * decline to propose or to vote. An unusable reply counts as silence in the message phase, as no new proposal in the
 * proposal phase, and as an abstention in the voting phase.
 *
 * Departure: we reworded the paper's prompts without changing their content. To replace them, set `prompts`.
 */
export function roundTable(options: RoundTableOptions): Protocol {
  knownOptions('roundTable', options, ['rule', 'rounds', 'ties', 'prompts']);
  const { rule, prompts } = options;
  if (rule === undefined)
    throw new AgoraError('A round table needs a voting rule. Set rule, for example to voting.majority.');
  if (readsOtherBallots(rule))
    throw new AgoraError(
      `${rule.name} needs a dictator that reads other ballots, but at a round table, all agents vote at the same time. Use another rule, or an election with dictators.`,
    );
  const settings = {
    rule,
    rounds: wholeNumber('rounds', options.rounds ?? 10, 1),
    ties: oneOf('ties', options.ties ?? (rule.ballot === 'choice' ? 'none' : 'first'), tieBreaks),
  };
  return {
    name: 'round-table',
    settings: { ...settings, rule: rule.name, ...promptSettings(prompts) },
    sampling: { temperature: 0 },
    run: (session) => new Table(session, settings, { ...roundTablePrompts, ...prompts }).play(),
  };
}

type Settings = Required<Omit<RoundTableOptions, 'prompts'>>;

/** A round table on one case. */
class Table<Case, Proposal> {
  private readonly names: readonly string[];
  private readonly systemPrompts: readonly string[];
  private readonly candidates: Candidates<Case, Proposal>;
  private readonly told: Told = { candidates: '', lastVote: '', standing: '', messages: [] };
  private standing: Candidate<Proposal> | null = null;
  /** Message schemas, one per agent. They stay the same in all rounds. */
  private readonly messageReplies: readonly z.ZodType<MessageReply>[];
  private readonly proposalReply: z.ZodType<ProposalReply<Proposal>>;

  constructor(
    private readonly session: Session<Case, Proposal>,
    private readonly settings: Settings,
    private readonly prompts: typeof roundTablePrompts,
  ) {
    const { environment, one } = session;
    const agents = environment.agents(one);
    if (agents.length < 2)
      throw new AgoraError(
        `A round table needs at least two agents, but ${environment.name} has ${agents.length}. Add agents to it.`,
      );
    const names = agents.map(({ name }) => name);
    const task = environment.task(one);
    this.names = names;
    this.systemPrompts = agents.map((agent) => prompts.system({ agent, names, task, ...settings }));
    this.candidates = new Candidates(environment);
    this.messageReplies = names.map((name) =>
      z.object({ target: addressees(name, names), message: z.string().trim().min(1) }),
    );
    this.proposalReply = z.object({
      reason_for_decision: z.string(),
      proposal: z.nonoptional(environment.proposal(one).nullable()),
    });
  }

  async play(): Promise<Ending<Proposal>> {
    for (let round = 1; ; round++) {
      await this.messagePhase(round);
      await this.proposalPhase(round);
      await this.votingPhase(round);
      const isLast = round === this.settings.rounds;
      if (isLast || (await this.session.shouldStop())) {
        const cause = isLast ? 'all rounds played' : 'stopped early';
        return { rounds: round, cause, outcome: this.standing?.proposal ?? null };
      }
    }
  }

  private async messagePhase(round: number): Promise<void> {
    const { names, prompts, session, told } = this;
    const messages = await this.askAll<MessageReply>({
      round,
      phase: 'message',
      prompt: (name) => prompts.message({ name, round }),
      schema: (at) => this.messageReplies[at]!,
      simulate: (name) => ({
        target: names.filter((other) => other !== name),
        message: mindOf(session, name).sentence(),
      }),
    });
    for (const { name, answer } of messages) {
      if (answer === null) continue;
      const { target: to, message: text } = answer;
      session.record({ type: 'message', round, agent: name, to, text });
      told.messages.push({ round, name, to, text });
    }
  }

  private async proposalPhase(round: number): Promise<void> {
    const { candidates, prompts, session } = this;
    const { environment, one } = session;
    const proposals = await this.askAll<ProposalReply<Proposal>>({
      round,
      phase: 'proposal',
      prompt: (name) => prompts.proposal({ name, round, form: environment.form(one) }),
      schema: () => this.proposalReply,
      simulate: (name, random) => ({
        reason_for_decision: 'This is the best that the others may accept.',
        proposal: mindOf(session, name).propose(random, round),
      }),
    });
    for (const { name, answer } of proposals) {
      if (answer === null) continue;
      const { reason_for_decision: reason, proposal } = answer;
      session.record({
        type: 'proposal',
        round,
        agent: name,
        candidate: proposal === null ? null : candidates.add(name, proposal).id,
        proposal: proposal as Json,
        reason,
        ...(proposal !== null && { score: environment.score(one, proposal) }),
      });
    }
  }

  private async votingPhase(round: number): Promise<void> {
    const { names, prompts, session } = this;
    const { environment, one } = session;
    const { rule, ties } = this.settings;
    const latest = this.candidates.latest(this.standing);
    const options = latest.map(({ id }) => id);
    const list = latest.map(({ id, by, proposal }) =>
      prompts.candidate({ id, by, text: environment.show(one, proposal) }),
    );
    const votes = options.length === 0 ? [] : await this.askForVotes(round, options, list);
    for (const { name, ballot, reason } of votes)
      session.record({ type: 'vote', round, agent: name, ballot: ballot as Json, reason });

    const ballots = votes.flatMap(({ ballot }) => (ballot === null ? [] : [toBallot(rule.ballot, ballot)]));
    const random = session.random.split('vote', round);
    const { winners, totals, order } =
      options.length === 0
        ? { winners: [], totals: {}, order: [] }
        : rule.count({ options, ballots, electorate: names.length, random });
    const selected = breakTies(winners, ties, random.split('tie'));
    if (selected !== null) {
      this.standing = this.candidates.byId(selected);
      const text = environment.show(one, this.standing.proposal);
      this.told.standing = prompts.standing({ id: selected, round, text });
    }
    const { standing } = this;
    session.record({
      type: 'decision',
      round,
      by: rule.name,
      candidates: latest.map(({ id, by }) => ({ id, by })),
      totals,
      winners,
      order,
      selected,
      standing: standing && { candidate: standing.id, proposal: standing.proposal as Json },
      score: environment.score(one, standing?.proposal ?? null),
    });
    if (options.length === 0) return; // no proposals, so no votes
    this.told.candidates = list.join('\n');
    const inWords = votes.map(({ name, ballot }) => ({
      name,
      text: ballotInWords(rule.ballot, ballot, 'proposal'),
    }));
    this.told.lastVote = prompts.result({ round, ballots: inWords, totals, selected });
  }

  /** Returns the usable votes. A null ballot is an abstention. */
  private async askForVotes(round: number, options: readonly string[], list: readonly string[]) {
    const { prompts, session } = this;
    const { rule, ties } = this.settings;
    const form = { scale: rule.scale, points: rule.points };
    const ballot = describeBallot(rule.ballot, options, form, 'proposal');
    const reply = z.object({
      reason_for_decision: z.string(),
      decision: ballotSchema(rule.ballot, options, { ...form, abstain: true }),
    });
    const votes = await this.askAll({
      round,
      phase: 'vote',
      prompt: (name) => prompts.vote({ name, round, rule, ties, list, ...ballot }),
      schema: () => reply,
      simulate: (name, random) => {
        const mind = mindOf(session, name);
        const utility = (id: string): number => mind.utility(this.candidates.byId(id).proposal);
        return {
          reason_for_decision: 'It is best for me.',
          decision: simulatedBallot(rule.ballot, options, utility, random, form),
        };
      },
    });
    return votes.flatMap(({ name, answer }) =>
      answer === null ? [] : [{ name, ballot: answer.decision, reason: answer.reason_for_decision }],
    );
  }

  /** Asks all agents at once. Returns their answers in the order of the agents. */
  private askAll<T>({ round, phase, prompt, schema, simulate }: Phase<T>): Promise<Answer<T>[]> {
    const history = this.prompts.history(this.told);
    return Promise.all(
      this.names.map(async (name, at) => {
        const answer = await this.session.ask({
          round,
          phase,
          agent: name,
          messages: [
            { role: 'system', content: this.systemPrompts[at]! },
            { role: 'user', content: `${history}\n\n${prompt(name)}` },
          ],
          schema: schema(at),
          simulate: (random) => simulate(name, random),
        });
        return { name, answer };
      }),
    );
  }
}

interface MessageReply {
  readonly target: string[];
  readonly message: string;
}

interface ProposalReply<Proposal> {
  readonly reason_for_decision: string;
  readonly proposal: Proposal | null;
}

/** A question to all agents in one phase. `at` is an agent's index. */
interface Phase<T> {
  readonly round: number;
  readonly phase: string;
  readonly prompt: (name: string) => string;
  readonly schema: (at: number) => z.ZodType<T>;
  readonly simulate: (name: string, random: Random) => unknown;
}

interface Answer<T> {
  readonly name: string;
  readonly answer: T | null;
}

/** A proposal that agents can vote for. `by` lists the agents whose latest proposal this is. */
interface Candidate<Proposal> {
  readonly id: string;
  readonly proposal: Proposal;
  readonly by: readonly string[];
}

/** All proposals in a collaboration. Equal proposals share a number, no matter who makes them or when. */
class Candidates<Case, Proposal> {
  private readonly known: { readonly id: string; readonly key: string; readonly proposal: Proposal }[] = [];
  private readonly latestOf = new Map<string, string>();

  constructor(private readonly environment: Environment<Case, Proposal>) {}

  add(agent: string, proposal: Proposal): Candidate<Proposal> {
    const key = this.environment.key?.(proposal) ?? JSON.stringify(proposal);
    let found = this.known.find((candidate) => candidate.key === key);
    if (found === undefined) this.known.push((found = { id: String(this.known.length + 1), key, proposal }));
    this.latestOf.set(agent, found.id);
    return this.byId(found.id);
  }

  byId(id: string): Candidate<Proposal> {
    const { proposal } = this.known[Number(id) - 1]!;
    return {
      id,
      proposal,
      by: [...this.latestOf].filter(([, latest]) => latest === id).map(([agent]) => agent),
    };
  }

  /** Returns the candidates for a vote, in the order in which they were first proposed. */
  latest(standing: Candidate<Proposal> | null): Candidate<Proposal>[] {
    const ids = new Set([...this.latestOf.values(), ...(standing === null ? [] : [standing.id])]);
    return [...ids].sort((a, b) => Number(a) - Number(b)).map((id) => this.byId(id));
  }
}

/** Returns the schema for a message's addressees: a list of names. A single name or "all" is also accepted. */
function addressees(name: string, names: readonly string[]): z.ZodType<string[]> {
  const others = names.filter((other) => other !== name) as [string, ...string[]];
  const asList = (value: unknown): unknown => {
    const list = typeof value === 'string' ? [value] : value;
    const isAll = (one: unknown): boolean =>
      typeof one === 'string' && /^(all|everyone|everybody)$/i.test(one);
    return Array.isArray(list) && list.some(isAll) ? others : list;
  };
  return z.preprocess(asList, z.array(z.enum(others)));
}

/** What all agents can read about the earlier phases. */
interface Told {
  candidates: string;
  lastVote: string;
  standing: string;
  readonly messages: {
    readonly round: number;
    readonly name: string;
    readonly to: readonly string[];
    readonly text: string;
  }[];
}

const tieText: Readonly<Record<TieBreak, string>> = {
  none: 'If several proposals win, none of them is selected.',
  first: 'If several proposals win, the one that was proposed first is selected.',
  random: 'If several proposals win, one of them is selected at random.',
};

/** Returns the name of a rule for use in prompts. The paper calls the Dowdall rule "ranked voting" (Figure 14). */
const nameOf = ({ name }: Rule): string => (name === 'dowdall' ? 'ranked' : name);

const jsonOnly = 'Reply only with JSON in this format:';

/** The round-table prompts, based on Figures 6 (`system`, `history`), 7 (`message`), 8 (`proposal`) and 9 (`vote`). */
const roundTablePrompts = {
  system: (
    p: Settings & { readonly agent: Agent; readonly names: readonly string[]; readonly task: string },
  ): string => {
    const group = listed(['You', ...p.names.filter((other) => other !== p.agent.name)]);
    return `# Who you are
You are ${p.agent.name}. ${group} work together in rounds to solve a problem.

# The task
${p.task}

# How you work together
At the start, nothing has been decided. At the end of each round, a vote determines an intermediate result, called the current result. Each round has three phases:
1. Message phase. Each agent sends one message to one or more of the other agents. All messages are sent at the same time. Every agent then reads all messages.
2. Proposal phase. Each agent may propose a solution. If you do not make a proposal, your latest proposal is used.
3. Voting phase. The group votes on each agent's latest proposal and on the current result, using ${nameOf(p.rule)} voting. ${p.rule.explanation} ${tieText[p.ties]}
If the vote selects a proposal, this proposal becomes the current result. Otherwise, the current result stays the same.
After each round, every agent sees the ballots, the result of the vote and the whole conversation. There ${p.rounds === 1 ? 'is 1 round' : `are ${p.rounds} rounds`}. The current result after the last round is final.${p.agent.background && `\n\n# About you\n${p.agent.background}`}`;
  },

  history: (told: Told): string => `# History
## Candidates in the latest vote
${told.candidates || 'There has been no vote yet.'}

## Latest vote
${told.lastVote || 'There has been no vote yet.'}

## Current result
${told.standing || 'Nothing has been decided yet.'}

## Conversation
${told.messages.map(({ round, name, to, text }) => `- In round ${round}, ${name} wrote to ${listed(to) || 'the group'}: "${text}"`).join('\n') || 'There are no messages yet.'}`,

  message: (p: {
    readonly name: string;
    readonly round: number;
  }): string => `# Now: message phase of round ${p.round}
You are ${p.name}. You can answer other agents' questions, share what you know or think, and ask questions. You can do more than one of these things in one message.
${jsonOnly}
{"target": [<names of the agents you address>], "message": "<your message>"}`,

  proposal: (p: {
    readonly name: string;
    readonly round: number;
    readonly form: string;
  }): string => `# Now: proposal phase of round ${p.round}
You are ${p.name}. You can propose a solution or make no proposal. Either way, your latest proposal is a candidate in the vote. To make no proposal, give null.
First, reason step by step. Nobody else reads your reasoning.
${jsonOnly}
{"reason_for_decision": "<your reasoning>", "proposal": <your proposal, or null>}
Format of a proposal: ${p.form}`,

  candidate: (p: { readonly id: string; readonly by: readonly string[]; readonly text: string }): string =>
    `Proposal ${p.id} (${p.by.length === 0 ? 'the current result' : `by ${listed(p.by)}`}): ${p.text}`,

  vote: (
    p: Pick<Settings, 'rule' | 'ties'> & {
      readonly name: string;
      readonly round: number;
      readonly list: readonly string[];
      readonly form: string;
      readonly meaning: string;
    },
  ): string => `# Now: voting phase of round ${p.round}
You are ${p.name}. The group votes on the latest proposals using ${nameOf(p.rule)} voting. ${p.rule.explanation} ${tieText[p.ties]} If a proposal is selected, it becomes the current result. If no proposal is selected, the current result stays the same. Identical proposals from several agents count as one candidate.
You can vote or abstain. To abstain, for example because you do not want any of the candidates, give null.
The candidates are:
${p.list.join('\n')}

First, reason step by step. Nobody else reads your reasoning.
${jsonOnly}
{"reason_for_decision": "<your reasoning>", "decision": ${p.form}, or null}
${p.meaning}`,

  result: (p: {
    readonly round: number;
    readonly ballots: readonly { readonly name: string; readonly text: string }[];
    readonly totals: Readonly<Record<string, number>>;
    readonly selected: string | null;
  }): string => {
    const ballots = p.ballots.map(({ name, text }) => `- ${name} ${text}.`);
    const totals = Object.entries(p.totals).map(
      ([id, total]) => `proposal ${id}: ${Number(total.toFixed(4))}`,
    );
    const outcome =
      p.selected === null ? 'No proposal was selected.' : `Proposal ${p.selected} was selected.`;
    return [`Round ${p.round}:`, ...ballots, `Totals: ${totals.join(', ') || 'none'}. ${outcome}`].join('\n');
  },

  standing: (p: { readonly id: string; readonly round: number; readonly text: string }): string =>
    `Proposal ${p.id}, selected in round ${p.round}: ${p.text}`,
};
